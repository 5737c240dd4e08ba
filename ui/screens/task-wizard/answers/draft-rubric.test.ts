import { expect, test } from "vitest";
import { checkRubric, type Rubric } from "../../../../core/rules/tasks/rubric.ts";
import { type DraftRubric, draftRubricOf, rubricOf } from "./draft-rubric.ts";

const FULL: Rubric = {
  right_rows_from: 75,
  inverted: 0,
  extra_output: 1,
  allowed_gates: { classes: ["NAND"], deduction: 2 },
  most_gates: { count: 5, deduction: 1 },
  floor: 1,
};

const NONE: DraftRubric = { numbers: {}, gates: [] };

test("a rubric survives the way into the form and back", () => {
  expect(rubricOf(draftRubricOf(FULL))).toEqual(FULL);
  expect(rubricOf(draftRubricOf({ floor: 0 }))).toEqual({ floor: 0 });
  expect([draftRubricOf(null), rubricOf(NONE)]).toEqual([NONE, null]);
});

test("a number that was typed and removed again turns its rule off", () => {
  expect(rubricOf({ numbers: { floor: "", "most_gates.count": "" }, gates: [] })).toBeNull();
});

test("half a rule is an error at its other half, and not among the whole rules", () => {
  const halves: readonly [DraftRubric, string][] = [
    [{ numbers: {}, gates: ["NAND"] }, "allowed_gates.deduction"],
    [{ numbers: { "allowed_gates.deduction": "2" }, gates: [] }, "allowed_gates.classes"],
    [{ numbers: { "most_gates.count": "0" }, gates: [] }, "most_gates.deduction"],
    [{ numbers: { "most_gates.deduction": "2" }, gates: [] }, "most_gates.count"],
  ];
  for (const [draft, field] of halves) {
    expect(checkRubric(rubricOf(draft) ?? {}, 5).map((issue) => issue.field)).toContain(field);
    expect(rubricOf(draft, { whole: true })).toBeNull();
  }
  expect(rubricOf(draftRubricOf(FULL), { whole: true })).toEqual(FULL);
});
