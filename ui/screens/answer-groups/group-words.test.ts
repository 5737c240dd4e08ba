import { expect, test } from "vitest";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import { firstDifferenceText, orderGroups, reasonTexts } from "./group-words.ts";

const assignment = [
  { name: "A", value: 0 as const },
  { name: "B", value: 1 as const },
];
const row = { output: "OUT 1", expression: "A", drawn: "B", matches: true, first_difference: null };

test("the first difference of the first output that has one", () => {
  const wrong = {
    ...row,
    output: "OUT 2",
    matches: false,
    first_difference: { assignment, expected: 1, got: 0 },
  } as const;
  expect(firstDifferenceText({ rows: [row, wrong] })).toBe("OUT 2 at A=0 B=1: 0, not 1");
  expect(firstDifferenceText({ rows: [row] })).toBeNull();
});

function group(id: string, verdict: AnswerGroupView["verdict"], [size, graded]: readonly [number, number]) {
  return { id, verdict, size, graded } as AnswerGroupView;
}

test("mistakes that most ungraded pages share come first, right answers last", () => {
  const groups = [
    group("a", "wrong", [9, 9]),
    group("b", "wrong", [4, 1]),
    group("c", "not-comparable", [5, 0]),
    group("d", "right", [30, 0]),
    group("e", "wrong", [3, 0]),
  ];
  expect(orderGroups(groups).map(({ id }) => id)).toEqual(["c", "b", "e", "a", "d"]);
});

test("a reason that several pages or outputs share is said once", () => {
  const reasons = ["An input is open.", "An input is open.", "No output."].map((message) => ({
    code: "fault",
    message,
  }));
  expect(reasonTexts({ reasons })).toEqual(["An input is open.", "No output."]);
});
