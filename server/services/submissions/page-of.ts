import type { PageRef } from "../../recogniser/messages.ts";
import type { Submission } from "./submissions.ts";

/** The page of a submission; of several sheets in the picture it is its student's for the item. */
export function pageOf({
  page,
  turn,
  taskId,
  studentId,
  item,
}: Submission): Required<Pick<PageRef, "page" | "turn" | "owner">> {
  return { page, turn, owner: { taskId, studentId, item } };
}
