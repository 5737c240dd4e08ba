import { newId } from "../adapters/random.ts";
import type { jobs } from "../db/schema.ts";

export type Job = typeof jobs.$inferSelect;
export type JobKind = Job["kind"];
type NewJob = typeof jobs.$inferInsert;

/** Thrown by a job that would fail again: it is not retried. The message is for the user. */
export class JobRejected extends Error {
  override readonly name = "JobRejected";
}

/** How a kind of job is done. */
export interface JobHandler {
  /** Jobs of this kind that run at once in one process: no kind waits for another one. */
  readonly atOnce: number;
  /** Before each further try, in milliseconds; by default two, after 5 and 60 seconds. */
  readonly pauses?: readonly number[];
  /** How long a stop waits for one that runs, in milliseconds; by default 200. After that it goes back to the queue. */
  readonly patience?: number;
  run(job: Job): Promise<void>;
  /** Called when the last try failed; the message of a `JobRejected` is for the user. */
  failed(job: Job, error: Error): Promise<void>;
}

/** The row that adds a job; insert it in the same batch as the change that requires it. */
export function newJob(kind: JobKind, subject: Pick<NewJob, "submissionId" | "stackId" | "payload">, now: number) {
  return { id: newId(), kind, ...subject, state: "queued", runAfter: now, createdAt: now } as const satisfies NewJob;
}
