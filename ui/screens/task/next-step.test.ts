import { expect, test } from "vitest";
import type { QueueEntry } from "../../../server/contract/tasks/stack.ts";
import { nextStep } from "./next-step.ts";

const NOTHING = { entries: [], clear: 0, pending: 0 };
const FILES = [
  { counts: true, graded: true, released_at: null },
  { counts: true, graded: true, released_at: "2026-01-01T08:00:00.000Z" },
  { counts: false, graded: true, released_at: null },
];
const ANSWER = { comment: "", grade_before: 3, grade_after: 3, answered_at: "", answered_by: "" };
const entries = [{}, {}] as QueueEntry[];

function step(total: number, reviewed: number, queue: Partial<Parameters<typeof nextStep>[1]> = {}) {
  return nextStep(
    { total_submissions: total, reviewed_submissions: reviewed, role: "owner" },
    { ...NOTHING, ...queue },
    { files: FILES, requests: [] },
  );
}

test("the next step fits the state of the task", () => {
  expect(step(0, 0)).toEqual({ kind: "share" });
  expect(step(5, 1, { entries, clear: 2, pending: 1 })).toEqual({ kind: "review", pages: 2 });
  // Pages of stacks that are nobody's yet are no submissions.
  expect(step(0, 0, { entries })).toEqual({ kind: "review", pages: 2 });
  expect(step(5, 1, { clear: 3, pending: 1 })).toEqual({ kind: "confirm", pages: 3 });
  expect(step(5, 4, { pending: 1 })).toEqual({ kind: "open" });
  // The list of tasks may be newer than the queue.
  expect(step(5, 4)).toEqual({ kind: "open" });
  expect(step(5, 5)).toEqual({ kind: "release", pages: 1 });
  const done = { total_submissions: 1, reviewed_submissions: 1, role: "owner" as const };
  expect(nextStep(done, NOTHING, { files: FILES.slice(1), requests: [] })).toEqual({ kind: "grades" });
  const answered = { answer: ANSWER };
  expect(nextStep(done, NOTHING, { files: FILES, requests: [answered, { answer: null }] })).toEqual({
    kind: "answer",
    pages: 1,
  });
});

test("a grader neither shares the link nor releases grades", () => {
  const given = { files: FILES, requests: [] };
  for (const total of [0, 3]) {
    const own = { total_submissions: total, reviewed_submissions: total, role: "grader" as const };
    expect(nextStep(own, NOTHING, given)).toEqual({ kind: "grades" });
  }
});
