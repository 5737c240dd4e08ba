import type { File as Submission } from "../../../../server/contract/results/file.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";

export interface AnswerState {
  readonly kind: "reading" | "failed" | "review" | "proposed" | "confirmed" | "released";
  readonly words: string;
  /** More about it, if there is more to say. */
  readonly title: string | undefined;
}

/** The state of a page that counts. `entry` is its entry in the queue, if it waits there. */
export function answerState(
  { graded, released_at, analysis, analysis_error, proposed_grade }: Submission,
  entry: Pick<QueueEntry, "label" | "reasons"> | undefined,
): AnswerState {
  if (graded && released_at !== null) {
    return { kind: "released", words: "Released", title: "The student sees the grade" };
  }
  if (graded) return { kind: "confirmed", words: "Confirmed", title: "Not released to the student" };
  if (analysis === "failed") return { kind: "failed", words: "Not readable", title: analysis_error ?? undefined };
  if (analysis === "queued") return { kind: "reading", words: "Waiting", title: undefined };
  if (entry !== undefined) return { kind: "review", words: entry.label, title: entry.reasons[0]?.message };
  return proposed_grade === null
    ? { kind: "review", words: "To review", title: undefined }
    : { kind: "proposed", words: "Proposed", title: undefined };
}
