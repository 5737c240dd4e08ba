import { eq } from "drizzle-orm";
import type { Overlaid } from "../../../core/annotate/overlay.ts";
import { groupBy } from "../../../core/basics/group-by.ts";
import { sum } from "../../../core/basics/numbers.ts";
import type { FeedbackFormat } from "../../../core/feedback/feedback-file.ts";
import {
  describedResults,
  type ItemFeedback,
  type StudentFeedback,
  showsReading,
} from "../../../core/feedback/student-feedback.ts";
import { readGatesOf } from "../../../core/reading/page-reading.ts";
import { keyVersion } from "../../../core/results/key-version.ts";
import { manifestText, resultsManifest } from "../../../core/results/results-manifest.ts";
import { itemList } from "../../../core/rules/tasks/item-list.ts";
import { type ZipEntry, zipStream } from "../../adapters/zip.ts";
import type { AppContext } from "../../context.ts";
import type { Unconfirmed } from "../../contract/results/gradebook.ts";
import { studentNames } from "../../db/schema.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import type { Work } from "../../recogniser/messages.ts";
import { notFound } from "../../refusal.ts";
import { withFiles } from "../../storage/file-store.ts";
import { gradesItem, type TaskAccess, taskFor, type Whose } from "../access/task-access.ts";
import type { Analysis } from "../reading/page-record.ts";
import { answerRows } from "../reading/read-answers.ts";
import { openMatters } from "../release/releases.ts";
import { pageOf } from "../submissions/page-of.ts";
import type { Submission } from "../submissions/submissions.ts";
import { type ItemKeys, keyedItems, proposeGrade, taskKeys } from "../tasks/task-items.ts";

interface Answer {
  readonly submission: Submission;
  readonly analysis: Analysis;
}

/** A student's feedback without pictures, and the pages they handed in. */
export interface FeedbackParts {
  readonly feedback: StudentFeedback;
  readonly answers: readonly Answer[];
  /** What of the total is not confirmed: 'item 2 is not confirmed'. */
  readonly unconfirmed: readonly string[];
}

export interface FeedbackWish extends Whose {
  readonly unconfirmed: Unconfirmed;
}

/**
 * What every student who handed something in gets back, by student ID. Points that are not confirmed, and totals to
 * which a page without an owner may belong, are left out unless they are asked for.
 */
export async function taskFeedback(
  context: AppContext,
  access: TaskAccess,
  wanted: Unconfirmed,
): Promise<FeedbackParts[]> {
  const { task, mayGrade } = access;
  const { id: taskId } = task;
  const { query } = context.db;
  const [rows, keys, named, { unplaced }] = await Promise.all([
    answerRows(query, taskId),
    taskKeys(context.db, taskId),
    query.select().from(studentNames).where(eq(studentNames.classId, task.classId)),
    openMatters(context, taskId),
  ]);
  const version = keyVersion(keyedItems(keys));
  const names = new Map(named.map(({ studentId, name }) => [studentId, name]));
  const own = rows.filter(({ submission }) => mayGrade(submission));
  const ownKeys = [...keys].filter(([item]) => gradesItem(access, item));
  return [...groupBy(own, ({ submission }) => submission.studentId)].map(([studentId, answers]) => {
    const items = ownKeys.map(([item, own]) => {
      const answer = answers.find(({ submission }) => submission.item === item);
      return itemFeedback(item, { own, answer, unconfirmed: wanted });
    });
    const unconfirmed = unconfirmedMatters(items, { answers, unplaced });
    const isOpen = wanted === "leave-out" && unconfirmed.length > 0;
    const lacks = items.some(({ handedIn, grade }) => handedIn && grade === null);
    const feedback = {
      madeBy: madeBy(answers, version),
      studentId,
      name: names.get(studentId) ?? "",
      title: task.title,
      total: isOpen || lacks ? null : sum(items.map(({ grade }) => grade ?? 0)),
      maximum: sum(items.map(({ maximum }) => maximum)),
      items,
    };
    return { feedback, answers, unconfirmed };
  });
}

/** The items that are not confirmed, and the missing ones to which a page without an owner may belong. */
function unconfirmedMatters(
  items: readonly ItemFeedback[],
  { answers, unplaced }: { answers: readonly Answer[]; unplaced: number },
): string[] {
  const graded = new Set(answers.flatMap(({ submission }) => (submission.graded ? [submission.item] : [])));
  const open = items.filter(({ item }) => !graded.has(item));
  const [waiting, missing] = [open.filter(({ handedIn }) => handedIn), open.filter(({ handedIn }) => !handedIn)];
  const pages = unplaced === 1 ? "1 page has" : `${unplaced} pages have`;
  return [
    ...(waiting.length === 0 ? [] : [`${itemsAre(waiting)} not confirmed`]),
    ...(missing.length === 0 || unplaced === 0 ? [] : [`${itemsAre(missing)} missing, and ${pages} no owner`]),
  ];
}

