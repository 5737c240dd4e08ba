import { and, eq, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { AppContext } from "../context.ts";
import type { Query } from "../db/client.ts";
import { answerItems, enrolments, notifications, submissions, tasks } from "../db/schema.ts";
import { notificationRow, publishNotification } from "./notifications.ts";

/** What decides whether a task is Ongoing or Completed, and what its instructor is told. */
export interface TaskProgress {
  readonly due: boolean;
  /** The submissions that count. */
  readonly submitted: number;
  readonly graded: number;
  /** Every enrolled student has handed in every item. */
  readonly allHandedIn: boolean;
}

/** Completed: the due date has passed and every submission is graded; Ongoing again when that stops being true. */
export function taskStatus({ due, submitted, graded }: Omit<TaskProgress, "allHandedIn">): "Ongoing" | "Completed" {
  return due && graded === submitted ? "Completed" : "Ongoing";
}

type TaskRow = typeof tasks.$inferSelect;

/**
 * Tells the instructor what became true of a task: its due date passed, all was handed in, all is graded. To be called
 * after every change that may bear on it: an upload, a deletion, a grade, an edit, the clock.
 */
export async function settleTask(context: AppContext, taskId: string): Promise<void> {
  const { db, now } = context;
  const told = await db.write(async (query) => {
    const [task] = await query.select().from(tasks).where(eq(tasks.id, taskId));
    if (!task) return [];
    const { news, flags } = findNews(task, await readProgress(query, task, now()));
    const rows = news.map((entry) => notificationRow(context, { ...entry, userId: task.userId, taskId }));
    const update = query.update(tasks).set(flags).where(eq(tasks.id, taskId));
    await query.batch([update, ...rows.map((row) => query.insert(notifications).values(row))]);
    return rows;
  });
  for (const row of told) await publishNotification(context, row);
}

/** Settles the tasks whose due date has passed since anybody looked. */
export async function watchDueDates(context: AppContext): Promise<void> {
  const untold = or(isNull(tasks.dueNotifiedFor), ne(tasks.dueNotifiedFor, tasks.dueAt));
  const passed = await context.db.query
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(lte(tasks.dueAt, context.now()), untold));
  for (const { id } of passed) await settleTask(context, id);
}

function findNews(task: TaskRow, progress: TaskProgress) {
  const handedIn = progress.allHandedIn;
  const completed = taskStatus(progress) === "Completed";
  const news: { type: "due_date" | "completed_submission"; message: string }[] = [];
  if (progress.due && task.dueNotifiedFor !== task.dueAt) {
    news.push({ type: "due_date", message: `The due date of ${task.title} has passed.` });
  }
  if (handedIn && !task.handedInNotified) {
    news.push({ type: "completed_submission", message: `All students have handed in ${task.title}.` });
  }
  // Where nobody handed in anything, the due date says it all.
  if (completed && progress.submitted > 0 && !task.completedNotified) {
    news.push({ type: "completed_submission", message: `${task.title} is completed: every submission is graded.` });
  }
  const flags = {
    dueNotifiedFor: progress.due ? task.dueAt : task.dueNotifiedFor,
    handedInNotified: handedIn,
    completedNotified: completed,
  };
  return { news, flags };
}

async function readProgress(query: Query, task: TaskRow, now: number): Promise<TaskProgress> {
  const [counts] = await query
    .select({ submitted: sql<number>`count(*)`, graded: sql<number>`coalesce(sum(${submissions.graded}), 0)` })
    .from(submissions)
    .where(and(eq(submissions.taskId, task.id), eq(submissions.counts, true)));
  // Every pair of an enrolled student and an item that nobody handed in.
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
  return {
    due: task.dueAt <= now,
    submitted: counts?.submitted ?? 0,
    graded: counts?.graded ?? 0,
    allHandedIn: missing !== undefined && missing.pairs > 0 && missing.open === 0,
  };
}
