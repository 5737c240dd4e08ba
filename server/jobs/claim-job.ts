import { and, asc, count, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { createTurns } from "../../workers/turns.ts";
import type { Query } from "../db/client.ts";
import { jobs, stacks, submissions, tasks } from "../db/schema.ts";
import type { Presence } from "../processes/presence.ts";

type Job = typeof jobs.$inferSelect;

/** The task that a job is for. */
const TASK = sql<string>`coalesce(${submissions.taskId}, ${stacks.taskId})`;
/** 1 for a page that another one has replaced, otherwise 0. */
const REPLACED = sql<number>`(${submissions.counts} = 0 and ${submissions.rivalId} is null) is true`;

/** Jobs of a task that are alike, and of which one may be started after the other. */
export interface WaitingJobs {
  readonly taskId: string;
  readonly ownerId: string;
  readonly kind: Job["kind"];
  /** Running: those of a process that is gone. */
  readonly state: Job["state"];
  /** 1 if processes died during them too often; otherwise 0. */
  readonly deadly: number;
  readonly replaced: number;
  /** When the first one is due. */
  readonly since: number;
  /** How many are due. */
  readonly due: number;
}

interface Claiming {
  readonly now: () => number;
  readonly presence: Presence;
  /** Jobs during which processes died this often are deadly. */
  readonly mostDeaths: number;
}

/**
 * Makes the functions that look which jobs wait, and take the next one for this process. The owners of tasks take turns,
 * and so do the tasks of each, so that none waits until all pages of another one are read; many tasks give nobody more
 * turns. Pages that another one has replaced come last of all: nobody can keep others waiting by sending the same page
 * many times.
 */
export function createClaims({ now, presence, mostDeaths }: Claiming) {
  /** Of tasks with jobs, and of their owners, for each kind: a class's mails are no turns for its pages to be read. */
  const turns = createTurns<string>();
  const keysOf = ({ kind, taskId, ownerId }: WaitingJobs) => [`${kind} ${ownerId}`, `${kind} ${taskId}`] as const;
  const DEADLY = sql<number>`(${jobs.tries} >= ${sql.raw(String(mostDeaths))})`;

  /** What waits of these kinds, and what is `lost`. */
  function look(query: Query, kinds: readonly Job["kind"][], lost: SQL | undefined): Promise<WaitingJobs[]> {
    return query
      .select({
        taskId: TASK,
        ownerId: sql<string>`min(${tasks.userId})`,
        kind: jobs.kind,
        state: jobs.state,
        deadly: DEADLY,
        replaced: REPLACED,
        since: sql<number>`min(${jobs.runAfter})`,
        due: count(sql`CASE WHEN ${jobs.runAfter} <= ${now()} THEN 1 END`),
      })
      .from(jobs)
      .leftJoin(submissions, eq(submissions.id, jobs.submissionId))
      .leftJoin(stacks, eq(stacks.id, jobs.stackId))
      .leftJoin(tasks, eq(tasks.id, TASK))
      .where(and(inArray(jobs.kind, [...kinds]), or(eq(jobs.state, "queued"), lost)))
      .groupBy(TASK, jobs.kind, jobs.state, DEADLY, REPLACED);
  }

  /** The jobs of which one has the next turn. */
  function next(waiting: readonly WaitingJobs[]): WaitingJobs | undefined {
    return waiting.toSorted((a, b) => {
      const [[owner, task], [otherOwner, otherTask]] = [keysOf(a), keysOf(b)];
      return (
        a.replaced - b.replaced ||
        turns.lastOf(owner) - turns.lastOf(otherOwner) ||
        turns.lastOf(task) - turns.lastOf(otherTask) ||
        a.since - b.since
      );
    })[0];
  }

  /** Takes one of these jobs; null if others have taken them meanwhile. */
  async function claim(query: Query, wanted: WaitingJobs, waiting: readonly WaitingJobs[]): Promise<Job | null> {
    const { taskId, kind, deadly, replaced } = wanted;
    turns.take(keysOf(wanted), waiting.flatMap(keysOf));
    const alike = [eq(jobs.kind, kind), eq(TASK, taskId), eq(DEADLY, deadly), eq(REPLACED, replaced)];
    const first = query
      .select({ id: jobs.id })
      .from(jobs)
      .leftJoin(submissions, eq(submissions.id, jobs.submissionId))
      .leftJoin(stacks, eq(stacks.id, jobs.stackId))
      .where(and(eq(jobs.state, "queued"), lte(jobs.runAfter, now()), ...alike))
      .orderBy(asc(jobs.runAfter), asc(jobs.createdAt), sql`${jobs}.rowid`)
      .limit(1);
    const taken = { state: "running" as const, tries: sql`${jobs.tries} + 1`, processId: presence.id };
    const [job] = await query.update(jobs).set(taken).where(inArray(jobs.id, first)).returning();
    return job ?? null;
  }

  return { look, next, claim };
}
