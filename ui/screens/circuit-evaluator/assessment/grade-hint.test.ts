import { expect, it } from "vitest";
import type { GradeRows } from "../../../../server/contract/results/file.ts";
import { gradeHint } from "./grade-hint.ts";

const PROPOSED = { proposed_grade: 5, graded: false, question: null, rubric: [] } satisfies Partial<GradeRows>;
const QUESTION = { seen: "A", instead: "B" } as unknown as GradeRows["question"];
const CRITERION = {} as GradeRows["rubric"][number];

it.each([
  ["nothing was proposed", { ...PROPOSED, proposed_grade: null }, "No points are proposed: you decide."],
  ["it is stored", { ...PROPOSED, graded: true }, "As stored."],
  [
    "another reading is likely",
    { ...PROPOSED, question: QUESTION },
    "As it was read; another reading earns other points.",
  ],
  ["the tables say so", PROPOSED, "As proposed from the tables."],
  ["a rubric counts, too", { ...PROPOSED, rubric: [CRITERION] }, "As proposed from the tables and the rubric."],
])("if %s", (_, grade, text) => {
  expect(gradeHint(grade, { overridden: false })).toBe(text);
});

it("names the proposal that was overridden", () => {
  expect(gradeHint(PROPOSED, { overridden: true })).toBe("Overrides the proposed 5.");
});
