import { and, asc, eq, inArray, lte, type SQL, sql } from "drizzle-orm";
import { createTurns } from "../../workers/turns.ts";
import type { Query } from "../db/client.ts";
import { jobs, stacks, submissions, tasks } from "../db/schema.ts";
import type { Presence } from "../processes/presence.ts";

type Job = typeof jobs.$inferSelect;

/** The task that a job is for. */
const TASK = sql<string>`coalesce(${submissions.taskId}, ${stacks.taskId})`;
/** 1 for a page that another one has replaced, otherwise 0. */
const REPLACED = sql<number>`(${submissions.counts} = 0 and ${submissions.rivalId} is null) is true`;

interface Claiming {
  readonly now: () => number;
  readonly presence: Presence;
}

/**
 * Makes the function that takes the next due job for this process, of those that `waiting` selects; it returns null
 * without one. The owners of tasks take turns, and so do the tasks of each, so that none waits until all pages of another
 * one are read; many tasks give nobody more turns. Pages that another one has replaced come last of all: nobody can keep others waiting by
 * sending the same page many times.
 */
export function createClaims({ now, presence }: Claiming) {
  /** Of tasks with jobs, and of their owners. */
  const turns = createTurns<string>();

  async function nextTask(query: Query, due: SQL | undefined): Promise<string | null> {
    const waiting = await query
      .select({
        id: TASK,
        ownerId: sql<string>`min(${tasks.userId})`,
        replaced: sql<number>`min(${REPLACED})`,
        since: sql<number>`min(${jobs.runAfter})`,
      })
      .from(jobs)
      .leftJoin(submissions, eq(submissions.id, jobs.submissionId))
      .leftJoin(stacks, eq(stacks.id, jobs.stackId))
      .leftJoin(tasks, eq(tasks.id, TASK))
      .where(due)
      .groupBy(TASK);
    const [next] = waiting.sort(
      (a, b) =>
        a.replaced - b.replaced ||
        turns.lastOf(a.ownerId) - turns.lastOf(b.ownerId) ||
        turns.lastOf(a.id) - turns.lastOf(b.id) ||
        a.since - b.since,
    );
    if (!next) return null;
    const all = waiting.flatMap(({ id, ownerId }) => [id, ownerId]);
    turns.take([next.id, next.ownerId], all);
    return next.id;
  }

  return async function claim(query: Query, waiting: SQL | undefined): Promise<Job | null> {
    const due = and(waiting, lte(jobs.runAfter, now()));
    const taskId = await nextTask(query, due);
    if (taskId === null) return null;
    const first = query
      .select({ id: jobs.id })
      .from(jobs)
      .leftJoin(submissions, eq(submissions.id, jobs.submissionId))
      .leftJoin(stacks, eq(stacks.id, jobs.stackId))
      .where(and(due, eq(TASK, taskId)))
      .orderBy(asc(REPLACED), asc(jobs.runAfter), asc(jobs.createdAt), sql`${jobs}.rowid`)
      .limit(1);
    const taken = { state: "running" as const, tries: sql`${jobs.tries} + 1`, processId: presence.id };
    const [job] = await query.update(jobs).set(taken).where(inArray(jobs.id, first)).returning();
    return job ?? null;
  };
}
