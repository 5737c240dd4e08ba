import type { GradedPage } from "../grading/grade-record.ts";

/** A graded page of one wrong output, but for `parts`. */
export function gradedPage(parts: Partial<GradedPage> = {}): GradedPage {
  return {
    file: "12345678_quiz[1].png",
    sha256: "",
    page: 1,
    turn: 0,
    confidence: 0.9,
    status: "graded",
    student_id: "12345678",
    item: 1,
    counts: true,
    grade: 0,
    maximum: 5,
    variables: ["A", "B"],
    adjustments: [],
    rows: [
      {
        output: "OUT 1",
        expression: "A ^ B",
        grade: 0,
        maximum: 5,
        result: "Mismatch",
        drawn: { name: "OUT 1", expression: "A | B" },
        firstDifference: {
          row: 3,
          assignment: [
            { name: "A", value: 1 },
            { name: "B", value: 1 },
          ],
          expected: 0,
          got: 1,
        },
      },
    ],
    reasons: [],
    width: 10,
    height: 10,
    qr: null,
    gates: [],
    inputs: ["A", "B"],
    outputs: [{ name: "OUT 1", expression: "A | B", truth_table: ["000", "011", "101", "111"] }],
    problems: [],
    group: null,
    structure: null,
    explanation: null,
    needed: 0.98,
    question: null,
    proposed: 0,
    by: "machine",
    decided: false,
    comment: null,
    said: null,
    no_answer: null,
    ...parts,
  };
}
