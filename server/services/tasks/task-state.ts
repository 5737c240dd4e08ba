import { and, eq, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { answerItems, enrolments, extensions, notifications, submissions, tasks } from "../../db/schema.ts";
import { instructorsOf } from "../access/audience.ts";
import { notificationRow, publishNotifications } from "../notifications/notifications.ts";
import { answersOf } from "../submissions/answers-of.ts";
import { lastExtensions } from "./last-extensions.ts";

/** What decides whether a task is Ongoing or Completed, and which notifications its instructors get. */
export interface TaskProgress {
  /** The due date and every student's extension have passed. */
  readonly due: boolean;
  /** The submissions that count. */
  readonly submitted: number;
  readonly graded: number;
  /** Every enrolled student has handed in every item. */
  readonly allHandedIn: boolean;
}

/** Completed: nobody may hand in any more and every submission is graded; Ongoing again when that stops being true. */
export function taskStatus({ due, submitted, graded }: Omit<TaskProgress, "allHandedIn">): "Ongoing" | "Completed" {
  return due && graded === submitted ? "Completed" : "Ongoing";
}

type TaskRow = typeof tasks.$inferSelect;

/**
 * Notifies the owner and the co-instructors of a task's new state: its due date passed, everything was handed in,
 * everything is graded. Call it after every change that may affect it: an upload, a deletion, a grade, an edit, the
 * clock.
 */
export async function settleTask(context: AppContext, taskId: string): Promise<void> {
  const { db, now } = context;
  // Usually nothing has changed: then writers do not have to wait for the check.
  if ((await lookAt(db.query, { taskId, time: now() })).update === null) return;
  const told = await db.write(async (query) => {
    const time = now();
    const { task, news, update } = await lookAt(query, { taskId, time });
    if (update === null) return [];
    const instructors = await instructorsOf({ db: { query } }, task);
    const rows = instructors.flatMap((userId) => {
      return news.map((entry) => notificationRow(context, { ...entry, userId, taskId }));
    });
    await query.batch([
      query.update(tasks).set(update).where(eq(tasks.id, taskId)),
      query.update(extensions).set({ endedFor: sql`due_at` }).where(endedUnlooked({ taskId, time })),
      ...rows.map((row) => query.insert(notifications).values(row)),
    ]);
    return rows;
  });
  publishNotifications(
    context,
    told.map(({ userId }) => userId),
  );
}

/** Updates the tasks whose due date, or a student's own, has passed since the last check. */
export async function watchDueDates(context: AppContext): Promise<void> {
  const unnotified = or(isNull(tasks.dueNotifiedFor), ne(tasks.dueNotifiedFor, tasks.dueAt));
  const passed = await context.db.query
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(lte(tasks.dueAt, context.now()), unnotified));
  const ended = await context.db.query
    .selectDistinct({ id: extensions.taskId })
    .from(extensions)
    .where(and(lte(extensions.dueAt, context.now()), unlooked));
  for (const id of new Set([...passed, ...ended].map((row) => row.id))) await settleTask(context, id);
}

/** Extensions that have ended since the task was last updated. */
const unlooked = or(isNull(extensions.endedFor), ne(extensions.endedFor, extensions.dueAt));

interface TaskTime {
  readonly taskId: string;
  readonly time: number;
}

function endedUnlooked({ taskId, time }: TaskTime) {
  return and(eq(extensions.taskId, taskId), lte(extensions.dueAt, time), unlooked);
}

async function endedExtensions(query: Query, at: TaskTime): Promise<number[]> {
  const rows = await query.select({ dueAt: extensions.dueAt }).from(extensions).where(endedUnlooked(at));
  return rows.map(({ dueAt }) => dueAt);
}

type Look =
  /** There is nothing to notify or write, or the task is gone. */
  | { readonly update: null; readonly task?: undefined; readonly news?: undefined }
  | { readonly update: Flags; readonly task: TaskRow; readonly news: ReturnType<typeof findNews>["news"] };

type Flags = Pick<TaskRow, "dueNotifiedFor" | "handedInNotified" | "completedNotified">;

/** What has become true of a task since it was last updated. */
async function lookAt(query: Query, { taskId, time }: TaskTime): Promise<Look> {
  const [task] = await query.select().from(tasks).where(eq(tasks.id, taskId));
  if (!task) return { update: null };
  const ended = await endedExtensions(query, { taskId, time });
  const { news, flags } = findNews(task, { ...(await readProgress(query, task, time)), ended, time });
  const isSame = Object.entries(flags).every(([name, value]) => task[name as keyof Flags] === value);
  if (isSame && ended.length === 0 && news.length === 0) return { update: null };
  return { update: flags, task, news };
}

interface Moment extends TaskProgress {
  readonly time: number;
  /** When those extensions ended that have ended since the task was last updated. */
  readonly ended: readonly number[];
}

function findNews(task: TaskRow, { time, ended, ...progress }: Moment) {
  const isPast = task.dueAt <= time;
  const handedIn = progress.allHandedIn;
  const completed = taskStatus(progress) === "Completed";
  const news: { type: "due_date" | "completed_submission"; message: string }[] = [];
  if (isPast && task.dueNotifiedFor !== task.dueAt) {
    news.push({ type: "due_date", message: `The due date of ${task.title} has passed.` });
  }
  if (progress.due && ended.some((dueAt) => dueAt > task.dueAt)) {
    news.push({ type: "due_date", message: `The last extension of ${task.title} has ended.` });
  }
  if (handedIn && !task.handedInNotified) {
    news.push({ type: "completed_submission", message: `All students have handed in ${task.title}.` });
  }
  // If nobody handed in anything, the due date says it all.
  if (completed && progress.submitted > 0 && !task.completedNotified) {
    news.push({ type: "completed_submission", message: `${task.title} is completed: every submission is graded.` });
  }
  const flags = {
    dueNotifiedFor: isPast ? task.dueAt : task.dueNotifiedFor,
    handedInNotified: handedIn,
    completedNotified: completed,
  };
  return { news, flags };
}

async function readProgress(query: Query, task: TaskRow, now: number): Promise<TaskProgress> {
  const [counts] = await query
    .select({ submitted: sql<number>`count(*)`, graded: sql<number>`coalesce(sum(${submissions.graded}), 0)` })
    .from(submissions)
    .where(answersOf(task.id));
  // Every pair of an enrolled student and an item that was not handed in.
  const [missing] = await query
    .select({ pairs: sql<number>`count(*)`, open: sql<number>`count(*) - count(${submissions.id})` })
    .from(enrolments)
    .innerJoin(answerItems, eq(answerItems.taskId, task.id))
    .leftJoin(
      submissions,
      and(
        eq(submissions.taskId, task.id),
        eq(submissions.studentId, enrolments.studentId),
        eq(submissions.item, answerItems.item),
        eq(submissions.counts, true),
      ),
    )
    .where(eq(enrolments.classId, task.classId));
  const last = (await lastExtensions(query, [task.id])).get(task.id)?.dueAt ?? 0;
  return {
    due: Math.max(task.dueAt, last) <= now,
    submitted: counts?.submitted ?? 0,
    graded: counts?.graded ?? 0,
    allHandedIn: missing !== undefined && missing.pairs > 0 && missing.open === 0,
  };
}
