import { expect, test } from "vitest";
import { firstDifferenceText } from "./group-words.ts";

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
