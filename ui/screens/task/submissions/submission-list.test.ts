import { expect, test } from "vitest";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import {
  deletionText,
  earlierText,
  emptyText,
  filterOf,
  filterSubmissions,
  flattenFlagged,
  searchSubmissions,
  sortByGrade,
} from "./submission-list.ts";

function submission(id: string, grade: number | null): Submission {
  return {
    id,
    task_id: "t",
    filename: `${id}_quiz[1].png`,
    file_url: "",
    page_url: "",
    student_id: id,
    item_number: 1,
    graded: grade !== null,
    total_grade: grade,
    maximum_grade: 10,
    proposed_grade: null,
    comment: null,
    mimetype: "image/png",
    size: 1,
    sha256: "",
    received_at: "2026-11-21T00:00:00.000Z",
    uploaded_by: "student",
    late: false,
    place: 0,
    counts: true,
    question: null,
    from_elsewhere: false,
    waiting: 0,
    earlier: 0,
    earlier_grade: null,
    analysis: "done",
    analysis_error: null,
    problem_count: 0,
  };
}

const files = [submission("a", null), submission("b", 3), submission("c", 9)];
const ids = (list: readonly Submission[]) => list.map(({ id }) => id);

test("the total grade sorts both ways, ungraded submissions stay last", () => {
  expect(ids(sortByGrade(files, "descending"))).toEqual(["c", "b", "a"]);
  expect(ids(sortByGrade(files, "ascending"))).toEqual(["b", "c", "a"]);
});

test("filters depend on whether a grade was given", () => {
  expect(ids(filterSubmissions(files, "graded"))).toEqual(["b", "c"]);
  expect(ids(filterSubmissions(files, "ungraded"))).toEqual(["a"]);
  expect(ids(filterSubmissions(files, "all"))).toEqual(["a", "b", "c"]);
});

test("the address may contain a filter or anything else", () => {
  expect(["graded", "similar", "", "none"].map(filterOf)).toEqual(["graded", "similar", "all", "all"]);
});

test("a submission is found by its student's ID and its file's name, whatever the case", () => {
  expect(ids(searchSubmissions(files, " B_Quiz"))).toEqual(["b"]);
  expect(ids(searchSubmissions(files, "c"))).toEqual(["c"]);
  expect(ids(searchSubmissions(files, ""))).toEqual(["a", "b", "c"]);
  expect(searchSubmissions(files, "b c")).toEqual([]);
});

test("empty lists say why", () => {
  expect(emptyText("all")).toBe("No submissions available.");
  expect(emptyText("graded")).toBe("All files are not yet graded.");
  expect(emptyText("ungraded")).toBe("All files are already graded.");
  expect(emptyText("similar")).toBe("No similar files. Click Check for similar submissions button.");
});

test("says what a submission replaces, with the earlier grade", () => {
  const of = (earlier: number, grade: number | null) =>
    earlierText({ waiting: 0, earlier, earlier_grade: grade, maximum_grade: 10 });
  expect(of(1, null)).toBe("replaces 1 other");
  expect(of(1, 0)).toBe("replaces 1 other, graded 0 / 10");
  expect(of(2, 10)).toBe("replaces 2 others, last graded 10 / 10");
});

test("lists waiting uploads separately from replaced ones", () => {
  const of = (waiting: number, earlier: number) =>
    earlierText({ waiting, earlier, earlier_grade: null, maximum_grade: 10 });
  expect(of(1, 0)).toBe("1 newer one waits");
  expect(of(2, 1)).toBe("replaces 1 other; 2 newer ones wait");
});

test("a deletion is confirmed in the specification's words, with what else is deleted", () => {
  const question =
    "This submission will be completely removed from the system. Are you sure you want to delete this file?";
  const of = (earlier: number, grade: number | null) => deletionText({ waiting: 0, earlier, earlier_grade: grade });
  expect(of(0, null)).toBe(question);
  expect(of(1, null)).toBe(`${question} The 1 other upload of this student and item is removed as well.`);
  expect(of(1, 0)).toBe(`${question} The 1 other upload of this student and item, and its grade, is removed as well.`);
  expect(deletionText({ waiting: 1, earlier: 0, earlier_grade: null })).toBe(
    `${question} The 1 other upload of this student and item is removed as well.`,
  );
  expect(of(2, 10)).toBe(
    `${question} The 2 other uploads of this student and item, and their grades, are removed as well.`,
  );
});

test("flagged groups become one list with the number of each group", () => {
  const flat = flattenFlagged(
    [
      ["a", "gone"],
      ["c", "b"],
    ],
    files,
  );
  expect(flat.map(({ file, group }) => [file.id, group])).toEqual([
    ["a", 1],
    ["c", 2],
    ["b", 2],
  ]);
});
