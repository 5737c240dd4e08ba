import type { Queue } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";

/** What the instructor most likely wants to do now. `pages`: how many pages it is about. */
export type NextStep =
  | { readonly kind: "share" | "release" | "open" }
  | { readonly kind: "review" | "confirm"; readonly pages: number };

type Progress = Pick<Task, "total_submissions" | "reviewed_submissions">;
type Waiting = Pick<Queue, "entries" | "clear" | "pending">;

/** The task's next step, if what waits is known. */
export function nextStep(
  { total_submissions: total, reviewed_submissions: reviewed }: Progress,
  { entries, clear, pending }: Waiting,
): NextStep {
  if (entries.length > 0) return { kind: "review", pages: entries.length };
  if (clear > 0) return { kind: "confirm", pages: clear };
  if (pending > 0 || reviewed < total) return { kind: "open" };
  return { kind: total === 0 ? "share" : "release" };
}
