import { expect, test } from "vitest";
import type { Assignment } from "../../../../core/rules/tasks/assignment.ts";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { filterOf, filterRows, searchRows, shownItems, sortRows, studentRows } from "./student-rows.ts";

let place = 0;

/** A page for an item; `total_grade` makes it graded. */
function page(student: string, item: number, grades: Partial<Submission> = {}): Submission {
  const filename = `${student}_quiz[${item}].png`;
  const graded = grades.total_grade !== undefined;
  const file = { student_id: student, item_number: item, filename, place: place++, counts: true, graded };
  return { ...file, total_grade: null, proposed_grade: null, ...grades } as Submission;
}

const files = [
  page("20230002", 1, { total_grade: 4 }),
  page("20230002", 2, { proposed_grade: 3 }),
  page("20230001", 2),
  page("20230003", 1, { total_grade: 5 }),
  page("20230003", 2, { total_grade: 0 }),
  page("20239999", 1, { proposed_grade: 5 }),
];
const roster = [
  { student_id: "20230001", name: "Ana Cruz" },
  { student_id: "20230002", name: "Ben Núñez" },
  { student_id: "20230003", name: "" },
  { student_id: "20230004", name: "Zoe Lim" },
];
const rows = studentRows(files, { roster, items: [1, 2] });
const of = (list: readonly { readonly student: string }[]) => list.map(({ student }) => student.slice(-1));

test("a row for each student: those of the task first, then who has handed in nothing", () => {
  expect(of(rows)).toEqual(["2", "1", "3", "9", "4"]);
  expect(rows.map(({ answers }) => answers.map((file) => file?.filename.slice(8) ?? null))).toEqual([
    ["_quiz[1].png", "_quiz[2].png"],
    [null, "_quiz[2].png"],
    ["_quiz[1].png", "_quiz[2].png"],
    ["_quiz[1].png", null],
    [null, null],
  ]);
  expect(rows[0]!.name).toBe("Ben Núñez");
  expect(rows[3]!.name).toBe("");
});

test("a grader of some items sees those alone: the pages of the others are not missing", () => {
  const keys = [1, 2, 3].map((item) => ({ item: `Item ${item}`, keys: [], rubric: null }));
  const seen = (assignment: Assignment | null) => shownItems({ answer_keys: keys, assignment });
  expect([seen(null), seen({ kind: "share" })]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
  ]);
  expect(seen({ kind: "items", items: [3, 1] })).toEqual([1, 3]);
  const third = studentRows([page("20230001", 3)], { roster: [], items: [1, 3] });
  expect(third[0]!.answers.map((file) => file?.item_number ?? null)).toEqual([null, 3]);
});

test("uploads that do not count are not shown", () => {
  const other = { ...page("20230004", 1), counts: false };
  expect(studentRows([other], { roster: [], items: [1, 2] })).toEqual([]);
});

test("the total counts graded answers; proposals are added apart", () => {
  expect(rows.map(({ total, proposed }) => [total, proposed])).toEqual([
    [4, 7],
    [null, null],
    [5, null],
    [null, 5],
    [null, null],
  ]);
});

test("the total sorts both ways, students without a grade stay last in the task's order", () => {
  expect(of(sortRows(rows, { by: "total", order: "descending" }))).toEqual(["3", "2", "1", "9", "4"]);
  expect(of(sortRows(rows, { by: "total", order: "ascending" }))).toEqual(["2", "3", "1", "9", "4"]);
});

test("students are sorted by name, those without one by ID", () => {
  expect(of(sortRows(rows, { by: "student", order: "ascending" }))).toEqual(["3", "9", "1", "2", "4"]);
  expect(of(sortRows(rows, { by: "student", order: "descending" }))).toEqual(["4", "2", "1", "9", "3"]);
});

test("filters keep the students with an answer that fits", () => {
  expect(of(filterRows(rows, "all"))).toEqual(["2", "1", "3", "9", "4"]);
  expect(of(filterRows(rows, "graded"))).toEqual(["2", "3"]);
  expect(of(filterRows(rows, "ungraded"))).toEqual(["2", "1", "9"]);
  expect(of(filterRows(rows, "missing"))).toEqual(["1", "9", "4"]);
});

test("the address may contain a filter or anything else", () => {
  expect(["graded", "missing", "", "none"].map(filterOf)).toEqual(["graded", "missing", "all", "all"]);
});

test("a student is found by ID, name and file name, whatever case and accents", () => {
  expect(of(searchRows(rows, " nunez"))).toEqual(["2"]);
  expect(of(searchRows(rows, "20239999_QUIZ"))).toEqual(["9"]);
  expect(of(searchRows(rows, "0004"))).toEqual(["4"]);
  expect(of(searchRows(rows, ""))).toEqual(["2", "1", "3", "9", "4"]);
  expect(searchRows(rows, "nobody")).toEqual([]);
});
