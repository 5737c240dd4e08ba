import { describe, expect, it } from "vitest";
import { readPastedTable } from "./pasted-table.ts";

describe("readPastedTable", () => {
  it.each([
    ["a spreadsheet's cells", "A\tB\tY\r\n0\t0\t0\r\n0\t1\t1\r\n1\t0\t1\r\n1\t1\tX\r\n", ["Y 011X"]],
    ["without headings", "0 0 1\n0 1 1\n1 0 0\n1 1 0", ["null 1100"]],
    [
      "Markdown",
      "| A | B | S | C |\n|---|:-:|---|---|\n| 0 | 0 | 0 | 0 |\n|0|1|1|0|\n|1|0|1|0|\n|1|1|0|1|",
      ["S 0110", "C 0001"],
    ],
    ["as the command prints it", "A B │ Y\n────┼──\n0 0 │ 0\n0 1 │ 1\n1 0 │ 1\n1 1 │ 0", ["Y 0110"]],
    ["a frame around it", "┌───┬───┐\n│ A │ Y │\n├───┼───┤\n│ 0 │ 1 │\n│ 1 │ 0 │\n└───┴───┘", ["Y 10"]],
    ["titles with numbers", "Course: Logic, Fall\nTable for item 1\nA\tY\n0\t1\n1\t0", ["Y 10"]],
    ["rows in another order", "S1,S0,Y\n1,1,1\n0,1,0\n1,0,0\n0,0,-", ["Y X001"]],
    ["semicolons, empty lines", "A;Y\n\n0;1\n1;0\n\n", ["Y 10"]],
    ["as SymPy prints it", "[0, 0] -> False\n[0, 1] -> True\n[1, 0] -> True\n[1, 1] -> False", ["null 0110"]],
    ["lists of Python", "(0, 0, 1)\n(0, 1, 0)\n(1, 0, 0)\n(1, 1, 1)", ["null 1001"]],
    ["arrows in front of the output", "00 → 0\n01 → 1\n10 → 1\n11 → X", ["null 011X"]],
    ["colons in front of the output", "00: 0\n01: 1\n10: 1\n11: 0", ["null 0110"]],
    ["an input that never matters", "A B C Y\n0 0 X 0\n# ---\n0 1 X 1\n# ---\n1 X X 0", ["Y 00110000"]],
    ["bits without blanks below their headings", "ABY\n000\n011\n101\n110", ["Y 0110"]],
    ["long arrows", "00 --> 0\n01 --> 1\n10 --> 1\n11 --> 0", ["null 0110"]],
    ["complements as headings", "A B | ~F\n0 0 | 1\n0 1 | 0\n1 0 | 0\n1 1 | 1", ["~F 1001"]],
    ["double bars", "A | B || A + B\n0 | 0 || 0\n0 | 1 || 1\n1 | 0 || 1\n1 | 1 || 1", ["A + B 0111"]],
    ["words in headings", "| A | B | A AND B |\n|0|0|0|\n|0|1|0|\n|1|0|0|\n|1|1|1|", ["A AND B 0001"]],
    ["numbers of minterms", "m A B Y\nm0 0 0 1\nm1 0 1 0\nm2 1 0 0\nm3 1 1 1", ["Y 1001"]],
    ["V and F", "A B Y\nV V V\nV F F\nF V F\nF F F", ["Y 0001"]],
    ["wide digits", "A B Y\n０ ０ ０\n０ １ １\n１ ０ １\n１ １ ０", ["Y 0110"]],
    [
      "an expression as a heading",
      "+---+---+----------+\n| A | B | (A or B) |\n|---+---+----------|\n| 0 | 0 | 0 |\n| 0 | 1 | 1 |\n| 1 | 0 | 1 |\n| 1 | 1 | 1 |",
      ["(A or B) 0111"],
    ],
    // LibreOffice's clipboard: 0 and 1 were typed, and =AND(A2;B2) and =XOR(A2;B2) filled down.
    ...[
      ["FALSE", "TRUE"],
      ["FALSCH", "WAHR"],
      ["YANLIŞ", "DOĞRU"],
      ["FAŁSZ", "PRAWDA"],
      ["ONWAAR", "WAAR"],
    ].map(([low, high]): [string, string, string[]] => [
      `typed bits, and ${low} and ${high} of formulas`,
      `A\tB\tY\tZ\n0\t0\t${low}\t${low}\n0\t1\t${low}\t${high}\n1\t0\t${low}\t${high}\n1\t1\t${high}\t${low}\n`,
      ["Y 0001", "Z 0110"],
    ]),
    ["signs for don't care", "0\tx\t*\n1\t1\t–", ["null X1", "null XX"]],
  ])("reads %s", (_, text, outputs) => {
    const read = readPastedTable(text);
    expect(read?.ok && read.table.outputs.map(({ name, rows }) => `${name} ${rows}`)).toEqual(outputs);
  });

  it.each([
    "S1 S0 Y\n0 0 1\n0 1 0\n1 0 0\n1 1 0",
    "S1 S0 → Y\n0 0 → 1\n0 1 → 0\n1 0 → 0\n1 1 → 0",
    "S1 S0: Y\n00: 1\n01: 0\n10: 0\n11: 0",
  ])("gives the headings of the inputs of %j", (text) => {
    const named = readPastedTable(text);
    expect(named?.ok && named.table).toEqual({ inputs: ["S1", "S0"], outputs: [{ name: "Y", rows: "1000" }] });
  });

  it.each([
    ["0 0 1\n0 1 1\n1 0 0", "the row 11 is missing; where the output does not matter, write X", 3],
    ["A B Y\n0 0 1\n0 1 1\n0 1 0\n1 1 0", "the row 01 is there twice", 4],
    ["A B Y\n0 0 1\n0 1 2\n1 0 0\n1 1 0", '"2" is not 0, 1 or X', 3],
    ["A B C Y\n0 0 1 1\n0 1 0 1\n1 0 0 1\n1 1 1 1", "the rows in which Y is not 1 are missing", 5],
    ["0 0 1\n0 x 1\n1 0 0\n1 1 0", "the row 00 is there twice", 2],
    ["A B Y\n0 0 1\n0 1\n1 0 0\n1 1 0", "3 cells are in the first row, here 2", 3],
    // Also the rows in which the sum of a full adder is 1.
    [
      "001\n010\n100\n111",
      "lines such as 011 may be rows or row numbers: put blanks between the inputs and the output",
      4,
    ],
    [
      "Minterms:\n01\n10",
      "lines such as 011 may be rows or row numbers: put blanks between the inputs and the output",
      3,
    ],
    ["Y\n0\n1\n1\n0", "the columns of the inputs are missing", 1],
    ["A B\n0 0\n0 1\n1 0\n1 1", "4 rows need 2 inputs and an output", 2],
  ])("says what is wrong with %j", (text, reason, line) => {
    expect(readPastedTable(text)).toEqual({ ok: false, reason, line });
  });

  it.each(["Σm(0, 1,\n10, 11)", "F(p, q) = Σm(\n0, 1\n)", "sum of minterms\n0, 1"])(
    "leaves the list %j to others",
    (text) => {
      expect(readPastedTable(text)).toBeNull();
    },
  );

  it.each(["A & B", "0 1 1", "A & B\nC & D", "", "20240101\n20240102"])("leaves %j to others", (text) => {
    expect(readPastedTable(text)).toBeNull();
  });
});
