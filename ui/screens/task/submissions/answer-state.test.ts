import { expect, test } from "vitest";
import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { answerState } from "./answer-state.ts";

const read = {
  graded: false,
  analysis: "done",
  analysis_error: null,
  proposed_grade: 5,
  released_at: null,
} as Submission;
const state = (part: Partial<Submission>, entry?: Parameters<typeof answerState>[1]) => {
  const { kind, words } = answerState({ ...read, ...part }, entry);
  return [kind, words];
};

test("the state of an answer, from its arrival to its grade", () => {
  expect(state({ analysis: "queued" })).toEqual(["reading", "Waiting"]);
  expect(state({ analysis: "failed" })).toEqual(["failed", "Not readable"]);
  expect(state({})).toEqual(["proposed", "Proposed"]);
  expect(state({ proposed_grade: null })).toEqual(["review", "To review"]);
  expect(state({ graded: true, released_at: "2026-01-01T08:00:00.000Z" })).toEqual(["released", "Released"]);
  // A grade that was changed again is not released until it is confirmed.
  expect(state({ graded: false, released_at: "2026-01-01T08:00:00.000Z" })).toEqual(["proposed", "Proposed"]);
  // A person may grade a page that cannot be read.
  expect(state({ analysis: "failed", graded: true })).toEqual(["confirmed", "Confirmed"]);
});

test("a page that waits for a person says why", () => {
  const reasons = [{ code: "open-input", message: "An input of the AND gate is open." }];
  const entry = { label: "Open input", reasons };
  expect(answerState(read, entry)).toEqual({ kind: "review", words: "Open input", title: reasons[0]!.message });
  expect(state({ graded: true }, entry)).toEqual(["confirmed", "Confirmed"]);
});
