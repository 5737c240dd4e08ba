import { expect, test } from "vitest";
import type { GradeRecord } from "../grading/grade-record.ts";
import { unconfirmedStudents } from "./unconfirmed.ts";

type Results = Pick<GradeRecord, "files" | "queue" | "students">;
type Page = readonly [student: string | null, item: number | null, status: string];

/** Students 1 to 3 with two items each, as far as their pages say. */
function results(...pages: Page[]): Results {
  const files = pages.map(([student_id, item, status], index) => ({
    file: `${index}.png`,
    page: 1,
    student_id,
    item,
    status,
  }));
  const queue = files.map(({ file, page }) => ({ file, page, label: "Low confidence" }));
  const students = ["1", "2", "3"].map((student_id) => ({
    student_id,
    name: "",
    total: 5,
    items: [1, 2].map((item) => {
      const own = files.find((page) => page.student_id === student_id && page.item === item);
      return { item, file: own?.file ?? null };
    }),
  }));
  return { files, queue, students } as unknown as Results;
}

function reasons(...pages: Page[]): Record<string, readonly string[]> {
  return Object.fromEntries(unconfirmedStudents(results(...pages)).map((each) => [each.student_id, each.reasons]));
}

const whole: Page[] = ["1", "2", "3"].flatMap((id) => [1, 2].map((item): Page => [id, item, "graded"]));

test("nobody is unconfirmed where every page is graded or extra", () => {
  expect(reasons(...whole, ["1", 1, "extra"], [null, null, "extra"])).toEqual({});
});

test("a student with a page under review is, and learns which one", () => {
  expect(reasons(...whole.slice(1), ["1", 1, "review"], ["2", null, "failed"])).toEqual({
    "1": ["item 1 needs review (Low confidence)"],
    "2": ["a page needs review (Low confidence)"],
  });
});

test("a missing item is only a question while there are pages without an owner", () => {
  expect(reasons(...whole.slice(1))).toEqual({});
  expect(reasons(...whole.slice(2), [null, null, "failed"], [null, 1, "review"])).toEqual({
    "1": ["items 1, 2 are missing, and 2 pages have no owner"],
  });
  expect(unconfirmedStudents(results(...whole.slice(1), [null, null, "failed"]))).toMatchObject([
    { student_id: "1", isIncomplete: true, reasons: ["item 1 is missing, and 1 page has no owner"] },
  ]);
});
