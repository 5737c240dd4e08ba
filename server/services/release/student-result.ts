import { createHash } from "node:crypto";
import { and, desc, eq } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { sum } from "../../../core/basics/numbers.ts";
import { type ItemFeedback, showsReading } from "../../../core/feedback/student-feedback.ts";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import { classes, submissions, tasks, users } from "../../db/schema.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import { notFound } from "../../refusal.ts";
import { itemFeedback, overlaidOf } from "../exports/feedback.ts";
import { type Analysis, pageRows } from "../reading/page-record.ts";
import { drawingOf, keptPicture } from "../submissions/file-answers.ts";
import { pageOf } from "../submissions/page-of.ts";
import type { Submission } from "../submissions/submissions.ts";
import { type ItemKeys, taskKeys } from "../tasks/task-items.ts";
import { type RegradeRequestRow, requestsAbout } from "./regrade-requests.ts";
import { type ResultScope, scopeOfToken } from "./result-link.ts";

/**
 * What a student may know of an answer. `waiting`: the instructor has still to decide whether the page counts;
 * `replaced`: another page counts. `confirmed`: its grade is, and is not released.
 */
export type ResultState = "missing" | "received" | "waiting" | "replaced" | "confirmed" | "released";

export interface ResultItem {
  readonly item: number;
  readonly state: ResultState;
  /** Null if nothing was handed in. */
  readonly receivedAt: number | null;
  /** Null until the grade is released. */
  readonly feedback: ItemFeedback | null;
  /** What was read, in the names of the drawing; null until the grade is released, and if it does not rest on that. */
  readonly read: Pick<Analysis, "inputs" | "outputs"> | null;
  /** The picture's size in pixels, and the part with the drawing that was read; null until the grade is released. */
  readonly picture: { readonly width: number; readonly height: number; readonly drawing: PictureBox | null } | null;
  /** What the student asked about it, oldest first; empty until the grade is released. */
  readonly requests: readonly RegradeRequestRow[];
}

/** What a student sees under a link. */
export interface StudentResult {
  readonly taskId: string;
  readonly title: string;
  readonly className: string;
  readonly studentId: string;
  readonly teacher: { readonly name: string; readonly email: string };
  readonly items: readonly ResultItem[];
  /** Null until every item is released. */
  readonly total: { readonly points: number; readonly maximum: number } | null;
}

export interface Page {
  readonly submission: Submission;
  readonly analysis: Analysis;
}

export interface Opened {
  readonly scope: ResultScope;
  readonly task: typeof tasks.$inferSelect;
  readonly studentId: string;
  readonly keys: ReadonlyMap<number, ItemKeys>;
  /** By item: what is shown of it. */
  readonly pages: ReadonlyMap<number, Page>;
}

/**
 * What a link shows now, also after the due date.
 * @throws {Refusal} if there is no such link, or its task was deleted.
 */
export async function studentResult(context: AppContext, token: string): Promise<StudentResult> {
  const { task, studentId, keys, pages } = await openLink(context, token);
  const [[group], [teacher], requests] = await Promise.all([
    context.db.query.select().from(classes).where(eq(classes.id, task.classId)),
    context.db.query.select().from(users).where(eq(users.id, task.userId)),
    requestsAbout(
      context,
      [...pages.values()].map(({ submission }) => submission.id),
    ),
  ]);
  const byPage = groupBy(requests, ({ submissionId }) => submissionId);
  const items = [...keys].map(([item, own]): ResultItem => {
    const page = pages.get(item);
    const state = stateOf(page?.submission);
    const receivedAt = page?.submission.receivedAt ?? null;
    const hidden = { feedback: null, read: null, picture: null, requests: [] };
    if (!page || state !== "released") return { item, state, receivedAt, ...hidden };
    const { width, height, inputs, outputs } = page.analysis;
    const feedback = itemFeedback(item, { own, answer: page });
    const isRead = showsReading(feedback);
    return {
      item,
      state,
      receivedAt,
      feedback,
      read: isRead ? { inputs, outputs } : null,
      picture: { width, height, drawing: isRead ? (drawingOf(page.analysis)?.box ?? null) : null },
      requests: byPage.get(page.submission.id) ?? [],
    };
  });
  return {
    taskId: task.id,
    title: task.title,
    className: group ? `${group.code} | ${group.group}` : "",
    studentId,
    teacher: { name: teacher?.name ?? "", email: teacher?.email ?? "" },
    items,
    total: totalOf(items),
  };
}

