import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { count } from "../../../core/basics/texts.ts";
import { writeCsv } from "../../../core/rules/files/write-csv.ts";
import type { AppContext } from "../../context.ts";
import type { Release, ReleaseStudent } from "../../contract/results/release.ts";
import { regradeRequests, stackPages, stacks, submissions } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { ownTask, type Whose } from "../access/task-access.ts";
import { loadAddresses, loadRoster } from "../classes/rosters.ts";
import { shownStudents } from "../classes/shown-students.ts";
import { answersOf, ofKnownItem } from "../submissions/answers-of.ts";
import { lastExtensions } from "../tasks/last-extensions.ts";
import { taskItems } from "../tasks/task-items.ts";
import { resultLink, studentsOfTask } from "./result-link.ts";
import { queueResultMails, resultMailStates } from "./result-mails.ts";

/** Of one student; without it of all. */
interface Selection extends Whose {
  readonly studentId?: string | undefined;
}

type Answer = Pick<typeof submissions.$inferSelect, "studentId" | "item" | "graded" | "releasedAt">;

/** What students see of a task's grades now, what a release would add, and what is missing. */
export async function viewRelease(context: AppContext, { userId, taskId }: Whose): Promise<Release> {
  const { query } = context.db;
  const task = await ownTask(context, userId, taskId);
  const { studentId, item, graded, releasedAt } = submissions;
  const [answers, roster, items, shown, open, extended, mails] = await Promise.all([
    query.select({ studentId, item, graded, releasedAt }).from(submissions).where(answersOf(taskId)),
    loadRoster(context, task.classId),
    taskItems(query, taskId),
    shownStudents(context, task),
    openMatters(context, taskId),
    lastExtensions(query, [taskId]),
    resultMailStates(query, taskId),
  ]);
  const openUntil = Math.max(task.dueAt, extended.get(taskId)?.dueAt ?? 0);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const byStudent = groupBy(answers, (answer) => answer.studentId);
  const all = [...new Set([...byStudent.keys(), ...names.keys()])].map((id) => {
    const own = byStudent.get(id) ?? [];
    const expected = names.has(id) ? items : [];
    const states = countStates(own);
    return {
      id,
      ...states,
      missing: expected.filter((each) => !own.some((answer) => answer.item === each)),
      mail: states.released > 0 ? (mails.get(id) ?? null) : null,
    };
  });
  const total = countStates(answers);
  return {
    ...total,
    missing: all.reduce((sum, { missing }) => sum + missing.length, 0),
    ...open,
    open_until: openUntil > context.now() ? new Date(openUntil).toISOString() : null,
    last: lastRelease(answers),
    students: all
      .sort((a, b) => Number(byStudent.has(b.id)) - Number(byStudent.has(a.id)) || shown.compare(a.id, b.id))
      .map(({ id, ...counts }) => ({
        student_id: shown.name(id),
        student_name: shown.hidden ? "" : (names.get(id) ?? ""),
        ...counts,
        link: shown.hidden ? null : resultLink(context, { kind: "student", taskId, studentId: id }),
      })),
  };
}

function countStates(answers: readonly Answer[]): Pick<ReleaseStudent, "unconfirmed" | "confirmed" | "released"> {
  const released = answers.filter((answer) => answer.graded && answer.releasedAt !== null).length;
  const graded = answers.filter((answer) => answer.graded).length;
  return { unconfirmed: answers.length - graded, confirmed: graded - released, released };
}

function lastRelease(answers: readonly Answer[]): Release["last"] {
  const times = answers.flatMap(({ graded, releasedAt }) => (graded && releasedAt !== null ? [releasedAt] : []));
  const last = Math.max(...times);
  if (times.length === 0) return null;
  return { released_at: new Date(last).toISOString(), answers: times.filter((time) => time === last).length };
}

/** What a person has still to decide before everything can be released. */
export async function openMatters({ db }: Pick<AppContext, "db">, taskId: string) {
  const count = sql<number>`count(*)`;
  const [[unplaced], [questions], [requests]] = await Promise.all([
    db.query
      .select({ count })
      .from(stackPages)
      .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
      .where(and(eq(stacks.taskId, taskId), inArray(stackPages.state, ["waiting", "queued"]))),
    db.query
      .select({ count })
      .from(submissions)
      .where(and(eq(submissions.taskId, taskId), isNotNull(submissions.rivalId), ofKnownItem)),
    db.query
      .select({ count })
      .from(regradeRequests)
      .innerJoin(submissions, eq(submissions.id, regradeRequests.submissionId))
      .where(and(answersOf(taskId), isNull(regradeRequests.answeredAt))),
  ]);
  return {
    unplaced: unplaced?.count ?? 0,
    questions: questions?.count ?? 0,
    requests: requests?.count ?? 0,
  };
}

