import { itemList } from "../../../../core/rules/tasks/item-list.ts";
import { UNANSWERED } from "../../../uploads/send-file.ts";
import type { UploadItem } from "../../../uploads/use-uploads.ts";

/**
 * Which of the task's items were not handed in, as far as this tab knows; and those that are `doubtful`.
 *
 * @example
 * missingWords([1, 2, 3], [1]); // "Items 2 and 3 were not handed in from this tab."
 */
export function missingWords(
  items: readonly number[],
  received: readonly number[],
  doubtful: readonly number[] = [],
): string {
  const missing = items.filter((item) => !received.includes(item));
  const again = doubtful.length === 0 ? "" : ` Look at ${itemList(doubtful)} again.`;
  if (missing.length === 0) return `Every item was received.${again}`;
  const list = itemList(missing);
  return `${list[0]?.toUpperCase()}${list.slice(1)} ${missing.length === 1 ? "was" : "were"} not handed in from this tab.${again}`;
}

/** What happened to a chosen file, when no more can be sent. */
export function outcomeWords(entry: UploadItem): string {
  if (entry.state === "taken") return "Received.";
  if (entry.state === "closed") return entry.message;
  if (entry.unanswered) return UNANSWERED.closed;
  if (entry.state === "failed" || entry.state === "rejected") return `Not taken: ${entry.message}`;
  return "Not sent before the due date.";
}
