import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { not } from "../boolean/expression.ts";
import { normalizeExpression } from "../boolean/forms.ts";
import { printExpression } from "../boolean/print-expression.ts";
import { tableRows, truthTable } from "../boolean/truth-table.ts";
import { variablesOf } from "../boolean/variables.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { INVALID_TOTAL } from "../rules/grading.ts";
import { namedKeys } from "../rules/tasks/item-names.ts";
import { arbitraryExpression } from "../testdata/arbitrary-expression.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { parse } from "../testdata/parse.ts";
import { gradeItem, type PageTables } from "./grade-item.ts";

const HALF_ADDER = [
  { expression: "A ^ B", grade: 5 },
  { expression: "A & B", grade: 3 },
];

/** A page as the recogniser reads it: one output per expression, named as drawn. */
function page(inputs: readonly string[], expressions: readonly string[]): PageTables {
  const outputs = expressions.map((expression, index) => {
    const truth_table = tableRows(truthTable(parse(expression), inputs));
    return { name: `OUT ${index + 1}`, expression, truth_table };
  });
  return { inputs, outputs, problems: [] };
}

function results(graded: ReturnType<typeof gradeItem>): string[] {
  return graded.rows.map((row) => `${row.output} ${row.result} ${row.grade}/${row.maximum} ${row.drawn?.name ?? "-"}`);
}

