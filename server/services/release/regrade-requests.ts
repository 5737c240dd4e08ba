import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { sum } from "../../../core/basics/numbers.ts";
import { withoutTurns } from "../../../core/basics/shown-name.ts";
import { reasonIssue } from "../../../core/rules/tasks/regrade-request.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { RegradeRequest } from "../../contract/results/release.ts";
import type { Query } from "../../db/client.ts";
import { notifications, regradeRequests, submissions, tasks } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { instructorsOf, publishToTask } from "../access/audience.ts";
import type { Reads } from "../access/class-access.ts";
import { gradedTask, requireAccess, type Task, type Whose } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { pagePictureUrl, shownStudents } from "../classes/shown-students.ts";
import { changeGrade, publishGrades } from "../grading/grade-batches.ts";
import { notificationRow, publishNotifications } from "../notifications/notifications.ts";
import { answersOf } from "../submissions/answers-of.ts";
import type { Submission } from "../submissions/submissions.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";

export type RegradeRequestRow = typeof regradeRequests.$inferSelect;

interface Asking {
  readonly task: Task;
  /** A page whose grade is released. */
  readonly submission: Submission;
  readonly reason: string;
  /** Counts a request that is right in form; throws if there were too many. */
  count(): Promise<void>;
}

/**
 * Stores a student's request and notifies the instructors; once, if it is sent twice.
 * @throws {Refusal} if the reason is empty or too long, or a request about this page is open.
 */
export async function requestRegrade(context: AppContext, { task, submission, reason, count }: Asking): Promise<void> {
  const issue = reasonIssue(reason);
  if (issue !== null) throw new Refusal(400, { code: "reason", message: issue });
  const { id: submissionId, totalGrade: gradeBefore } = submission;
  const request = {
    id: newId(),
    submissionId,
    reason: withoutTurns(reason).trim(),
    createdAt: context.now(),
    gradeBefore,
  };
  if (await isAsked(context.db.query, request)) return;
  await count();
  const taskId = task.id;
  const student = task.hideNames ? "A student" : submission.studentId;
  const message = `${student} asks for a regrade of item ${submission.item} of ${task.title}.`;
  const instructors = await instructorsOf(context, task);
  const news = instructors.map((userId) => {
    return notificationRow(context, { userId, taskId, type: "new_submission", message });
  });
  const isNew = await context.db.write(async (query) => {
    if (await isAsked(query, request)) return false;
    await query.batch([query.insert(regradeRequests).values(request), query.insert(notifications).values(news)]);
    return true;
  });
  if (!isNew) return;
  publishNotifications(context, instructors);
  await publishToTask(context, taskId);
}

/**
 * Whether the same request is open.
 * @throws {Refusal} if another one about the page is.
 */
async function isAsked(query: Query, { submissionId, reason }: Pick<RegradeRequestRow, "submissionId" | "reason">) {
  const isOpen = and(eq(regradeRequests.submissionId, submissionId), isNull(regradeRequests.answeredAt));
  const [open] = await query.select({ reason: regradeRequests.reason }).from(regradeRequests).where(isOpen);
  if (open === undefined || open.reason === reason) return open !== undefined;
  const message = "You have already asked about this page. Your teacher has not answered yet.";
  throw new Refusal(409, { code: "already-asked", message });
}

/** What students ask about a task's grades: open ones first, the oldest first; then the answered ones, newest first. */
export async function listRegradeRequests(context: AppContext, { userId, taskId }: Whose): Promise<RegradeRequest[]> {
  const { task, mayGrade } = await gradedTask(context, userId, taskId);
  const rows = await context.db.query
    .select({ request: regradeRequests, submission: submissions })
    .from(regradeRequests)
    .innerJoin(submissions, eq(submissions.id, regradeRequests.submissionId))
    .where(answersOf(taskId))
    .orderBy(asc(regradeRequests.createdAt));
  const own = rows.filter(({ submission }) => mayGrade(submission));
  const views = await viewRequests(context, task, own);
  const answered = views.filter(({ answer }) => answer !== null);
  return [...views.filter(({ answer }) => answer === null), ...answered.reverse()];
}

interface Asked {
  readonly request: RegradeRequestRow;
  readonly submission: Submission;
}

