import { and, asc, eq, inArray } from "drizzle-orm";
import { compareQueued } from "../../../core/results/review-reasons.ts";
import type { AppContext } from "../../context.ts";
import type { AnswerSlot, Queue, QueueEntry } from "../../contract/tasks/stack.ts";
import { stackPages, stacks, submissions } from "../../db/schema.ts";
import { gradedTask, type Whose } from "../access/task-access.ts";
import { loadRoster, type RosterEntry } from "../classes/rosters.ts";
import { inStudentOrder, type ShownStudents, shownStudents } from "../classes/shown-students.ts";
import { type ReadAnswer, readAnswers } from "../reading/read-answers.ts";
import type { StackPageRow } from "../stacks/stack-views.ts";
import { placeText } from "../stacks/stack-views.ts";
import { drawingOf } from "../submissions/file-answers.ts";
import { entryOf, questionEntries, rivalView, worstOf } from "../submissions/hand-in-questions.ts";
import { taskItems } from "../tasks/task-items.ts";
import { certaintyView } from "./decision-views.ts";
import { reasonsAgainst } from "./reasons-against.ts";

interface ReadFile extends ReadAnswer {
  /** The page of the stack that it came from, if it came from one. */
  readonly origin: StackPageRow | undefined;
}

interface Class {
  readonly roster: readonly RosterEntry[];
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Every page of a task that needs a person, worst first: pages of stacks that nobody could place, pages that came after
 * another one of the same answer, and submissions that are not graded and whose reading has a fault, a doubt or no
 * comparison. With it, the students that a page may be assigned to. Graders get their own submissions alone.
 */
export async function exceptionQueue(context: AppContext, { userId, taskId }: Whose): Promise<Queue> {
  const access = await gradedTask(context, userId, taskId);
  const { task, role } = access;
  const at = new Date(context.now()).toISOString();
  const [answers, origins, open, roster, items, shown] = await Promise.all([
    readAnswers(context, access, { decide: "ungraded" }),
    pagesOfSubmissions(context, taskId),
    // Whose they are is for instructors to say.
    role === "grader" ? [] : openPages(context, taskId),
    loadRoster(context, task.classId),
    taskItems(context.db.query, taskId),
    shownStudents(context, task),
  ]);
  const files = inStudentOrder(answers, shown).map((answer) => ({
    ...answer,
    origin: origins.get(answer.submission.id),
  }));
  const group = { roster, names: new Map(roster.map(({ student_id, name }) => [student_id, name])) };
  const ungraded = files.filter(({ submission }) => !submission.graded);
  const questions = await questionEntries(context, access, { names: group.names, shown });
  // Which page counts must be decided first; problems in its reading come later.
  const inQuestion = new Set(questions.map(({ id }) => id));
  const finished = ungraded.filter(({ analysis }) => analysis.state === "done" || analysis.state === "failed");
  const settled = finished.filter(({ submission }) => !inQuestion.has(submission.id));
  const doubtful = settled.flatMap((file) => fileEntry(file, { group, shown }) ?? []);
  const byAnswer = new Map(files.map((file) => [`${file.submission.studentId} ${file.submission.item}`, file]));
  const inQueue = open.filter(({ state }) => state === "queued");
  const queued = inQueue.map((page) => pageEntry(page, { group, shown, byAnswer }));
  const waiting = open.filter(({ state }) => state === "waiting").length;
  return {
    entries: [...queued, ...questions, ...doubtful].sort(compareQueued),
    roster: role === "grader" ? studentsOf(files, { roster, shown }) : roster,
    items,
    missing: role === "grader" ? [] : missingAnswers(byAnswer, { group, items }),
    certainty: certaintyView(task.certainty),
    pending: waiting + ungraded.length - finished.length,
    graded: files.length - ungraded.length,
    clear: settled.length - doubtful.length,
    at,
  };
}

/** The students of these pages, if their names are shown. */
function studentsOf(
  files: readonly ReadFile[],
  { roster, shown }: { roster: readonly RosterEntry[]; shown: ShownStudents },
): RosterEntry[] {
  const ids = new Set(files.map(({ submission }) => submission.studentId));
  return shown.hidden ? [] : roster.filter(({ student_id }) => ids.has(student_id));
}

/** The pages of stacks that submissions came from, by submission. */
async function pagesOfSubmissions({ db }: AppContext, taskId: string): Promise<ReadonlyMap<string, StackPageRow>> {
  const rows = await db.query
    .select({ page: stackPages, submissionId: submissions.id })
    .from(stackPages)
    .innerJoin(submissions, eq(submissions.id, stackPages.submissionId))
    .where(and(eq(submissions.taskId, taskId), eq(submissions.counts, true)));
  return new Map(rows.map(({ page, submissionId }) => [submissionId, page]));
}

async function openPages({ db }: AppContext, taskId: string): Promise<StackPageRow[]> {
  const rows = await db.query
    .select({ page: stackPages })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .where(and(eq(stacks.taskId, taskId), inArray(stackPages.state, ["waiting", "queued"])))
    .orderBy(asc(stacks.createdAt), asc(stackPages.position));
  return rows.map(({ page }) => page);
}

function pageEntry(
  page: StackPageRow,
  { group, shown, byAnswer }: { group: Class; shown: ShownStudents; byAnswer: ReadonlyMap<string, ReadFile> },
): QueueEntry {
  const rival = byAnswer.get(`${page.studentId} ${page.item}`);
  return {
    kind: "page",
    id: page.id,
    place: placeText(page),
    picture_url: `/stacks/picture/${page.id}`,
    corner_url: page.studentId === null ? `/stacks/picture/${page.id}?part=corner` : null,
    student_id: page.studentId,
    student_name: group.names.get(page.studentId ?? "") ?? "",
    item_number: page.item,
    ...worstOf(page.reasons),
    received_at: null,
    confidence: null,
    question: null,
    width: 0,
    height: 0,
    drawing: null,
    outputs: [],
    reading_grade: null,
    maximum_grade: null,
    rival: rival === undefined ? null : rivalOf(rival, shown),
  };
}

function rivalOf({ submission, origin }: ReadFile, shown: ShownStudents): QueueEntry["rival"] {
  return rivalView(submission, { place: origin ? placeText(origin) : submission.filename, shown });
}

/** Null if the page has no reason to be in the queue. */
function fileEntry(file: ReadFile, { group, shown }: { group: Class; shown: ShownStudents }): QueueEntry | null {
  const { analysis, grade, decision, origin } = file;
  const isRead = analysis.state === "done";
  const reasons = reasonsAgainst(file, group.names);
  if (reasons.length === 0) return null;
  return {
    ...entryOf(file, { names: group.names, shown }),
    kind: "file",
    ...(origin && { place: shown.text(placeText(origin)) }),
    ...worstOf(reasons.map((reason) => ({ ...reason, message: shown.text(reason.message) }))),
    confidence: isRead ? decision.confidence : null,
    question: (isRead && decision.asked?.question) || null,
    drawing: drawingOf(analysis)?.box ?? null,
    reading_grade: grade.points,
    maximum_grade: grade.maximum,
  };
}

function missingAnswers(
  byAnswer: ReadonlyMap<string, ReadFile>,
  { group, items }: { group: Class; items: readonly number[] },
): AnswerSlot[] {
  return group.roster.flatMap(({ student_id, name }) =>
    items
      .filter((item) => !byAnswer.has(`${student_id} ${item}`))
      .map((item) => ({ student_id, student_name: name, item_number: item })),
  );
}
