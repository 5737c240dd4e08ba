import { and, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import { tasks } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";

/** Refuses if the task does not exist or is not the user's. */
export async function ownTask({ db }: Pick<AppContext, "db">, userId: string, taskId: string) {
  const mine = and(eq(tasks.id, taskId), eq(tasks.userId, userId));
  const [row] = await db.query.select().from(tasks).where(mine);
  if (!row) throw notFound(TEXTS.task.notFound);
  return row;
}
