import { expect, test } from "vitest";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import { compareTables } from "./comparison.ts";

const graded: GradeRows = {
  status: "graded",
  proposed_grade: 5,
  maximum_grade: 10,
  rows: [
    {
      output: "OUT 1",
      expression: "A ^ B",
      grade: 5,
      maximum: 5,
      partial: null,
      result: "Match",
      drawn: { name: "S", expression: "A ^ B" },
      first_difference: null,
    },
    {
      output: "OUT 2",
      expression: "A & B",
      grade: 0,
      maximum: 5,
      partial: null,
      result: "Mismatch",
      drawn: { name: "C", expression: "A | B" },
      first_difference: {
        row: 1,
        assignment: [
          { name: "A", value: 0 },
          { name: "B", value: 1 },
        ],
        expected: 0,
        got: 1,
      },
    },
  ],
  adjustments: [],
  rubric: [],
  reasons: [],
  variables: ["A", "B"],
  answer_table: { "OUT 1": ["000", "011", "101", "110"], "OUT 2": ["000", "010", "100", "111"] },
  submitted_table: { C: ["000", "011", "101", "111"], S: ["000", "011", "101", "110"] },
  submitted_inputs: ["A", "B"],
  confidence: null,
  needed: null,
  certainty_text: null,
  question: null,
  chosen: null,
  total_grade: null,
  graded: false,
  comment: null,
  history: [],
};

test("compareTables highlights the first differing row and marks the bits that differ, on both tables", () => {
  const { message, answer, submitted, firstRow } = compareTables(graded);
  expect(message).toBeNull();
  expect(firstRow).toBe(1);
  expect(answer?.outputs).toEqual(["OUT 1", "OUT 2"]);
  expect(answer?.lines[1]).toEqual({
    inputs: "01",
    bits: [
      { bit: "1", differs: false },
      { bit: "0", differs: true },
    ],
  });
  expect(submitted?.outputs).toEqual(["S", "C"]);
  expect(submitted?.lines[1]?.bits).toEqual([
    { bit: "1", differs: false },
    { bit: "1", differs: true },
  ]);
  expect(submitted?.lines[3]?.bits.some(({ differs }) => differs)).toBe(false);
});

test("compareTables: tables with different numbers of inputs are shown, not compared", () => {
  const grade: GradeRows = {
    ...graded,
    rows: [],
    reasons: [{ code: "input-count", message: "" }],
    submitted_table: { S: ["00", "11"] },
    submitted_inputs: ["A"],
  };
  const { message, submitted, firstRow, answer } = compareTables(grade);
  expect(message).toBe("The number of input signals in the answer table and the submitted table do not match.");
  expect(firstRow).toBeNull();
  expect(submitted).toEqual({
    inputs: ["A"],
    outputs: ["S"],
    lines: [
      { inputs: "0", bits: [{ bit: "0", differs: false }] },
      { inputs: "1", bits: [{ bit: "1", differs: false }] },
    ],
  });
  expect(answer?.lines.flatMap(({ bits }) => bits).every(({ differs }) => !differs)).toBe(true);
});

test("compareTables: empty tables and no expressions", () => {
  const empty = (code: string) =>
    compareTables({ ...graded, rows: [], reasons: [{ code, message: "" }], submitted_table: {} });
  expect(empty("empty-table").message).toBe("One or both of the tables are empty, so no comparison can be made.");
  expect(empty("no-expressions").message).toBe("No valid boolean expressions detected.");
  expect(empty("no-expressions").submitted).toBeNull();
});

test("compareTables: a problem of the drawing alone does not prevent a comparison", () => {
  const grade: GradeRows = { ...graded, status: "review", reasons: [{ code: "open-input", message: "Look here" }] };
  expect(compareTables(grade).firstRow).toBe(1);
});

test("compareTables: equal only if grading compared the tables, not while a page is being read again", () => {
  const right: GradeRows = {
    ...graded,
    rows: graded.rows.map((row) => ({ ...row, result: "Match", first_difference: null })),
    submitted_table: { S: ["000", "011", "101", "110"], C: ["000", "010", "100", "111"] },
  };
  expect(compareTables(right).equal).toBe(true);
  expect(compareTables(graded).equal).toBe(false);
  const reading: GradeRows = {
    ...graded,
    rows: [],
    reasons: [{ code: "not-read-yet", message: "The page is still being read." }],
  };
  expect(compareTables(reading)).toMatchObject({
    equal: false,
    message: "The page is still being read.",
    firstRow: null,
  });
});
