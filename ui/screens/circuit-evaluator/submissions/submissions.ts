import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { counted, isFound } from "../../../format.ts";

/** The submissions that count, in the task's order, which is also the evaluator's. */
export function orderSubmissions(files: readonly Submission[]): Submission[] {
  return files.filter(({ counts }) => counts).sort((a, b) => a.place - b.place);
}

export function searchSubmissions(files: readonly Submission[], text: string): Submission[] {
  return files.filter(({ student_id, filename }) => isFound(`${student_id}\n${filename}`, text));
}

/** The submission `by` places away, or null beyond the ends. */
export function neighbour(
  files: readonly Submission[],
  { id, by }: { id: string | null; by: 1 | -1 },
): Submission | null {
  const at = files.findIndex((file) => file.id === id);
  return at < 0 ? null : (files[at + by] ?? null);
}

/** The next submission without a grade after the one with `id`, wrapping around; null if all are graded. */
export function nextUngraded(files: readonly Submission[], id: string | null): Submission | null {
  const at = files.findIndex((file) => file.id === id);
  const round = [...files.slice(at + 1), ...files.slice(0, Math.max(at, 0))];
  return round.find(({ graded }) => !graded) ?? null;
}

export interface SubmissionState {
  readonly kind: "graded" | "failed" | "reading" | "review" | "ready";
  readonly words: string;
}

export function submissionState({ graded, analysis, problem_count }: Submission): SubmissionState {
  if (graded) return { kind: "graded", words: "Graded" };
  if (analysis === "failed") return { kind: "failed", words: "Could not be read" };
  if (analysis !== "done") return { kind: "reading", words: "Is being read" };
  if (problem_count > 0) return { kind: "review", words: `To review: ${counted(problem_count, "problem")}` };
  return { kind: "ready", words: "Not graded" };
}
