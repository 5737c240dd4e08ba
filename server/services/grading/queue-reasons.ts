import { reasonLabel, worstReason } from "../../../core/results/review-reasons.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import type { QueueEntry } from "../../contract/tasks/stack.ts";

/** Why a page is in the queue: all reasons, and the code and label of the worst. */
export function worstOf(reasons: readonly Problem[]): Pick<QueueEntry, "code" | "label" | "reasons"> {
  const code = worstReason(reasons)?.code ?? "unreadable";
  return { code, label: reasonLabel(code), reasons };
}
