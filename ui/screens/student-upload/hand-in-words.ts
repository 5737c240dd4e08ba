import { itemList } from "../../../core/rules/item-list.ts";
import type { UploadItem } from "../../uploads/use-uploads.ts";

/**
 * Which of the task's items nobody has received yet.
 *
 * @example
 * missingWords([1, 2, 3], [1]); // "Items 2 and 3 are still missing."
 */
export function missingWords(items: readonly number[], received: readonly number[]): string {
  const missing = items.filter((item) => !received.includes(item));
  if (missing.length === 0) return "Nothing is missing: every item was received.";
  const list = itemList(missing);
  return `${list[0]?.toUpperCase()}${list.slice(1)} ${missing.length === 1 ? "is" : "are"} still missing.`;
}

/** What became of a chosen file, where no more can be sent. */
export function outcomeWords(entry: UploadItem): string {
  if (entry.state === "taken") return "Received.";
  if (entry.state === "closed") return entry.message;
  if (entry.state === "failed" || entry.state === "rejected") return `Not taken: ${entry.message}`;
  return "Not sent before the due date.";
}
