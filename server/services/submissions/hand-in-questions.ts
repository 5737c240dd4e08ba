import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { reasonLabel, worstReason } from "../../../core/results/review-reasons.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import type { AppContext } from "../../context.ts";
import type { QueueEntry } from "../../contract/tasks/stack.ts";
import { submissions } from "../../db/schema.ts";
import type { TaskAccess } from "../access/task-access.ts";
import { inStudentOrder, pagePictureUrl, type ShownStudents } from "../classes/shown-students.ts";
import { type Analysis, pageRows } from "../reading/page-record.ts";
import { NO_KEYS, proposeGrade, taskKeys } from "../tasks/task-items.ts";
import { ofKnownItem } from "./answers-of.ts";
import type { Submission } from "./submissions.ts";

/** Two pages of one answer; a person must decide which counts. */
interface HandInQuestion {
  /** The one that came later. */
  readonly submission: Submission;
  readonly analysis: Analysis;
  readonly other: Submission;
}

interface Naming {
  readonly names: ReadonlyMap<string, string>;
  readonly shown: ShownStudents;
}

/**
 * The queue's entries about pages that were handed in for an answer that already had one, by student and item: those
 * that a person may grade.
 */
export async function questionEntries(
  context: AppContext,
  { task, mayGrade }: Pick<TaskAccess, "task" | "mayGrade">,
  naming: Naming,
): Promise<QueueEntry[]> {
  const [open, keys] = await Promise.all([openQuestions(context, task.id), taskKeys(context.db, task.id)]);
  const questions = open.filter(({ submission }) => mayGrade(submission));
  const { shown } = naming;
  return inStudentOrder(questions, shown).map(({ submission, analysis, other }) => {
    const grade = proposeGrade(keys.get(submission.item) ?? NO_KEYS, analysis);
    // Without its drawing alone: whose page it is may stand anywhere on it.
    return {
      ...entryOf({ submission, analysis }, naming),
      kind: "choice",
      ...worstOf(reasonsOf(submission, other)),
      reading_grade: grade.points,
      maximum_grade: grade.maximum,
      rival: rivalView(other, { place: shown.text(other.filename), shown }),
    };
  });
}

async function openQuestions({ db }: AppContext, taskId: string): Promise<HandInQuestion[]> {
  const later = await pageRows(
    db.query,
    and(eq(submissions.taskId, taskId), isNotNull(submissions.rivalId), ofKnownItem),
  );
  if (later.length === 0) return [];
  const rivalIds = later.map(({ submission }) => submission.rivalId ?? "");
  const rivals = await db.query.select().from(submissions).where(inArray(submissions.id, rivalIds));
  const byId = new Map(rivals.map((rival) => [rival.id, rival]));
  return later.flatMap(({ submission, analysis }) => {
    const other = byId.get(submission.rivalId ?? "");
    return other ? [{ submission, analysis, other }] : [];
  });
}

/** What the queue says of a submission, whatever is asked about it. */
export function entryOf(
  { submission, analysis }: Pick<HandInQuestion, "submission" | "analysis">,
  { names, shown }: Naming,
) {
  return {
    id: submission.id,
    place: shown.text(submission.filename),
    picture_url: pagePictureUrl(submission.id, shown),
    corner_url: null,
    student_id: shown.name(submission.studentId),
    student_name: shown.hidden ? "" : (names.get(submission.studentId) ?? ""),
    item_number: submission.item,
    received_at: new Date(submission.receivedAt).toISOString(),
    confidence: null,
    question: null,
    drawing: null,
    width: analysis.width,
    height: analysis.height,
    outputs: analysis.outputs,
    rival: null,
  };
}

/** Why a page is in the queue: all reasons, and the code and label of the worst. */
export function worstOf(reasons: readonly Problem[]): Pick<QueueEntry, "code" | "label" | "reasons"> {
  const code = worstReason(reasons)?.code ?? "unreadable";
  return { code, label: reasonLabel(code), reasons };
}

/** The other page of an answer, as the queue shows it next to the later one. */
export function rivalView(
  { id, graded, totalGrade, counts, receivedAt }: Submission,
  { place, shown }: { place: string; shown: ShownStudents },
): NonNullable<QueueEntry["rival"]> {
  return {
    file_id: id,
    place,
    picture_url: pagePictureUrl(id, shown),
    graded,
    total_grade: totalGrade,
    counts,
    received_at: new Date(receivedAt).toISOString(),
  };
}

export const FROM_ELSEWHERE: Problem = {
  code: "sent-from-elsewhere",
  message: "It came without the receipt of the earlier page: from another browser, or from another person.",
};

function reasonsOf({ counts, fromElsewhere }: Submission, other: Submission): Problem[] {
  const elsewhere = fromElsewhere ? [FROM_ELSEWHERE] : [];
  return counts ? [FROM_ELSEWHERE] : [{ code: "handed-in-again", message: whyItWaits(other) }, ...elsewhere];
}

function whyItWaits({ graded, uploadedBy }: Submission): string {
  const stays = "It counts until you choose.";
  if (graded) return `The earlier page is graded. ${stays}`;
  return uploadedBy === "student"
    ? "The earlier page counts until you choose."
    : `The earlier page is your own upload. ${stays}`;
}
