import { expect, test } from "vitest";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { neighbour, nextUngraded, orderSubmissions, searchSubmissions, submissionState } from "./submissions.ts";

function submission(student: string, item: number, more: Partial<Submission> = {}): Submission {
  return {
    id: `${student}-${item}`,
    task_id: "t",
    filename: `${student}_quiz[${item}].png`,
    file_url: "",
    page_url: "",
    student_id: student,
    item_number: item,
    graded: false,
    total_grade: null,
    maximum_grade: 10,
    proposed_grade: null,
    comment: null,
    released_at: null,
    mimetype: "image/png",
    size: 1,
    sha256: "",
    received_at: "2026-11-21T04:00:00.000Z",
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
    revision: 0,
    unclear_places_seen: null,
    ...more,
  };
}

const files = orderSubmissions([
  submission("20230002", 1, { place: 2 }),
  submission("20230001", 2, { graded: true, place: 1 }),
  submission("20230001", 1),
  submission("20230001", 3, { counts: false }),
]);

test("orderSubmissions: in the task's order; only those that count", () => {
  expect(files.map(({ id }) => id)).toEqual(["20230001-1", "20230001-2", "20230002-1"]);
});

test("neighbour stops at the ends", () => {
  expect(neighbour(files, { id: "20230001-1", by: 1 })?.id).toBe("20230001-2");
  expect(neighbour(files, { id: "20230001-1", by: -1 })).toBeNull();
  expect(neighbour(files, { id: "20230002-1", by: 1 })).toBeNull();
  expect(neighbour(files, { id: null, by: 1 })).toBeNull();
});

test("nextUngraded wraps around and skips graded ones", () => {
  expect(nextUngraded(files, "20230001-1")?.id).toBe("20230002-1");
  expect(nextUngraded(files, "20230002-1")?.id).toBe("20230001-1");
  expect(nextUngraded([submission("20230001", 1)], "20230001-1")).toBeNull();
});

test("submissionState", () => {
  const kinds = [
    submission("20230001", 1, { graded: true, analysis: "failed" }),
    submission("20230001", 1, { analysis: "failed" }),
    submission("20230001", 1, { analysis: "queued" }),
    submission("20230001", 1, { problem_count: 2 }),
    submission("20230001", 1),
  ].map((file) => submissionState(file).kind);
  expect(kinds).toEqual(["graded", "failed", "reading", "review", "ready"]);
  expect(submissionState(submission("20230001", 1, { problem_count: 1 })).words).toBe("To review: 1 problem");
});

test("a submission is found by its student's ID and its file's name, whatever the case", () => {
  const two = [submission("20230001", 1), submission("20230002", 2)];
  const found = (text: string) => searchSubmissions(two, text).map(({ student_id }) => student_id.at(-1));
  expect(found(" 2_Quiz[2]")).toEqual(["2"]);
  expect(found("0001")).toEqual(["1"]);
  expect(found("")).toEqual(["1", "2"]);
  expect(found("0001 0002")).toEqual([]);
});
