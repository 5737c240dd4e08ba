import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import { answerItems, tasks } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { accessToTasks, type Task } from "../access/task-access.ts";
import { lastExtensions } from "../tasks/last-extensions.ts";
import { sameForOtherGroups } from "../tasks/other-groups.ts";
import { type Standing, standingIn, standingInGroups } from "./standing.ts";

/** The task that an upload is for, and who hands in. */
export interface Recipient {
  readonly task: Task;
  readonly items: ReadonlySet<number>;
  readonly uploadedBy: "student" | "instructor";
  /** Where the upload comes from. */
  readonly address: string;
  /** What was known of a student when the first file under this ID began to arrive; null if not enrolled. */
  standingOf(studentId: string): Promise<Standing | null>;
}

interface Finding {
  readonly taskId: string;
  readonly user: SessionUser | null;
  readonly time: number;
  readonly address: string;
}

/**
 * The recipient of an upload; null if there is no such task.
 *
 * @throws {Refusal} if students may no longer hand it in.
 */
export async function findRecipient(
  context: AppContext,
  { taskId, user, time, address }: Finding,
): Promise<Recipient | null> {
  const { query } = context.db;
  const rows = await query
    .select({ task: tasks, item: answerItems.item })
    .from(tasks)
    .leftJoin(answerItems, eq(answerItems.taskId, tasks.id))
    .where(eq(tasks.id, taskId));
  if (!rows[0]) return null;
  const { task } = rows[0];
  const role = user && (await accessToTasks(query, user.id, [task])).get(task.id)?.role;
  const uploadedBy = role === "owner" || role === "co-instructor" ? "instructor" : "student";
  // After the last student's time is up no file is received or read only to be refused.
  if (uploadedBy === "student" && !(await isOpen(context, task, time))) throw closed();
  // An instructor may have rights to this one task alone.
  const find = uploadedBy === "student" ? standingInGroups : standingIn;
  const standings = new Map<string, Promise<Standing | null>>();
  return {
    task,
    items: new Set(rows.flatMap(({ item }) => item ?? [])),
    uploadedBy,
    address,
    standingOf(studentId) {
      const standing = standings.get(studentId) ?? find(context, task, studentId);
      standings.set(studentId, standing);
      return standing;
    },
  };
}

/** Whether a student of the task may hand in, or one who has moved to another group that has it. */
async function isOpen(context: AppContext, task: Task, time: number): Promise<boolean> {
  if (task.dueAt > time) return true;
  const groups = [task, ...(await sameForOtherGroups(context, task))];
  const extended = await lastExtensions(
    context.db.query,
    groups.map(({ id }) => id),
  );
  return groups.some(({ id, dueAt }) => Math.max(dueAt, extended.get(id)?.dueAt ?? 0) > time);
}

/** The whole upload is too late. */
export function closed(): Refusal {
  return new Refusal(403, { code: "closed", message: TEXTS.task.closed });
}
