import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { ItemGrade } from "../../../core/grade/grade-item.ts";
import type { AppContext } from "../../context.ts";
import type { File, HandInQuestion } from "../../contract/results/file.ts";
import { TEXTS } from "../../contract/texts.ts";
import { submissions } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { gradedSubmission, gradedTask, ownSubmission, type TaskAccess } from "../access/task-access.ts";
import type { Answer } from "../access/work.ts";
import { inStudentOrder, pagePictureUrl, type ShownStudents, shownStudents } from "../classes/shown-students.ts";
import { type Analysis, pageRows } from "../reading/page-record.ts";
import { isLate } from "../tasks/extensions.ts";
import { NO_KEYS, proposeGrade, taskKeys } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import { answersOf, ofKnownItem } from "./answers-of.ts";
import { fileOfSubmission } from "./hand-in-records.ts";
import { releaseFiles } from "./stored-files.ts";
import { ofAnswer } from "./waiting-pages.ts";

export type Submission = typeof submissions.$inferSelect;

/**
 * The submissions of a task that count and that the person may grade, by student and item: students by ID or in the
 * task's random order.
 */
export async function listFiles(context: AppContext, userId: string, taskId: string): Promise<File[]> {
  const files = await viewSubmissions(context, await gradedTask(context, userId, taskId));
  return files.filter(({ counts }) => counts);
}

/** Everything that a student handed in for the item of `id`: what counts, then the newest first. */
export async function listHistory(context: AppContext, userId: string, id: string): Promise<File[]> {
  const { submission, ...access } = await gradedSubmission(context, userId, id);
  const files = await viewSubmissions(context, access, submission);
  return files.sort((a, b) => Number(b.counts) - Number(a.counts) || b.received_at.localeCompare(a.received_at));
}

export async function viewSubmission(context: AppContext, userId: string, id: string): Promise<File> {
  const { submission, ...access } = await gradedSubmission(context, userId, id);
  const found = (await viewSubmissions(context, access, submission)).find((file) => file.id === id);
  if (!found) throw notFound(TEXTS.files.notFound);
  return found;
}

/**
 * The submissions of a task that a person may grade, or those of one answer to it. Readings are large, so only those are
 * loaded that are shown.
 */
async function viewSubmissions(
  context: AppContext,
  { task, mayGrade }: Pick<TaskAccess, "task" | "mayGrade">,
  answer?: Answer,
): Promise<File[]> {
  const { db } = context;
  const shown = await shownStudents(context, task);
  const wanted = answer ? ofAnswer({ ...answer, taskId: task.id }) : and(eq(submissions.taskId, task.id), ofKnownItem);
  const [rows, counting, keys] = await Promise.all([
    pageRows(db.query, wanted).orderBy(asc(submissions.studentId), asc(submissions.item), desc(submissions.receivedAt)),
    db.query
      .select({ id: submissions.id, studentId: submissions.studentId, item: submissions.item })
      .from(submissions)
      .where(answersOf(task.id)),
    taskKeys(db, task.id),
  ]);
  const own = rows.filter(({ submission }) => mayGrade(submission));
  const histories = historiesOf(own.map(({ submission }) => submission));
  const inPlace = inStudentOrder(
    counting.filter(mayGrade).map((submission) => ({ submission })),
    shown,
  );
  const places = new Map(inPlace.map(({ submission }, place) => [submission.id, place]));
  return inStudentOrder(own, shown).map(({ submission, analysis }) =>
    viewOf(submission, {
      analysis,
      shown,
      grade: proposeGrade(keys.get(submission.item) ?? NO_KEYS, analysis),
      history: histories.get(answerOf(submission)) ?? NO_HISTORY,
      late: isLate(submission, task),
      place: places.get(submission.id) ?? places.size,
    }),
  );
}

function answerOf({ studentId, item }: Answer): string {
  return `${studentId} ${item}`;
}

type History = Pick<File, "waiting" | "earlier" | "earlier_grade">;

const NO_HISTORY: History = { waiting: 0, earlier: 0, earlier_grade: null };

/** What does not count, by answer; newest first. */
function historiesOf(submissions: readonly Submission[]): ReadonlyMap<string, History> {
  const histories = new Map<string, History>();
  for (const submission of submissions) {
    if (submission.counts) continue;
    const key = answerOf(submission);
    const history = histories.get(key) ?? NO_HISTORY;
    const { waiting, earlier, earlier_grade: newer } = history;
    if (submission.rivalId !== null) histories.set(key, { ...history, waiting: waiting + 1 });
    else histories.set(key, { waiting, earlier: earlier + 1, earlier_grade: newer ?? submission.totalGrade });
  }
  return histories;
}

/** What a person must decide about an upload; null for nothing. */
function questionOf({ counts, rivalId }: Submission): HandInQuestion | null {
  if (rivalId === null) return null;
  return counts ? "sent-from-elsewhere" : "handed-in-again";
}

interface FileParts extends Pick<File, "late" | "place"> {
  readonly history: History;
  readonly analysis: Analysis;
  readonly grade: ItemGrade;
  readonly shown: ShownStudents;
}

function viewOf(row: Submission, { analysis, grade, shown, history, late, place }: FileParts): File {
  return {
    id: row.id,
    task_id: row.taskId,
    filename: shown.text(row.filename),
    file_url: `/files/file/${row.id}`,
    page_url: pagePictureUrl(row.id, shown),
    student_id: shown.name(row.studentId),
    item_number: row.item,
    graded: row.graded,
    total_grade: row.totalGrade,
    maximum_grade: grade.maximum,
    proposed_grade: analysis.state === "done" ? grade.grade : null,
    comment: row.comment,
    released_at: row.releasedAt === null ? null : new Date(row.releasedAt).toISOString(),
    mimetype: row.mimetype,
    size: row.size,
    sha256: row.sha256,
    received_at: new Date(row.receivedAt).toISOString(),
    uploaded_by: row.uploadedBy,
    late,
    place,
    counts: row.counts,
    question: questionOf(row),
    from_elsewhere: row.fromElsewhere,
    ...history,
    analysis: analysis.state,
    analysis_error: analysis.error,
    problem_count: analysis.problems.length,
    revision: analysis.revision,
    unclear_places_seen: row.legibilitySeenAt === null ? null : (analysis.legibility?.places.length ?? 0),
  };
}

/**
 * Deletes a submission completely. With the one that counts, the other uploads of the answer are deleted: it would be a
 * surprise if one of them came to count. An upload that does not count is deleted alone.
 */
export async function deleteSubmission(context: AppContext, userId: string, id: string): Promise<void> {
  const { submission } = await ownSubmission(context, userId, id);
  const { taskId } = submission;
  const gone = await context.db.write(async (query) => {
    const [now] = await query.select().from(submissions).where(eq(submissions.id, id));
    const answer = and(ofAnswer(submission), now?.counts ? undefined : eq(submissions.id, id));
    const rows = await query.select({ id: submissions.id, sha256: submissions.sha256 }).from(submissions).where(answer);
    const ids = rows.map((row) => row.id);
    await query.delete(submissions).where(inArray(submissions.id, ids));
    return rows;
  });
  await releaseFiles(context, gone.map(fileOfSubmission));
  await publishToTask(context, taskId);
  await settleTask(context, taskId);
}
