import { eq } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { submissions, tasks } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import type { ValidTask } from "./task-fields.ts";

interface WantedEdit {
  readonly taskId: string;
  /** When the task was last edited, as far as the editor knows; undefined if that does not matter. */
  readonly updatedAt: string | undefined;
  readonly items: ValidTask["items"];
}

/** Refuses an edit that would silently undo another one, or move hand-ins to another item's keys. */
export async function refuseEdit(query: Query, { taskId, updatedAt, items }: WantedEdit): Promise<void> {
  const [task] = await query.select({ updatedAt: tasks.updatedAt }).from(tasks).where(eq(tasks.id, taskId));
  if (updatedAt !== undefined && task?.updatedAt !== Date.parse(updatedAt)) {
    const message = "This task was changed since you opened it. Reload the page and make your changes again.";
    throw new Refusal(409, { code: "task-changed", message });
  }
  const isMoved = items.some(({ previousItem = null }, index) => previousItem !== null && previousItem !== index + 1);
  if (!isMoved) return;
  const ofTask = eq(submissions.taskId, taskId);
  const [handedIn] = await query.select({ id: submissions.id }).from(submissions).where(ofTask).limit(1);
  if (!handedIn) return;
  const message =
    "Students have handed in, and the numbers of the items are on their sheets: only the last item can be deleted. " +
    "Reload the page and make your changes again.";
  throw new Refusal(409, { code: "items-renumbered", message });
}
