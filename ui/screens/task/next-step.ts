import { instructs } from "../../../core/rules/tasks/roles.ts";
import type { File } from "../../../server/contract/results/file.ts";
import type { RegradeRequest } from "../../../server/contract/results/release.ts";
import type { Queue } from "../../../server/contract/tasks/stack.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";

/** What the instructor most likely wants to do now. `pages`: how many pages it is about. */
export type NextStep =
  | { readonly kind: "share" | "open" | "grades" }
  | { readonly kind: "review" | "confirm" | "answer" | "release"; readonly pages: number };

interface Given {
  readonly files: readonly Pick<File, "counts" | "graded" | "released_at">[];
  readonly requests: readonly Pick<RegradeRequest, "answer">[];
}

/** The task's next step, if what waits, the pages that count and the regrade requests are known. */
export function nextStep(
  task: Pick<Task, "total_submissions" | "reviewed_submissions" | "role">,
  { entries, clear, pending }: Pick<Queue, "entries" | "clear" | "pending">,
  { files, requests }: Given,
): NextStep {
  const { total_submissions: total, reviewed_submissions: reviewed } = task;
  if (entries.length > 0) return { kind: "review", pages: entries.length };
  if (clear > 0) return { kind: "confirm", pages: clear };
  const open = requests.filter(({ answer }) => answer === null).length;
  if (open > 0) return { kind: "answer", pages: open };
  if (pending > 0 || reviewed < total) return { kind: "open" };
  // Sharing the link and releasing are for instructors.
  if (!instructs(task)) return { kind: "grades" };
  if (total === 0) return { kind: "share" };
  const hidden = files.filter(({ counts, graded, released_at }) => counts && graded && released_at === null);
  return hidden.length === 0 ? { kind: "grades" } : { kind: "release", pages: hidden.length };
}
