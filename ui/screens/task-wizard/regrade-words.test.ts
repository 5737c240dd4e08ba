import { expect, test } from "vitest";
import { keptWords, outputWords, pageWords, regradeSummary } from "./regrade-words.ts";

const student = (from: number, to: number) => ({ student_id: "20230001", from, to, pages: [] });

test("what a regrade changes, in words", () => {
  expect(regradeSummary({ students: [] })).toBe("No student's points change.");
  expect(regradeSummary({ students: [student(5, 0), student(0, 5), student(0, 5)] })).toBe(
    "3 students get other points: 2 more, 1 fewer.",
  );
  expect(regradeSummary({ students: [student(5, 5)] })).toBe("1 student gets the same sum of other points.");
  expect(outputWords({ item: 1, output: "OUT 2", right: 1, wrong: 0 })).toBe("Item 1, OUT 2 turns on 1 page right.");
  const page = { file_id: "f", item: 2, from: 5, to: null, turned: [{ output: "OUT 1", to: "wrong" as const }] };
  expect(pageWords({ ...page, reasons: [] })).toBe("Item 2: 5 → to be graded again. OUT 1 turns wrong.");
  const reasons = ["NAND drawn, asked for AND only: 2 points off."];
  expect(pageWords({ ...page, to: 3, turned: [], reasons })).toBe(`Item 2: 5 → 3. ${reasons[0]}`);
  const kept = { file_id: "f", student_id: "20230001", item: 1, points: 3, proposed_before: 0, proposed_after: null };
  expect(keptWords({ ...kept, why: "override" })).toBe(
    "20230001, item 1: 3 points stay, given by a person (the keys gave 0, now none)",
  );
  expect(keptWords({ ...kept, why: "item-gone" })).toBe(
    "20230001, item 1: 3 points stay: the task has no such item any more",
  );
});