function itemsAre(items: readonly ItemFeedback[]): string {
  return `${itemList(items.map(({ item }) => item))} ${items.length === 1 ? "is" : "are"}`;
}

interface Answering {
  readonly own: ItemKeys;
  readonly answer: Answer | undefined;
  readonly unconfirmed?: Unconfirmed;
}

/**
 * What a student gets back for an item: nothing but whether it was handed in until its grade is confirmed, or what its
 * reading earns if unconfirmed points are asked for.
 */
export function itemFeedback(item: number, { own, answer, unconfirmed }: Answering): ItemFeedback {
  const maximum = sum(own.keys.map(({ grade }) => grade));
  const base = { item, maximum, handedIn: answer !== undefined, picture: null };
  const none = { ...base, grade: null, comment: "", rows: [] };
  if (!answer || (!answer.submission.graded && unconfirmed !== "include")) return none;
  const { graded, totalGrade, comment } = answer.submission;
  const isRead = answer.analysis.state === "done";
  const read = isRead ? proposeGrade(own, answer.analysis) : { grade: null, rows: [], adjustments: [] };
  if (!graded && read.grade === null) return none;
  const grade = graded ? totalGrade : read.grade;
  return {
    ...base,
    grade,
    isUnconfirmed: !graded,
    comment: comment ?? "",
    ...describedResults(grade, { ...read, proposed: read.grade }),
  };
}

/** No model is named if pages were read by different ones. */
function madeBy(answers: readonly Answer[], version: string): string {
  const models = [...new Set(answers.map(({ analysis }) => analysis.model))];
  return manifestText(resultsManifest({ model: models.length === 1 ? models[0]! : null, keyVersion: version }));
}

/** One student's feedback with the annotated pages. Refuses if the student handed in nothing. */
export async function studentFeedback(
  context: AppContext,
  wish: FeedbackWish & { studentId: string; format: FeedbackFormat },
): Promise<Uint8Array> {
  const all = await taskFeedback(context, await taskFor(context, wish), wish.unconfirmed);
  const parts = all.find(({ feedback }) => feedback.studentId === wish.studentId);
  if (parts === undefined) throw notFound("This student has handed in nothing for this task.");
  return (await studentFiles(context, parts, wish.format)).file;
}

/** The file in the archive that names the students whose feedback is missing. */
const NOT_MADE = "not-made.txt";

/**
 * Everybody's feedback as a ZIP, made while it is sent: a file for each student, and in `pages` their marked pages. If
 * one student's cannot be made, the others still are: a file names the students it is missing for.
 */
export async function feedbackArchive(
  context: AppContext,
  wish: FeedbackWish & { format: FeedbackFormat },
): Promise<ReadableStream<Uint8Array>> {
  const all = await taskFeedback(context, await taskFor(context, wish), wish.unconfirmed);
  if (all.length === 0) throw notFound("Nobody has handed in anything for this task yet.");
  return zipStream(entriesOf(context, all, wish));
}

async function* entriesOf(
  context: AppContext,
  all: readonly FeedbackParts[],
  { taskId, format }: { taskId: string; format: FeedbackFormat },
): AsyncGenerator<ZipEntry, void, void> {
  const missing: string[] = [];
  for (const parts of all) {
    const { studentId } = parts.feedback;
    const made = await studentFiles(context, parts, format).catch((error: unknown) => {
      context.log.error("feedback-failed", error, { task: taskId, student: studentId });
      return null;
    });
    if (made === null) {
      missing.push(studentId);
      continue;
    }
    yield { name: `${studentId}.${format}`, content: made.file };
    for (const { item, picture } of made.pages) {
      yield { name: `pages/${studentId}-item-${item}.jpg`, content: picture };
    }
  }
  if (missing.length > 0) yield { name: NOT_MADE, content: notMade(missing) };
}

function notMade(students: readonly string[]): string {
  return `The feedback of these students could not be made:\n\n${students.join("\n")}\n\nFetch it again later, or see the server's log.\n`;
}

function studentFiles(
  context: AppContext,
  { feedback, answers }: FeedbackParts,
  format: FeedbackFormat,
): Promise<Work["feedback"]["answer"]> {
  const pages = answers.map(({ submission, analysis }) => ({
    item: submission.item,
    ...pageOf(submission),
    overlaid: describes(feedback, submission.item) ? overlaidOf(analysis) : null,
  }));
  const names = answers.map(({ submission }) => submission.sha256);
  return withFiles(context.files, names, (paths) => {
    const shown = pages.map((page, index) => ({ ...page, path: paths[index]! }));
    const request = { feedback, pages: shown, format, fontsDir: context.config.fontsDir };
    return askWorker(context, "feedback", request);
  });
}

function describes({ items }: StudentFeedback, item: number): boolean {
  return items.some((each) => each.item === item && showsReading(each));
}

/** The student sees what was read, without the problems that a grader has settled. */
export function overlaidOf({ width, height, wires, netlist }: Analysis): Overlaid | null {
  if (netlist === null) return null;
  return { width, height, gates: readGatesOf(netlist), problems: [], netlist, wires };
}
