import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryExpression } from "../testdata/arbitrary-expression.ts";
import { parse } from "../testdata/parse.ts";
import { bitAt } from "./column.ts";
import { type Expression, not, operation, variable } from "./expression.ts";
import { printExpression } from "./print-expression.ts";
import { rearrangeTable, rowAssignment, rowBits, tableFromRows, tableRows, truthTable } from "./truth-table.ts";
import { renameVariables } from "./variables.ts";

const LETTERS = ["A", "B", "C", "D", "E", "F", "G"];

/** The rows by JavaScript's own operators, one row at a time. */
function rowsByJavaScript(text: string, variables: readonly string[]): string[] {
  const evaluate = new Function(...variables, `return (${text}) & 1;`);
  return Array.from({ length: 2 ** variables.length }, (_, row) => {
    const bits = row.toString(2).padStart(variables.length, "0").slice(0, variables.length);
    return `${bits}${evaluate(...[...bits].map(Number))}`;
  });
}

describe("truthTable", () => {
  it.each([
    ["~(A & B)", ["001", "011", "101", "110"]],
    ["A | B", ["000", "011", "101", "111"]],
    ["A ^ B", ["000", "011", "101", "110"]],
    ["A & ~B", ["000", "010", "101", "110"]],
  ])("gives the rows of %s", (text, rows) => {
    expect(tableRows(truthTable(parse(text), ["A", "B"]))).toEqual(rows);
  });

  it("takes the order of the variables given: the first is the most significant bit", () => {
    expect(tableRows(truthTable(parse("A & ~B"), ["B", "A"]))).toEqual(["000", "011", "100", "110"]);
  });

  it("takes variables that the expression does not use", () => {
    expect(tableRows(truthTable(parse("B"), ["A", "B"]))).toEqual(["000", "011", "100", "111"]);
  });

  it("reads XOR of several operands as their parity", () => {
    const rows = tableRows(truthTable(parse("A ^ B ^ C"), ["A", "B", "C"]));
    expect(rows.map((row) => row.at(-1)).join("")).toBe("01101001");
  });

  it("agrees with JavaScript on every tree of up to three operators over two variables", () => {
    const trees = treesOfSize(3);
    for (const tree of trees) {
      const text = printExpression(tree, { nesting: "minimal" });
      const rows = tableRows(truthTable(tree, ["A", "B"]));
      if (rows.join() !== rowsByJavaScript(text, ["A", "B"]).join()) expect.fail(`${text} gave ${rows.join()}`);
    }
    expect(trees.length).toBeGreaterThan(1000);
  });

  it("agrees with JavaScript on random expressions of up to seven variables", () => {
    const cases = fc
      .integer({ min: 1, max: 7 })
      .chain((count) => fc.tuple(arbitraryExpression(LETTERS.slice(0, count)), fc.constant(LETTERS.slice(0, count))));
    fc.assert(
      fc.property(cases, ([expression, variables]) => {
        const rows = tableRows(truthTable(expression, variables));
        expect(rows).toEqual(rowsByJavaScript(printExpression(expression, { nesting: "minimal" }), variables));
      }),
      { numRuns: 3000 },
    );
  });

  it("fills tables of twenty variables", () => {
    const names = Array.from({ length: 20 }, (_, index) => `D${index}`);
    const { column } = truthTable(operation("xor", names.map(variable)), names);
    expect(column.rows).toBe(2 ** 20);
    for (const row of [0, 1, 31, 32, 33, 65_535, 524_288, 2 ** 20 - 1]) {
      const ones = row.toString(2).replaceAll("0", "").length;
      expect(bitAt(column, row), `row ${row}`).toBe(ones % 2);
    }
  });

  it("refuses broken calls", () => {
    const names = Array.from({ length: 21 }, (_, index) => `D${index}`);
    expect(() => truthTable(variable("D1"), names)).toThrow("at most 20 variables, got 21");
    expect(() => truthTable(variable("C"), ["A", "B"])).toThrow("Variable C is not one of A, B");
    expect(() => truthTable(variable("A"), ["A", "A"])).toThrow("A variable repeats in A, A");
  });
});

describe("tableFromRows", () => {
  it("undoes tableRows, in any order of the rows", () => {
    const table = truthTable(parse("A & ~B | C"), ["A", "B", "C"]);
    expect(tableFromRows(tableRows(table).reverse(), ["A", "B", "C"])).toEqual(table);
  });

  it("reads the table of a constant output without inputs", () => {
    expect(tableRows(tableFromRows(["1"], [])!)).toEqual(["1"]);
  });

  it.each([
    ["a row missing", ["001", "011", "101"]],
    ["a row twice", ["001", "011", "101", "101"]],
    ["a row too short", ["001", "011", "101", "11"]],
    ["a row too long", ["001", "011", "101", "1100"]],
    ["another character", ["001", "011", "101", "11x"]],
    ["nothing", []],
  ])("refuses a table with %s", (_, rows) => {
    expect(tableFromRows(rows, ["A", "B"])).toBeNull();
  });
});

describe("rearrangeTable", () => {
  it("gives the table of the renamed expression in the new order", () => {
    const names = ["D", "B", "A", "C"];
    const letters = fc.shuffledSubarray(names, { minLength: 4 });
    fc.assert(
      fc.property(arbitraryExpression(["w", "x", "y", "z"]), letters, letters, (expression, renamed, order) => {
        const table = truthTable(expression, ["w", "x", "y", "z"]);
        const expected = renameVariables(expression, (name) => renamed["wxyz".indexOf(name)]!);
        expect(rearrangeTable(table, { names: renamed, order })).toEqual(truthTable(expected, order));
      }),
      { numRuns: 300 },
    );
  });

  it("leaves out a variable without effect, and adds others", () => {
    const table = truthTable(parse("x & z | y & ~y"), ["x", "y", "z"]);
    const order = ["C", "B", "A"];
    expect(rearrangeTable(table, { names: ["A", null, "C"], order })).toEqual(truthTable(parse("A & C"), order));
  });

  it("refuses an order that lacks a name, and a name twice", () => {
    const table = truthTable(parse("x & y"), ["x", "y"]);
    for (const order of [["A", "C"], ["A"], ["A", "A"]]) {
      expect(() => rearrangeTable(table, { names: ["A", "B"], order })).toThrow(RangeError);
    }
    expect(() => rearrangeTable(table, { names: ["A", "A"], order: ["A", "B"] })).toThrow(RangeError);
    expect(() => rearrangeTable(table, { names: ["A"], order: ["A"] })).toThrow(RangeError);
  });
});

describe("rowAssignment", () => {
  it("gives each variable its bit, as rowBits does", () => {
    expect(rowAssignment(4, ["A", "B", "C"])).toEqual([
      { name: "A", value: 1 },
      { name: "B", value: 0 },
      { name: "C", value: 0 },
    ]);
    expect(rowBits(4, 3)).toBe("100");
    expect(rowBits(0, 0)).toBe("");
  });
});

/** Every tree with at most `operators` operators (complement or two operands) over A and B. */
function treesOfSize(operators: number): Expression[] {
  const bySize: Expression[][] = [[variable("A"), variable("B")]];
  for (let size = 1; size <= operators; size += 1) {
    const trees = bySize[size - 1]!.map(not);
    for (let left = 0; left < size; left += 1) {
      for (const a of bySize[left]!) {
        for (const b of bySize[size - 1 - left]!) {
          for (const kind of ["and", "or", "xor"] as const) trees.push(operation(kind, [a, b]));
        }
      }
    }
    bySize.push(trees);
  }
  return bySize.flat();
}
