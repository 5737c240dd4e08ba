import { and, eq, inArray, isNotNull, ne } from "drizzle-orm";
import { HOUR, MINUTE } from "../../../core/basics/durations.ts";
import { AddressRefused } from "../../adapters/mailer.ts";
import type { AppContext } from "../../context.ts";
import { inParts } from "../../db/in-parts.ts";
import { among, makeAll, type Query } from "../../db/query.ts";
import { jobs, studentNames, submissions, tasks } from "../../db/schema.ts";
import { type Job, type JobHandler, JobRejected, newJob } from "../../jobs/job.ts";
import { publishToTask } from "../access/audience.ts";
import { resultsMail } from "../notifications/mails.ts";
import { answersOf } from "../submissions/answers-of.ts";
import { resultLink } from "./result-link.ts";

/** Between the tries of a mail, in milliseconds: a mail server may be down for a night, or take few mails an hour. */
const SEND_AGAIN = [MINUTE, 10 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR] as const;

/** How long a stop waits for a mail, in milliseconds: one that the mail server has already taken would be sent again. */
const PATIENCE = 5_000;

const RESULTS = eq(jobs.kind, "results");

/** Pages whose grades were released, of one student or several. */
type Released = readonly Pick<typeof submissions.$inferSelect, "id" | "studentId">[];

/**
 * Queues a mail to each of these students who has an address, in the transaction that released the grades: a restart, or a
 * mail server that is slow or down, loses none. Earlier mails of the task to them are replaced. Returns how many.
 */
export async function queueResultMails(
  query: Query,
  released: Released,
  { taskId, addresses, now }: { taskId: string; addresses: ReadonlyMap<string, string>; now: number },
): Promise<number> {
  const told = new Map(released.flatMap(({ id, studentId }) => (addresses.has(studentId) ? [[studentId, id]] : [])));
  const theirs = query
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(eq(submissions.taskId, taskId), among(submissions.studentId, [...told.keys()])));
  const rows = [...told.values()].map((submissionId) => newJob("results", { submissionId }, now));
  await makeAll(query, [
    query.delete(jobs).where(and(RESULTS, inArray(jobs.submissionId, theirs))),
    ...inParts(rows).map((part) => query.insert(jobs).values(part)),
  ]);
  return rows.length;
}

/** How the mails to a task's students are: those that wait, also for another try, and those that were given up. */
export async function resultMailStates(query: Query, taskId: string): Promise<Map<string, "waiting" | "failed">> {
  const rows = await query
    .select({ studentId: submissions.studentId, state: jobs.state })
    .from(jobs)
    .innerJoin(submissions, eq(submissions.id, jobs.submissionId))
    .where(and(RESULTS, ne(jobs.state, "running"), eq(submissions.taskId, taskId)));
  return new Map(rows.map(({ studentId, state }) => [studentId, state === "failed" ? "failed" : "waiting"]));
}

/** How the mails are sent: one after the other, as many mail servers refuse those of a whole class at once. */
export function resultMailHandler(context: AppContext): JobHandler {
  return {
    atOnce: 1,
    pauses: SEND_AGAIN,
    patience: PATIENCE,
    run: (job) => tell(context, job),
    failed: (job) => announce(context, job),
  };
}

/** Sends a mail, unless the grades were taken back meanwhile or the address is gone. */
async function tell(context: AppContext, job: Job): Promise<void> {
  const { query } = context.db;
  const { taskId, studentId } = submissions;
  const [student] = await query
    .select({ taskId, studentId, title: tasks.title, to: studentNames.email })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.id, taskId))
    .innerJoin(studentNames, and(eq(studentNames.classId, tasks.classId), eq(studentNames.studentId, studentId)))
    .where(and(eq(submissions.id, job.submissionId!), ne(studentNames.email, "")));
  if (!student) return;
  const own = and(answersOf(student.taskId), eq(studentId, student.studentId));
  const visible = and(own, eq(submissions.graded, true), isNotNull(submissions.releasedAt));
  if ((await query.select({ taskId }).from(submissions).where(visible).limit(1)).length === 0) return;
  const { to, title } = student;
  try {
    await context.mailer.send(resultsMail({ to, title, link: resultLink(context, { kind: "student", ...student }) }));
  } catch (error) {
    if (!(error instanceof AddressRefused)) throw error;
    // Of all addresses, if the mail server does not let this server send: the reason is for its administrator.
    context.log.error("mail-failed", error, { work: "result-mails" });
    throw new JobRejected("The mail server does not take mails for this address.");
  }
  const rest = [...(await resultMailStates(query, student.taskId)).values()];
  if (!rest.includes("waiting")) await announce(context, job);
}

/** Open pages show how the mails are. */
async function announce(context: AppContext, { submissionId }: Job): Promise<void> {
  const page = eq(submissions.id, submissionId!);
  const [found] = await context.db.query.select({ taskId: submissions.taskId }).from(submissions).where(page);
  if (found) await publishToTask(context, found.taskId);
}