function totalOf(items: readonly ResultItem[]): StudentResult["total"] {
  const given = items.flatMap(({ feedback }) => (feedback?.grade == null ? [] : [feedback]));
  if (given.length < items.length) return null;
  return { points: sum(given.map(({ grade }) => grade ?? 0)), maximum: sum(given.map(({ maximum }) => maximum)) };
}

function stateOf(submission: Submission | undefined): ResultState {
  if (submission === undefined) return "missing";
  if (!submission.counts) return submission.rivalId === null ? "replaced" : "waiting";
  if (!submission.graded) return "received";
  return submission.releasedAt === null ? "confirmed" : "released";
}

export async function openLink(context: AppContext, token: string): Promise<Opened> {
  const scope = await scopeOfToken(context, token);
  if (scope === null) throw unknownLink();
  const rows = await pageRows(context.db.query, pagesOf(scope)).orderBy(
    submissions.item,
    desc(submissions.counts),
    desc(submissions.receivedAt),
  );
  const taskId = scope.kind === "student" ? scope.taskId : rows[0]?.submission.taskId;
  const studentId = scope.kind === "student" ? scope.studentId : rows[0]?.submission.studentId;
  if (taskId === undefined || studentId === undefined) throw unknownLink();
  const [task] = await context.db.query.select().from(tasks).where(eq(tasks.id, taskId));
  if (!task) throw unknownLink();
  const keys = await taskKeys(context.db, taskId);
  const byItem = groupBy(rows, ({ submission }) => submission.item);
  // Of several uploads the one that counts, otherwise the latest.
  const pages = new Map([...byItem].map(([item, [first]]) => [item, first!]));
  return { scope, task, studentId, keys, pages };
}

function pagesOf(scope: ResultScope) {
  if (scope.kind === "hand-in") return eq(submissions.linkId, scope.linkId);
  const { taskId, studentId } = scope;
  return and(eq(submissions.taskId, taskId), eq(submissions.studentId, studentId), eq(submissions.counts, true));
}

function unknownLink() {
  return notFound(TEXTS.results.unknownLink);
}

/**
 * The page of an item whose grade is released.
 * @throws {Refusal} if the link is unknown or the grade is not released.
 */
export async function releasedPage(context: AppContext, { token, item }: { token: string; item: number }) {
  const { task, pages, keys } = await openLink(context, token);
  const page = pages.get(item);
  const own = keys.get(item);
  if (!page || !own || stateOf(page.submission) !== "released") throw notFound(TEXTS.results.notReleased);
  return { ...page, task, own };
}

/** A released page as the student gets it back: with the reading drawn over it, if the grade rests on it. A JPEG. */
export async function markedPicture(context: AppContext, wanted: { token: string; item: number }): Promise<Uint8Array> {
  const { submission, analysis, own } = await releasedPage(context, wanted);
  const isDescribed = showsReading(itemFeedback(wanted.item, { own, answer: { submission, analysis } }));
  const overlaid = isDescribed ? overlaidOf(analysis) : null;
  const { sha256 } = submission;
  const page = pageOf(submission);
  const version = createHash("sha256")
    .update(JSON.stringify([page, overlaid]))
    .digest("hex")
    .slice(0, 16);
  const name = `${sha256}-marked-${version}.jpg`;
  return keptPicture(context, name, () =>
    context.files.use(sha256, (path) => askReader(context, "marked", { ...page, path, overlaid })),
  );
}