/**
 * Lets students see the grades that are confirmed now. What is confirmed later needs another release: nobody sees a
 * grade that the instructor has not counted.
 * @throws {Refusal} if one student is named while names are hidden, and if more than `confirmed` would be released.
 */
export async function releaseGrades(
  context: AppContext,
  { studentId, confirmed, ...whose }: Selection & { readonly confirmed?: number | undefined },
) {
  const { classId } = await requireNames(context, { studentId, ...whose });
  const { taskId } = whose;
  const time = context.now();
  const addresses = context.config.smtpUrl === undefined ? new Map() : await loadAddresses(context, classId);
  const which = and(
    answersOf(taskId),
    ofStudent(studentId),
    eq(submissions.graded, true),
    isNull(submissions.releasedAt),
  );
  const { answers, mails } = await context.db.write(async (query) => {
    const now = (await query.select({ id: submissions.id }).from(submissions).where(which)).length;
    if (confirmed !== undefined && now > confirmed) throw confirmedMeanwhile(now);
    const released = await query
      .update(submissions)
      .set({ releasedAt: time })
      .where(which)
      .returning({ id: submissions.id, studentId: submissions.studentId });
    return {
      answers: released.length,
      mails: await queueResultMails(query, released, { taskId, addresses, now: time }),
    };
  });
  context.jobs.wake("results");
  await publishToTask(context, whose.taskId);
  const mailed = mails === 0 ? "" : ` ${count(mails, "student")} will get the link by mail.`;
  const message = answers === 0 ? "There was nothing new to release." : `${grades(answers)} released.${mailed}`;
  return { message, answers, released_at: new Date(time).toISOString() };
}

function confirmedMeanwhile(now: number): Refusal {
  const message = `Nothing was released: by now ${count(now, "grade is", "grades are")} confirmed. Look again, and press Release again.`;
  return new Refusal(409, { code: "confirmed-meanwhile", message });
}

/**
 * Hides released grades from students again; they stay confirmed. `releasedAt` limits it to one release, which undoes
 * that one alone.
 * @throws {Refusal} if one student is named while names are hidden.
 */
export async function withdrawGrades(
  context: AppContext,
  { studentId, releasedAt, ...whose }: Selection & { readonly releasedAt?: number | undefined },
) {
  await requireNames(context, { studentId, ...whose });
  const which = releasedAt === undefined ? isNotNull(submissions.releasedAt) : eq(submissions.releasedAt, releasedAt);
  const { rowsAffected: answers } = await context.db.write((query) =>
    query
      .update(submissions)
      .set({ releasedAt: null })
      .where(and(eq(submissions.taskId, whose.taskId), ofStudent(studentId), which)),
  );
  await publishToTask(context, whose.taskId);
  const message = answers === 0 ? "There was nothing to withdraw." : `${grades(answers)} withdrawn.`;
  return { message, answers };
}

function grades(count: number): string {
  return count === 1 ? "1 grade was" : `${count} grades were`;
}

function ofStudent(studentId: string | undefined) {
  return studentId === undefined ? undefined : eq(submissions.studentId, studentId);
}

async function requireNames(context: AppContext, { userId, taskId, studentId }: Selection) {
  const task = await ownTask(context, userId, taskId);
  if (studentId === undefined || !(await shownStudents(context, task)).hidden) return task;
  const message = "Names are hidden until every page is graded. Release everybody's grades, or show the names first.";
  throw new Refusal(409, { code: "names-hidden", message });
}

/** One link for each student to everything of theirs that counts, as CSV: for mail merges and messages. */
export async function resultLinksCsv(
  context: AppContext,
  { userId, taskId }: Whose,
): Promise<{ title: string; csv: string }> {
  const task = await ownTask(context, userId, taskId);
  const [students, roster] = await Promise.all([studentsOfTask(context, taskId), loadRoster(context, task.classId)]);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const lines = students.map((studentId) => {
    return [studentId, names.get(studentId) ?? "", resultLink(context, { kind: "student", taskId, studentId })];
  });
  return { title: task.title, csv: writeCsv([["student_id", "name", "link"], ...lines]) };
}