describe("gradeItem", () => {
  describe("asks which of several drawings counts", () => {
    const gate = (y: number, nets: readonly [number, number, number]): Netlist["gates"][number] => ({
      gateClass: "AND",
      inputs: nets.slice(0, 2).map((net) => ({ net, inverted: false })),
      output: nets[2],
      box: { x: 100, y, width: 60, height: 50 } as PictureBox,
    });
    /** An AND gate at the top, and an output of its own for each further gate. */
    const drawn = (gates: Netlist["gates"]): PageTables => ({
      ...page(["A", "B"], ["A & B", "A | B"]),
      netlist: { nets: 6, gates, inputs: [], outputs: [2, 5].map((net) => ({ name: `${net}`, net })) },
    });
    const [key, other] = ["A & B", "A | B"].map((expression) => ({ expression, grade: 5 }));
    const apart = drawn([gate(0, [0, 1, 2]), gate(200, [3, 4, 5])]);

    it("if they have more outputs than the item", () => {
      const graded = gradeItem([other!], apart);
      expect(graded).toMatchObject({ status: "review", grade: null, reasons: [{ code: "several-drawings" }] });
    });

    it("not if they are the outputs of one answer, or share a wire, or are in each other", () => {
      expect(gradeItem([key!, other!], apart).status).toBe("graded");
      expect(gradeItem([other!], drawn([gate(0, [0, 1, 2]), gate(200, [0, 4, 5])])).status).toBe("graded");
      expect(gradeItem([other!], drawn([gate(0, [0, 1, 2]), gate(20, [3, 4, 5])])).status).toBe("graded");
    });
  });

  describe("compares functions, whatever letters have no effect", () => {
    const redundant = [
      { expression: "A ^ B", grade: 5 },
      { expression: "A & B & C | A & B & ~C", grade: 5 },
    ];

    it.each([
      ["without the letter", ["A", "B"], ["A ^ B", "A & B"], 10],
      ["as the key is written", ["A", "B", "C"], ["A ^ B", "(A & B & C) | (A & B & ~C)"], 10],
      ["a wrong output", ["A", "B"], ["A ^ B", "A | B"], 5],
      ["a wrong output that needs the letter", ["A", "B", "C"], ["A ^ B", "A & B & C"], 5],
      ["other names", ["x", "y"], ["x ^ y", "x & y"], 10],
    ])("%s", (_, inputs, drawn, grade) => {
      expect(gradeItem(redundant, page(inputs, drawn))).toMatchObject({ status: "graded", grade });
    });

    it("leaves out what the page reads in vain", () => {
      const drawn = page(["A", "B", "C"], ["(A & B) | (C & ~C)"]);
      expect(gradeItem([{ expression: "A & B", grade: 5 }], drawn)).toMatchObject({ status: "graded", grade: 5 });
      expect(gradeItem([{ expression: "A & B", grade: 5 }], drawn).inputs?.names).toEqual(["A", "B", null]);
    });

    it("compares nothing if a letter that has an effect is missing", () => {
      const graded = gradeItem([{ expression: "A & B & C", grade: 5 }], page(["A", "B"], ["A & B"]));
      expect(graded.reasons.map(({ code }) => code)).toEqual(["input-count"]);
    });
  });

  describe("counts only the rows that matter", () => {
    // A segment of a digit: 1 for 0, 2, 3, 5 to 9; rows 10 to 15 do not occur.
    const segment = [{ expression: "F(A,B,C,D) = Σm(0,2,3,5-9) + d(10-15)", grade: 6 }];

    it.each([
      ["minimised with them", "A | C | (B & D) | (~B & ~D)", 6],
      ["all of them 0", "(~A & C) | (~A & B & D) | (~B & ~C & ~D) | (A & ~B & ~C)", 6],
      ["a row that counts is wrong", "A | C | (B & D)", 0],
    ])("%s", (_, drawn, grade) => {
      expect(gradeItem(segment, page(["A", "B", "C", "D"], [drawn])).grade).toBe(grade);
    });

    it("names the first row that matters", () => {
      const [row] = gradeItem(segment, page(["A", "B", "C", "D"], ["A | C | (B & D)"])).rows;
      expect(row?.firstDifference).toMatchObject({ row: 0, expected: 1, got: 0 });
      const late = gradeItem([{ expression: "Σm(3) + d(0,2)", grade: 1 }], page(["A", "B"], ["~B"])).rows[0];
      expect(late?.firstDifference).toMatchObject({ row: 3, expected: 1, got: 0 });
    });

    it("takes a page that lacks a letter which they make needless", () => {
      expect(gradeItem([{ expression: "Σm(1) + d(2,3)", grade: 2 }], page(["B"], ["~~B"])).grade).toBe(2);
    });
  });

  it("gives full points for other circuits with the same functions", () => {
    const drawn = page(["A", "B"], ["(A & ~B) | (~A & B)", "~(~A | ~B)"]);
    expect(gradeItem(HALF_ADDER, drawn)).toEqual({
      status: "graded",
      grade: 8,
      points: 8,
      maximum: 8,
      adjustments: [],
      rows: [
        {
          output: "OUT 1",
          expression: "A ^ B",
          grade: 5,
          maximum: 5,
          result: "Match",
          drawn: { name: "OUT 1", expression: "(A & ~B) | (~A & B)" },
          firstDifference: null,
        },
        {
          output: "OUT 2",
          expression: "A & B",
          grade: 3,
          maximum: 3,
          result: "Match",
          drawn: { name: "OUT 2", expression: "~(~A | ~B)" },
          firstDifference: null,
        },
      ],
      reasons: [],
      variables: ["A", "B"],
      inputs: { names: ["A", "B"], strangers: [] },
    });
  });

  it("takes outputs in any order", () => {
    const graded = gradeItem(HALF_ADDER, page(["A", "B"], ["A & B", "A ^ B"]));
    expect(results(graded)).toEqual(["OUT 1 Match 5/5 OUT 2", "OUT 2 Match 3/3 OUT 1"]);
    expect(graded.grade).toBe(8);
  });

  it("shows the first differing row and both values of a mismatch, which earns nothing", () => {
    const graded = gradeItem(HALF_ADDER, page(["A", "B"], ["A | B", "A & B"]));
    expect(results(graded)).toEqual(["OUT 1 Mismatch 0/5 OUT 1", "OUT 2 Match 3/3 OUT 2"]);
    expect(graded.grade).toBe(3);
    expect(graded.rows[0]?.firstDifference).toEqual({
      row: 3,
      assignment: [
        { name: "A", value: 1 },
        { name: "B", value: 1 },
      ],
      expected: 0,
      got: 1,
    });
  });

  it("says what is missing if no output is left", () => {
    const graded = gradeItem(HALF_ADDER, page(["A", "B"], ["A & B"]));
    expect(results(graded)).toEqual(["OUT 1 Missing in Submitted Table 0/5 -", "OUT 2 Match 3/3 OUT 1"]);
    expect(graded).toMatchObject({ status: "graded", grade: 3, maximum: 8 });
    expect(graded.rows[0]?.firstDifference).toBeNull();
  });

  it("matches inputs by name if they have the keys' letters, whatever their order on the page", () => {
    const key = [{ expression: "A & ~B | C", grade: 1 }];
    expect(gradeItem(key, page(["C", "B", "A"], ["A & ~B | C"]))).toMatchObject({ grade: 1 });
    expect(gradeItem(key, page(["C", "B", "A"], ["C & ~B | A"]))).toMatchObject({ grade: 0 });
  });

  it("matches inputs by position if they have other names", () => {
    const key = [{ expression: "A & ~B", grade: 1 }];
    expect(gradeItem(key, page(["x", "y"], ["x & ~y"]))).toMatchObject({ grade: 1 });
    expect(gradeItem(key, page(["x", "y"], ["y & ~x"]))).toMatchObject({ grade: 0 });
  });

  it("matches the keys' letters by name and the others in order, and leaves it to a person", () => {
    const key = [{ expression: "A & ~B", grade: 1 }];
    expect(gradeItem(key, page(["D", "A"], ["A & ~D"]))).toMatchObject({
      status: "review",
      grade: null,
      points: 1,
      reasons: [{ code: "other-letter", message: expect.stringContaining("The input D is not one of the item's") }],
    });
    // Both ways say the same.
    expect(gradeItem(key, page(["A", "D"], ["A & ~D"]))).toMatchObject({ status: "graded", grade: 1 });
  });

  it("matches inputs without letters in order, whatever letters the keys have", () => {
    const key = [{ expression: "B & ~C", grade: 1 }];
    const drawn = page(["A", "B"], ["A & ~B"]);
    const netlist = (unnamed: boolean): Netlist => ({
      nets: 2,
      inputs: ["A", "B"].map((name, net) => ({ name, net, ...(unnamed && { unnamed }) })),
      gates: [],
      outputs: [],
    });
    expect(gradeItem(key, { ...drawn, netlist: netlist(true) })).toMatchObject({ status: "graded", grade: 1 });
    // A student wrote A and B.
    expect(gradeItem(key, { ...drawn, netlist: netlist(false) })).toMatchObject({
      points: 0,
      reasons: [{ code: "other-letter", message: expect.stringContaining("The input A is not one of the item's") }],
    });
  });

  it("compares over the variables of all the item's keys", () => {
    const keys = [
      { expression: "A & B", grade: 2 },
      { expression: "~C", grade: 1 },
    ];
    const graded = gradeItem(keys, page(["A", "B", "C"], ["~C", "A & B"]));
    expect(graded).toMatchObject({ status: "graded", grade: 3, variables: ["A", "B", "C"] });
  });

  it("accepts keys in saved form and shows them as users type them", () => {
    const keys = [{ expression: "X1 ^ (X2 | ~X3)", grade: 4 }];
    const graded = gradeItem(keys, page(["A", "B", "C"], ["A ^ (B | ~C)"]));
    expect(graded).toMatchObject({ grade: 4, rows: [{ expression: "A ^ (B | ~C)" }] });
  });

  it("knows constant outputs and outputs that do not depend on an input", () => {
    const keys = [
      { expression: "A | ~A | B", grade: 1 },
      { expression: "A ^ A", grade: 1 },
      { expression: "B", grade: 1 },
    ];
    expect(gradeItem(keys, page(["A", "B"], ["B", "B & ~B", "A | B | ~B"]))).toMatchObject({ grade: 3 });
    const constant = { name: "OUT 1", expression: "1", truth_table: ["001", "011", "101", "111"] };
    expect(gradeItem(keys.slice(0, 1), { inputs: ["A", "B"], outputs: [constant], problems: [] })).toMatchObject({
      status: "graded",
      grade: 1,
    });
  });

  it.each([
    page(["A"], ["~A"]),
    page(["A", "B", "C"], ["A & B & C"]),
    { inputs: [], outputs: [{ name: "OUT 1", expression: "1", truth_table: ["1"] }], problems: [] },
  ])("proposes no grade for $inputs.length inputs if the keys have two", (drawn) => {
    expect(gradeItem(HALF_ADDER, drawn)).toMatchObject({
      status: "review",
      grade: null,
      maximum: 8,
      rows: [],
      reasons: [
        {
          code: "input-count",
          message: expect.stringMatching(
            /^The number of input signals in the answer table and the submitted table do not match\. The answer has 2 \(A, B\), the drawing (1 \(A\)|3 \(A, B, C\)|none)\.$/,
          ),
        },
      ],
      inputs: null,
    });
  });

  it("proposes no grade for a page without outputs", () => {
    expect(gradeItem(HALF_ADDER, page(["A", "B"], []))).toMatchObject({
      status: "review",
      grade: null,
      rows: [],
      reasons: [{ code: "no-expressions", message: "No valid boolean expressions detected." }],
    });
    expect(INVALID_TOTAL).toBe("Invalid");
  });

  it("proposes 0 points for a page on which nothing was drawn, for a person to confirm", () => {
    const problems = [
      { code: "nothing-drawn", message: "Nothing is drawn." },
      { code: "no-gates", message: "No gate." },
    ];
    const graded = gradeItem(HALF_ADDER, { ...page([], []), problems });
    expect(graded).toMatchObject({ status: "review", grade: 0, points: 0, maximum: 8 });
    expect(graded.reasons.map(({ code }) => code)).toEqual(["nothing-drawn"]);
    expect(results(graded)).toEqual([
      "OUT 1 Missing in Submitted Table 0/5 -",
      "OUT 2 Missing in Submitted Table 0/3 -",
    ]);
    expect(gradeItem(HALF_ADDER, { ...page(["A", "B"], ["A ^ B", "A & B"]), problems }).grade).toBeNull();
  });

  it("proposes 0 points if no output has a function and a person has settled every problem", () => {
    const read = { ...page(["A", "B"], []), netlist: netlistOf([]) };
    const graded = gradeItem(HALF_ADDER, read);
    expect(graded).toMatchObject({ status: "graded", grade: 0, points: 0, maximum: 8, reasons: [] });
    expect(results(graded)).toEqual([
      "OUT 1 Missing in Submitted Table 0/5 -",
      "OUT 2 Missing in Submitted Table 0/3 -",
    ]);
    const open = [{ code: "open-input", message: "An input is open." }];
    expect(gradeItem(HALF_ADDER, { ...read, problems: open })).toMatchObject({ grade: null, rows: [] });
    expect(gradeItem([], read)).toMatchObject({ grade: null, rows: [] });
  });

  it("proposes no grade if a table is empty, on either side, but shows what can be compared", () => {
    const reasons = [
      { code: "empty-table", message: "One or both of the tables are empty, so no comparison can be made." },
    ];
    expect(gradeItem([], page(["A"], ["A"]))).toMatchObject({ grade: null, maximum: 0, rows: [], reasons });

    const read = page(["A", "B"], ["A ^ B", "A & B"]);
    const emptied = { ...read, outputs: read.outputs.map((output) => ({ ...output, truth_table: [] })) };
    expect(gradeItem(HALF_ADDER, emptied)).toMatchObject({ grade: null, rows: [], reasons });

    const half = { ...read, outputs: [read.outputs[0]!, emptied.outputs[1]!] };
    const graded = gradeItem(HALF_ADDER, half);
    expect(graded).toMatchObject({ status: "review", grade: null, reasons });
    expect(results(graded)).toEqual(["OUT 1 Match 5/5 OUT 1", "OUT 2 Mismatch 0/3 OUT 2"]);
    expect(graded.rows[1]?.firstDifference).toBeNull();
  });

  it("proposes no grade for a page with problems, but shows the rows for information", () => {
    const box = { x: 1, y: 2, width: 3, height: 4 };
    const problems = [{ code: "open-input", message: "An input of the AND gate is open.", box }];
    const graded = gradeItem(HALF_ADDER, { ...page(["A", "B"], ["A ^ B", "A & B"]), problems });
    expect(graded).toMatchObject({ status: "review", grade: null, maximum: 8 });
    expect(graded.reasons).toEqual([{ code: "open-input", message: "An input of the AND gate is open." }]);
    expect(graded.rows.map((row) => row.result)).toEqual(["Match", "Match"]);
  });

  it("does not count problems outside the circuit where all points are earned, and only there", () => {
    const outside = ["unlettered-input", "idle-letter", "unused-gate", "unused-wire", "cut-wire"].map((code) => ({
      code,
      message: code,
    }));
    const read = page(["A", "B"], ["A ^ B", "A & B"]);
    expect(gradeItem(HALF_ADDER, { ...read, problems: outside })).toMatchObject({
      status: "graded",
      grade: 8,
      reasons: [],
    });
    const open = { code: "open-input", message: "An input of the AND gate is open." };
    expect(gradeItem(HALF_ADDER, { ...read, problems: [...outside, open] })).toMatchObject({
      grade: null,
      reasons: [open],
    });
    const wrong = gradeItem(HALF_ADDER, { ...page(["A", "B"], ["A ^ B", "A | B"]), problems: outside });
    expect(wrong).toMatchObject({ grade: null, points: 5, reasons: outside });
  });

  it("lists a page's problems before the comparison's", () => {
    const problems = [{ code: "no-gates", message: "No gates were found." }];
    const graded = gradeItem(HALF_ADDER, { inputs: [], outputs: [], problems });
    expect(graded.reasons.map((reason) => reason.code)).toEqual(["no-gates", "no-expressions"]);
  });

  describe("with a rubric", () => {
    const netlist = { nets: 0, inputs: [], outputs: [], gates: [] };
    const nand = { gateClass: "NAND", inputs: [], output: null } as const;

    it("gives a wrong output points for its share of correct rows, rounded down, and says so", () => {
      const graded = gradeItem(HALF_ADDER, page(["A", "B"], ["A | B", "A & B"]), { rubric: { right_rows_from: 75 } });
      expect(results(graded)).toEqual(["OUT 1 Mismatch 3/5 OUT 1", "OUT 2 Match 3/3 OUT 2"]);
      expect(graded.rows.map(({ partial }) => partial)).toEqual(["3 of 4 rows are right: 3 of 5 points.", undefined]);
      expect(graded).toMatchObject({ grade: 6, points: 6 });
    });

    it("takes points off for the drawing as a whole, down to the floor", () => {
      const drawn = { ...page(["A", "B"], ["A ^ B", "A & B", "A"]), netlist: { ...netlist, gates: [nand, nand] } };
      const rubric = { extra_output: 1, allowed_gates: { classes: ["AND"], deduction: 2 } } as const;
      const graded = gradeItem(HALF_ADDER, drawn, { rubric });
      expect(graded.adjustments).toEqual([
        { rule: "extra_output", points: -1, reason: "1 extra output: 1 point off." },
        { rule: "allowed_gates", points: -2, reason: "NAND drawn, asked for AND only: 2 points off." },
      ]);
      expect(graded.grade).toBe(5);
      expect(gradeItem(HALF_ADDER, drawn, { rubric: { ...rubric, floor: 7 } })).toMatchObject({ grade: 7 });
    });

    it("still proposes no grade for a page with problems, but shows the points it would get", () => {
      const problems = [{ code: "open-input", message: "An input is open." }];
      const drawn = { ...page(["A", "B"], ["A | B", "A & B"]), problems };
      expect(gradeItem(HALF_ADDER, drawn, { rubric: { floor: 1, right_rows_from: 0 } })).toMatchObject({
        status: "review",
        grade: null,
        points: 6,
      });
      expect(gradeItem(HALF_ADDER, page(["A"], ["A"]), { rubric: { floor: 1 } })).toMatchObject({
        grade: null,
        points: null,
        adjustments: [],
      });
    });
  });

  it("refuses a key that is not a valid expression", () => {
    expect(() => gradeItem([{ expression: "A ^", grade: 1 }], page(["A"], ["A"]))).toThrow(
      'Cannot parse expression "A ^": expected an operand at 3',
    );
  });

  it("gives any circuit full points compared with itself, in any order of inputs and outputs, and none for complements", () => {
    const drawing = fc
      .array(arbitraryExpression(["A", "B", "C", "D"]), { minLength: 1, maxLength: 4 })
      .chain((outputs) => {
        const inputs = variablesOf(outputs);
        return fc.record({
          outputs: fc.constant(outputs),
          shuffled: fc.shuffledSubarray(outputs, { minLength: outputs.length }),
          inputs: fc.shuffledSubarray(inputs, { minLength: inputs.length }),
        });
      });
    fc.assert(
      fc.property(drawing, ({ outputs, shuffled, inputs }) => {
        const keys = outputs.map((output) => ({ expression: normalizeExpression(printExpression(output)), grade: 2 }));
        const drawn = page(
          inputs,
          shuffled.map((output) => printExpression(output)),
        );
        expect(gradeItem(keys, drawn).grade).toBe(2 * keys.length);
        const first = gradeItem(keys.slice(0, 1), page(variablesOf(outputs[0]!), [printExpression(not(outputs[0]!))]));
        expect(first).toMatchObject({ grade: 0, rows: [{ result: "Mismatch", firstDifference: { row: 0 } }] });
      }),
      { numRuns: 500 },
    );
  });
});

