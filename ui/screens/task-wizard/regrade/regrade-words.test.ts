import { expect, test } from "vitest";
import {
  classChangeWords,
  goneWords,
  keptWords,
  outputWords,
  pageWords,
  regradeSummary,
  regradeTitle,
} from "./regrade-words.ts";

const student = (from: number, to: number) => ({ student_id: "20230001", from, to, pages: [] });

test("describes what a regrade changes", () => {
  expect(regradeSummary({ students: [] })).toBe("No student's points change.");
  expect(regradeSummary({ students: [student(5, 0), student(0, 5), student(0, 5)] })).toBe(
    "3 students get other points: 2 more, 1 fewer.",
  );
  expect(regradeSummary({ students: [student(5, 5)] })).toBe(
    "No student's points change. The pages of 1 student change, but not the sum.",
  );
  expect(regradeSummary({ students: [student(0, 5), student(5, 5), student(3, 3)] })).toBe(
    "1 student gets other points: 1 more. The pages of 2 students change, but not their sums.",
  );
  expect(outputWords({ item: 1, output: "OUT 2", right: 1, wrong: 0 })).toBe("Item 1, OUT 2 turns on 1 page right.");
  const turned = [{ output: "OUT 1", to: "wrong" as const }];
  const page = { file_id: "f", item: 2, why: "keys" as const, from: 5, to: null, turned };
  expect(pageWords({ ...page, reasons: [] })).toBe("Item 2: 5 → to be graded again. OUT 1 turns wrong.");
  const reasons = ["NAND drawn, asked for AND only: 2 points off."];
  expect(pageWords({ ...page, to: 3, turned: [], reasons })).toBe(`Item 2: 5 → 3. ${reasons[0]}`);
  const kept = { file_id: "f", student_id: "20230001", item: 1, points: 3, proposed_before: 0, proposed_after: null };
  expect(keptWords(kept)).toBe("20230001, item 1: 3 points stay, given by a person (the keys gave 0, now none)");
});

test("describes what happens to pages whose item is deleted", () => {
  const page = { file_id: "f", item: 2, turned: [], reasons: [] };
  const gone = { ...student(8, 3), pages: [{ ...page, why: "item-gone" as const, from: 5, to: null }] };
  expect(gone.pages.map(pageWords)).toEqual(["Item 2: 5 → no longer counted, as the item is deleted."]);
  expect(pageWords({ ...page, why: "item-back", from: null, to: 5 })).toBe(
    "Item 2: 5 → counted again, as the item is back.",
  );
  expect(goneWords({ item: 2, pages: 1 })).toBe(
    "Item 2 is deleted: what was handed in for it (1 page) is kept with its grades, but its points no longer count.",
  );
  const items = [{ item: 2, pages: 1 }];
  expect(regradeTitle({ students: [gone], kept: [], gone: items })).toBe("Delete Item 2?");
  expect(regradeTitle({ students: [], kept: [], gone: items })).toBe("Delete Item 2?");
  const keys = { ...student(5, 0), pages: [{ ...page, why: "keys" as const, from: 5, to: 0 }] };
  expect(regradeTitle({ students: [gone, keys], kept: [], gone: items })).toBe("Regrade with the new keys?");
});

test("describes which students would no longer be enrolled", () => {
  const rest = "What they handed in stays with its grades, but as not enrolled they can hand in nothing more.";
  expect(classChangeWords({ students: 3, not_enrolled: 2 }, "CPE 102 | 1")).toBe(
    `2 of the 3 students who handed in are not in CPE 102 | 1. ${rest}`,
  );
  expect(classChangeWords({ students: 3, not_enrolled: 1 }, "CPE 102 | 1")).toMatch(
    /^1 of the 3 students who handed in is not in /,
  );
  expect(classChangeWords({ students: 3, not_enrolled: 3 }, "CPE 102 | 1")).toMatch(
    /^None of the 3 students who handed in is in CPE/,
  );
  expect(classChangeWords({ students: 1, not_enrolled: 1 }, "CPE 102 | 1")).toMatch(
    /^The student who handed in is not in /,
  );
});
