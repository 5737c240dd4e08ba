import { and, desc, eq, inArray, or } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { DismissedPair } from "../../../core/similarity/dismissed-pairs.ts";
import type { AppContext } from "../../context.ts";
import type { ComparedFile, DismissedPairs, dismissPairsBody } from "../../contract/results/copies.ts";
import { dismissedPairs, submissions, tasks } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { instructedTasks, ownTask, type Whose } from "../access/task-access.ts";
import { shownStudents } from "../classes/shown-students.ts";

const first = alias(submissions, "first_submission");
const second = alias(submissions, "second_submission");

/**
 * Pairs of which at least one drawing is of the task, the latest first. A co-instructor may have compared it with a task
 * that this user does not instruct: such pairs are left out.
 */
export async function listDismissedPairs(context: AppContext, { userId, taskId }: Whose): Promise<DismissedPairs> {
  const { query } = context.db;
  await ownTask(context, userId, taskId);
  const instructed = query.select({ id: tasks.id }).from(tasks).where(instructedTasks(query, userId));
  const rows = await query
    .select({ a: first, b: second, at: dismissedPairs.dismissedAt })
    .from(dismissedPairs)
    .innerJoin(first, eq(first.id, dismissedPairs.first))
    .innerJoin(second, eq(second.id, dismissedPairs.second))
    .where(
      and(
        or(eq(first.taskId, taskId), eq(second.taskId, taskId)),
        inArray(first.taskId, instructed),
        inArray(second.taskId, instructed),
      ),
    )
    .orderBy(desc(dismissedPairs.dismissedAt), dismissedPairs.first, dismissedPairs.second);
  const compared = await comparedTasks(context, [...new Set(rows.flatMap(({ a, b }) => [a.taskId, b.taskId]))]);
  const view = ({ id, taskId: ofTask, studentId, item }: typeof submissions.$inferSelect): ComparedFile => {
    const { title, shown } = compared.get(ofTask)!;
    return { id, task_id: ofTask, task_title: title, student_id: shown.name(studentId), item_number: item };
  };
  const inOrder = (a: ComparedFile, b: ComparedFile): [ComparedFile, ComparedFile] => {
    return a.student_id <= b.student_id ? [a, b] : [b, a];
  };
  return {
    pairs: rows.map(({ a, b, at }) => ({
      files: inOrder(view(a), view(b)),
      dismissed_at: new Date(at).toISOString(),
    })),
  };
}

/** The title of each task, and how its own students are shown. */
async function comparedTasks(context: AppContext, ids: readonly string[]) {
  const rows = await context.db.query
    .select()
    .from(tasks)
    .where(inArray(tasks.id, [...ids]));
  const views = rows.map(async (task) => {
    return [task.id, { title: task.title, shown: await shownStudents(context, task) }] as const;
  });
  return new Map(await Promise.all(views));
}

/**
 * Dismisses every pair of some drawings of tasks that the user instructs, or brings them back.
 *
 * @throws {Refusal} if one of them is of somebody else's task.
 */
export async function dismissPairs(
  context: AppContext,
  whose: Whose,
  { file_ids, dismissed }: z.infer<typeof dismissPairsBody>,
): Promise<DismissedPairs> {
  const ids = [...new Set(file_ids)].sort();
  await ownTask(context, whose.userId, whose.taskId);
  const own = await context.db.query
    .select({ id: submissions.id })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.id, submissions.taskId))
    .where(and(inArray(submissions.id, ids), instructedTasks(context.db.query, whose.userId)));
  if (own.length < ids.length) throw notFound("One of these drawings no longer exists.");
  await context.db.write(async (query) => {
    if (!dismissed) {
      return query
        .delete(dismissedPairs)
        .where(and(inArray(dismissedPairs.first, ids), inArray(dismissedPairs.second, ids)));
    }
    const dismissedAt = context.now();
    const pairs = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => ({ first: a, second: b, dismissedAt })));
    return pairs.length === 0 ? null : query.insert(dismissedPairs).values(pairs).onConflictDoNothing();
  });
  return listDismissedPairs(context, whose);
}

/** The dismissed pairs among a task's drawings, and theirs with other tasks'. */
export async function dismissedIn({ db }: AppContext, taskId: string): Promise<DismissedPair[]> {
  const ofTask = db.query.select({ id: submissions.id }).from(submissions).where(eq(submissions.taskId, taskId));
  const rows = await db.query
    .select()
    .from(dismissedPairs)
    .where(or(inArray(dismissedPairs.first, ofTask), inArray(dismissedPairs.second, ofTask)));
  return rows.map((row) => [row.first, row.second]);
}
