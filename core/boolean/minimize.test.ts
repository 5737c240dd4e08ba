import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Expression } from "./expression.ts";
import { minimize } from "./minimize.ts";
import { printExpression } from "./print-expression.ts";
import { tableRows, truthTable } from "./truth-table.ts";

function text(rows: string): string {
  return printExpression(minimize(rows, [..."ABCDEFG"].slice(0, Math.log2(rows.length))), { nesting: "minimal" });
}

describe("minimize", () => {
  it.each([
    ["0110", "~A & B | A & ~B"],
    ["0111", "B | A"],
    ["01X1", "B"],
    ["0000", "0"],
    ["1X11", "1"],
    ["0001000100010001", "C & D"],
  ])("%s is %s", (rows, expected) => {
    expect(text(rows)).toBe(expected);
  });

  it("keeps every row that matters, and has no product that could be left out", () => {
    const tables = fc
      .integer({ min: 1, max: 5 })
      .chain((width) =>
        fc.string({ unit: fc.constantFrom("0", "1", "X"), minLength: 2 ** width, maxLength: 2 ** width }),
      );
    fc.assert(
      fc.property(tables, (rows) => {
        const variables = [..."ABCDE"].slice(0, Math.log2(rows.length));
        const keeps = (expression: Expression) =>
          tableRows(truthTable(expression, variables)).every(
            (row, index) => rows[index] === "X" || row.endsWith(rows[index]!),
          );
        const expression = minimize(rows, variables);
        expect(keeps(expression)).toBe(true);
        if (expression.kind !== "or") return;
        for (const [index] of expression.operands.entries()) {
          const [first, ...rest] = expression.operands.toSpliced(index, 1);
          expect(keeps(rest.length === 0 ? first! : { kind: "or", operands: [first!, ...rest] })).toBe(false);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("refuses rows that are not those of the variables", () => {
    expect(() => minimize("011", ["A", "B"])).toThrow(RangeError);
  });
});