async function viewRequests(context: AppContext, task: Task, rows: readonly Asked[]): Promise<RegradeRequest[]> {
  const [shown, roster, keys] = await Promise.all([
    shownStudents(context, task),
    loadRoster(context, task.classId),
    taskKeys(context.db, task.id),
  ]);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  return rows.map(({ request, submission }) => ({
    id: request.id,
    file_id: submission.id,
    student_id: shown.name(submission.studentId),
    student_name: shown.hidden ? "" : (names.get(submission.studentId) ?? ""),
    item_number: submission.item,
    reason: shown.text(request.reason),
    created_at: new Date(request.createdAt).toISOString(),
    total_grade: submission.totalGrade,
    comment: shown.text(submission.comment ?? ""),
    maximum_grade: sum((keys.get(submission.item) ?? NO_KEYS).keys.map(({ grade }) => grade)),
    picture_url: pagePictureUrl(submission.id, shown),
    answer:
      request.answeredAt === null
        ? null
        : {
            comment: request.answer ?? "",
            grade_before: request.gradeBefore,
            grade_after: request.gradeAfter,
            answered_at: new Date(request.answeredAt).toISOString(),
            answered_by: request.answeredBy ?? "",
          },
  }));
}

interface Answering {
  readonly user: SessionUser;
  readonly id: string;
  /** Null keeps the grade. */
  readonly grade: number | null;
  readonly comment: string;
  /** The grade that the user saw. */
  readonly seen: number | null;
}

/**
 * Answers a request: the student sees the comment, and the new grade, at once if the grade is still released.
 * @throws {Refusal} if it was answered, the grade changed or another page counts since the user looked.
 */
export async function answerRegradeRequest(
  context: AppContext,
  { user, id, grade, comment, seen }: Answering,
): Promise<{ message: string; request: RegradeRequest }> {
  const { task } = await gradedRequest(context, user.id, id);
  const at = context.now();
  const { releasedAt } = await context.db.write(async (query) => {
    const { request, submission } = await gradedRequest({ db: { query } }, user.id, id);
    if (request.answeredAt !== null) throw changed("answered", "This request was answered meanwhile.");
    if (!submission.counts) throw changed("replaced", "Another page of this student counts now. Look again.");
    if (submission.totalGrade !== seen) throw changed("grade-changed", "The grade was changed meanwhile. Look again.");
    const gradeAfter = grade ?? submission.totalGrade;
    const gradeBefore = request.gradeBefore ?? submission.totalGrade;
    const answer = { answeredAt: at, answeredBy: user.email, gradeBefore, gradeAfter };
    const wanted = { submission, graded: true, totalGrade: gradeAfter, comment: submission.comment };
    await query.batch([
      query
        .update(regradeRequests)
        .set({ ...answer, answer: comment.trim() })
        .where(eq(regradeRequests.id, id)),
      ...(gradeAfter === submission.totalGrade ? [] : changeGrade(query, wanted, { by: user.email, at })),
    ]);
    return submission;
  });
  await publishGrades(context, task.id);
  const [request] = await viewRequests(context, task, [await gradedRequest(context, user.id, id)]);
  const message =
    releasedAt === null
      ? "The grade is not released now: the student sees your answer when it is."
      : "The student sees your answer under their link.";
  return { message, request: request! };
}

async function gradedRequest(reads: Reads, userId: string, id: string) {
  const [row] = await reads.db.query
    .select({ request: regradeRequests, submission: submissions, task: tasks })
    .from(regradeRequests)
    .innerJoin(submissions, eq(submissions.id, regradeRequests.submissionId))
    .innerJoin(tasks, eq(tasks.id, submissions.taskId))
    .where(eq(regradeRequests.id, id));
  const missing = "This request cannot be found.";
  await requireAccess(reads, userId, { task: row?.task, page: row?.submission, right: "grade", missing });
  return row!;
}

function changed(code: string, message: string): Refusal {
  return new Refusal(409, { code, message });
}

/** The requests about some pages, oldest first. */
export async function requestsAbout(
  { db }: AppContext,
  submissionIds: readonly string[],
): Promise<RegradeRequestRow[]> {
  return db.query
    .select()
    .from(regradeRequests)
    .where(inArray(regradeRequests.submissionId, [...submissionIds]))
    .orderBy(asc(regradeRequests.createdAt));
}