describe("gradeItem of an item with names", () => {
  const names = { inputs: ["S1", "S0", "x"], outputs: ["Y", "Z"] };
  const keys = namedKeys(
    [
      { expression: "X1 & ~X2", grade: 5 },
      { expression: "X2 | X3", grade: 3 },
    ],
    names,
  );
  const right = ["S1 & ~S0", "S0 | X"];

  it("matches drawn names by their text, in any order and case, and shows the item's", () => {
    // The reader gives the inputs in natural order, and single letters in upper case.
    const graded = gradeItem(keys, page(["S0", "S1", "X"], right));
    expect(results(graded)).toEqual(["Y Match 5/5 OUT 1", "Z Match 3/3 OUT 2"]);
    expect(graded).toMatchObject({ status: "graded", grade: 8, variables: ["S1", "S0", "x"] });
    expect(graded.rows.map((row) => row.expression)).toEqual(["S1 & ~S0", "S0 | x"]);
    const wrong = gradeItem(keys, page(["S0", "S1", "X"], ["S0 & ~S1", "S0 | X"]));
    expect(wrong.grade).toBe(3);
    expect(wrong.rows[0]?.firstDifference?.assignment.map(({ name, value }) => `${name}=${value}`)).toEqual([
      "S1=0",
      "S0=1",
      "x=0",
    ]);
  });

  it("guesses no grade if a drawn input has another name, even if all have", () => {
    for (const inputs of [
      ["A", "B", "C"],
      ["S0", "S1", "Y"],
    ]) {
      const [s1, s0, x] = inputs[0] === "A" ? inputs : ["S1", "S0", "Y"];
      const graded = gradeItem(keys, page(inputs, [`${s1} & ~${s0}`, `${s0} | ${x}`]));
      expect(graded.grade).toBeNull();
      expect(graded.reasons.every(({ code }) => code === "other-letter")).toBe(true);
      expect(graded.reasons[0]?.message).toContain("is not one of the item's (S1, S0, x)");
    }
  });

  it("asks a person if an output has the name of another one of the item", () => {
    const drawn = page(["S0", "S1", "X"], right);
    const renamed = (...own: string[]) => ({
      ...drawn,
      outputs: drawn.outputs.map((o, k) => ({ ...o, name: own[k]! })),
    });
    expect(gradeItem(keys, renamed("y", "Z")).grade).toBe(8);
    expect(gradeItem(keys, renamed("Z", "Y"))).toMatchObject({ grade: null, reasons: [{ code: "other-output" }, {}] });
    expect(gradeItem(keys, renamed("F", "OUT 2")).grade).toBe(8);
  });

  it("leaves a swapped pair swapped, also where letters of the names were misread", () => {
    const key = namedKeys([{ expression: "X1 & ~X2", grade: 5 }], { inputs: ["sel", "reset"], outputs: ["Y"] });
    const drawn = (name: string) => page(["Se1", "Resef"], [name === "sel" ? "Se1 & ~Resef" : "Resef & ~Se1"]);
    expect(gradeItem(key, drawn("sel"))).toMatchObject({ status: "graded", grade: 5 });
    expect(gradeItem(key, drawn("reset"))).toMatchObject({ status: "graded", grade: 0 });
    // The points would be earned with the outputs the other way round: a person decides.
    const sum = page(["S0", "S1", "X"], right);
    const outputs = sum.outputs.map((output, k) => ({ ...output, name: ["Carny", "Sun"][k]! }));
    const renamed = namedKeys(keys, { inputs: names.inputs, outputs: ["sum", "carry"] });
    expect(gradeItem(renamed, { ...sum, outputs })).toMatchObject({
      grade: null,
      reasons: [{ code: "other-output" }, {}],
    });
  });

  it("decides by the letters' scores which input is which, whichever way earns the points", () => {
    const key = namedKeys([{ expression: "X1 & ~X2", grade: 5 }], { inputs: ["D1", "D0"], outputs: [] });
    const drawn = (expression: string, scores: readonly [number, number]) => {
      const [d1, d0] = scores;
      const readings = [
        { text: "D1", score: d1 },
        { text: "D0", score: d0 },
      ];
      const inputs = [
        { name: "B", net: 0, readings },
        { name: "D", net: 1 },
      ];
      return { ...page(["B", "D"], [expression]), netlist: { nets: 3, gates: [], inputs, outputs: [] } };
    };
    expect(gradeItem(key, drawn("B & ~D", [0.6, 0.01]))).toMatchObject({ status: "graded", grade: 5 });
    expect(gradeItem(key, drawn("D & ~B", [0.6, 0.01]))).toMatchObject({ status: "graded", grade: 0 });
    for (const expression of ["B & ~D", "D & ~B"]) {
      const { grade, reasons } = gradeItem(key, drawn(expression, [0.4, 0.3]));
      expect([grade, reasons.map(({ code }) => code)]).toEqual([null, ["other-letter", "other-letter"]]);
    }
  });

  it("takes a list of row numbers over all its inputs, the first one being the highest bit", () => {
    const list = namedKeys([{ expression: "F(X1,X2,X3) = Σm(4,5)", grade: 5 }], names);
    expect(gradeItem(list, page(["S0", "S1"], ["S1 & ~S0"])).grade).toBe(5);
    expect(gradeItem(list, page(["S0", "S1"], ["S0 & ~S1"])).grade).toBe(0);
  });
});
