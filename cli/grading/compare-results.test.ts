import { expect, test } from "vitest";
import { regradeLines } from "../views/grading/regrade-text.ts";
import { compareResults } from "./compare-results.ts";
import type { GradedPage, GradeRecord } from "./grade-record.ts";

/** Results of one student's pages, with the grade of each item; null if the task does not have it. */
function results(grades: readonly (number | null)[]): GradeRecord {
  const files = grades.map((grade, index) => ({
    file: `20230001_quiz[${index + 1}].png`,
    page: 1,
    student_id: "20230001",
    item: index + 1,
    counts: true,
    decided: false,
    chosen: null,
    grade,
    rows: [],
    adjustments: [],
  }));
  const items = grades.flatMap((grade, index) => (grade === null ? [] : [{ item: index + 1, keys: [] }]));
  return { files: files as unknown as readonly GradedPage[], task: { items }, queue: [] } as unknown as GradeRecord;
}

test("an item that was removed from the task takes its points with it, once", () => {
  const gone = compareResults(results([5, 3]), results([5, null]));
  expect(regradeLines(gone).slice(0, 2)).toEqual([
    "1 student would get other points, on 1 page:",
    "  20230001: 8 -> 5 (item 2: 3 -> none, the task no longer has this item)",
  ]);
  expect(regradeLines(compareResults(results([5, null]), results([5, null])))).toEqual([
    "No student's points would change.",
    "2 pages would stay as they are.",
  ]);
  const back = compareResults(results([5, null]), results([5, 3]));
  expect(regradeLines(back)[1]).toBe("  20230001: 5 -> 8 (item 2: none -> 3, the task now has this item)");
});

test("a person's new decision changes points; the same one keeps them", () => {
  const decided = (grade: number): GradeRecord => {
    const record = results([grade]);
    return { ...record, files: record.files.map((page) => ({ ...page, decided: true })) };
  };
  expect(regradeLines(compareResults(decided(7), decided(99)))[1]).toBe("  20230001: 7 -> 99 (item 1: 7 -> 99)");
  expect(regradeLines(compareResults(decided(7), decided(7)))[0]).toBe("No student's points would change.");
});

test("pages that leave the queue with the points that were proposed are counted", () => {
  const page = results([5]);
  const waiting = { ...page, queue: [{}, {}] as unknown as GradeRecord["queue"] };
  expect(regradeLines(compareResults(waiting, { ...page, queue: waiting.queue.slice(1) }))).toEqual([
    "No student's points would change.",
    "1 page would stay as it is.",
    "The queue would have 1 page instead of 2.",
  ]);
});

test("pages that count for somebody else, no longer, or for the first time are reported", () => {
  const [first, second] = results([5, 3]).files as [GradedPage, GradedPage];
  const { task } = results([5, 3]);
  const record = (...files: GradedPage[]): GradeRecord => ({ ...results([]), task, files });
  const comparison = compareResults(record(first), record({ ...first, student_id: "20230015" }, second));
  expect(regradeLines(comparison)).toEqual([
    "No student's points would change on pages that stay theirs.",
    "2 pages would count for somebody or something else:",
    "  20230001_quiz[1].png: 20230001, item 1, 5 points -> 20230015, item 1, 5 points",
    "  20230001_quiz[2].png: nothing -> 20230001, item 2, 3 points",
    "0 pages would stay as they are.",
  ]);
  const gone = compareResults(record(first, second), record(first));
  expect(regradeLines(gone)[2]).toBe("  20230001_quiz[2].png: 20230001, item 2, 3 points -> nothing");
});

test("a student's sums are over all their pages, also those that move", () => {
  const [first, second] = results([5, 3]).files as [GradedPage, GradedPage];
  const { task } = results([5, 3]);
  const now = [
    { ...first, grade: 2 },
    { ...second, student_id: "20230015" },
  ];
  const comparison = compareResults(
    { ...results([]), task, files: [first, second] },
    { ...results([]), task, files: now },
  );
  expect(regradeLines(comparison)[1]).toBe("  20230001: 8 -> 2 (item 1: 5 -> 2)");
});
