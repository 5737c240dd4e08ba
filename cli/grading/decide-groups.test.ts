import { expect, test } from "vitest";
import { applyDecision } from "./decide-groups.ts";

const reasons = (...codes: string[]) => codes.map((code) => ({ code, message: "Look." }));

/** The reasons of a page that remain after a grade for its group. */
function left(...codes: string[]): string[] {
  const page = { grade: null, reasons: reasons("duplicate", ...codes) };
  const decided = applyDecision(page, { decision: { grade: 3, comment: "" }, faults: reasons(...codes) });
  expect(decided).toMatchObject({ grade: 3, decided: true });
  return decided.reasons.map(({ code }) => code);
}

test("a grade for a group settles what its drawings have in common, but not whose page it is", () => {
  expect(left("open-input", "input-count")).toEqual(["duplicate"]);
});

test.each(["unsure-verdict", "other-letter", "unlettered-input", "idle-letter", "part-of-name"])(
  "a page with the doubt %s stays with a person: read otherwise, it is of another group",
  (code) => expect(left("open-input", code)).toEqual(["duplicate", code]),
);

test("a decision without a grade leaves the proposal, and settles nothing", () => {
  const page = { grade: 5, reasons: reasons("open-input") };
  const decision = { grade: null, comment: "Look at OR 1." };
  expect(applyDecision(page, { decision, faults: page.reasons })).toEqual({
    ...page,
    comment: "Look at OR 1.",
    decided: false,
  });
});
