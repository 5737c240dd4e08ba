import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryExpression } from "../testdata/arbitrary-expression.ts";
import { parse } from "../testdata/parse.ts";
import { equalColumns } from "./column.ts";
import { type Expression, not, operation, variable } from "./expression.ts";
import { printExpression } from "./print-expression.ts";
import { truthTable } from "./truth-table.ts";

const NAMES = ["A", "B", "C", "Cin", "D10"];
const [A, B, C] = ["A", "B", "C"].map(variable) as [Expression, Expression, Expression];

describe("printExpression", () => {
  it.each([
    [not(operation("and", [A, B])), "~(A & B)", "~(A & B)", "¬(A ⋅ B)"],
    [operation("and", [A, B, C]), "A & B & C", "A & B & C", "A ⋅ B ⋅ C"],
    [operation("or", [operation("and", [A, B]), C]), "(A & B) | C", "A & B | C", "A ⋅ B + C"],
    [operation("and", [operation("or", [A, B]), C]), "(A | B) & C", "(A | B) & C", "(A + B) ⋅ C"],
    [operation("xor", [operation("xor", [A, B]), C]), "(A ^ B) ^ C", "A ^ B ^ C", "A ⊕ B ⊕ C"],
    [not(not(A)), "~~A", "~~A", "¬¬A"],
    [operation("and", [not(A), B]), "~A & B", "~A & B", "¬A ⋅ B"],
  ])("prints %j", (expression, drawn, minimal, display) => {
    expect(printExpression(expression)).toBe(drawn);
    expect(printExpression(expression, { nesting: "minimal" })).toBe(minimal);
    expect(printExpression(expression, { nesting: "minimal", symbols: "display" })).toBe(display);
  });

  it("keeps the drawn structure: parsing what it prints gives the same tree", () => {
    fc.assert(
      fc.property(arbitraryExpression(NAMES), (expression) => {
        expect(parse(printExpression(expression))).toEqual(expression);
      }),
      { numRuns: 3000 },
    );
  });

  it("keeps the function in minimal form, and needs every parenthesis that it prints", () => {
    fc.assert(
      fc.property(arbitraryExpression(NAMES), (expression) => {
        const text = printExpression(expression, { nesting: "minimal" });
        const { column } = truthTable(parse(text), NAMES);
        expect(equalColumns(column, truthTable(expression, NAMES).column)).toBe(true);
        expect(printExpression(parse(text), { nesting: "minimal" })).toBe(text);
        for (const shorter of withoutOnePair(text))
          expect(printExpression(parse(shorter))).not.toBe(printExpression(parse(text)));
      }),
      { numRuns: 1000 },
    );
  });
});

/** The text without one matching pair of parentheses, for each pair. */
function withoutOnePair(text: string): string[] {
  const open: number[] = [];
  const shorter: string[] = [];
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "(") open.push(at);
    if (text[at] !== ")") continue;
    const from = open.pop() ?? 0;
    shorter.push(text.slice(0, from) + text.slice(from + 1, at) + text.slice(at + 1));
  }
  return shorter;
}
