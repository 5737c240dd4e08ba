import { expect, test } from "vitest";
import type { Rubric } from "../../../../core/rules/tasks/rubric.ts";
import { checkDraftRubric, draftRubricOf, NO_RUBRIC, rubricOf } from "./draft-rubric.ts";

const FULL: Rubric = {
  right_rows_from: 75,
  inverted: 0,
  extra_output: 1,
  allowed_gates: { classes: ["NAND"], deduction: 2 },
  most_gates: { count: 5, deduction: 1 },
  floor: 1,
};

test("a rubric survives the way into the form and back", () => {
  expect(rubricOf(draftRubricOf(FULL))).toEqual(FULL);
  expect(rubricOf(draftRubricOf({ floor: 0 }))).toEqual({ floor: 0 });
  expect([draftRubricOf(null), rubricOf(NO_RUBRIC)]).toEqual([NO_RUBRIC, null]);
});

test("half a rule is an error at its other half", () => {
  const place = { index: 1, maximum: 5 };
  const fields = (part: object) => checkDraftRubric({ ...NO_RUBRIC, ...part }, place).map(({ field }) => field);
  expect(fields({})).toEqual([]);
  expect(fields({ allowedGates: ["NAND"] })).toEqual(["items[1].rubric.allowed_gates.deduction"]);
  expect(fields({ otherGates: "2" })).toEqual(["items[1].rubric.allowed_gates.classes"]);
  expect(fields({ extraGate: "2" })).toEqual(["items[1].rubric.most_gates.count"]);
  expect(fields({ floor: "6" })).toEqual(["items[1].rubric.floor"]);
});
