import { and, eq, inArray } from "drizzle-orm";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import { makeAll, type Query, type SqlStatement } from "../../db/query.ts";
import { analyses, classes, enrolments, extensions, jobs, submissions, tasks } from "../../db/schema.ts";
import { newJob } from "../../jobs/job.ts";
import { notFound } from "../../refusal.ts";
import { publishOften } from "../access/audience.ts";
import { queueReadings } from "../reading/reading.ts";
import { type RecordedSubmission, recordSubmission } from "./hand-in-records.ts";
import { placeSecond } from "./second-hand-in.ts";
import { keepWaiting, ofAnswer } from "./waiting-pages.ts";

type Submission = typeof submissions.$inferSelect;

/** A page that is handed in, in any way. */
interface NewPage
  extends Pick<
    Submission,
    "studentId" | "item" | "filename" | "mimetype" | "size" | "sha256" | "page" | "turn" | "uploadedBy"
  > {
  readonly task: Pick<typeof tasks.$inferSelect, "id">;
  /** When it counts as handed in; by default when it is stored. */
  readonly receivedAt?: number;
  /** Of a student's upload; see `linkOfUpload`. */
  readonly linkId?: string | null;
  readonly ownPaper?: boolean;
  /** The ID that it had before its database was lost. */
  readonly id?: string;
}

interface Before {
  readonly task: typeof tasks.$inferSelect;
  /** Until when the student may hand in; null if not enrolled. */
  readonly dueAt: number | null;
  /** The page that counts so far for the same student and item, if any. */
  readonly before: Submission | undefined;
  /** The page is already stored: it counts, or waits. */
  readonly isKnown: boolean;
}

/** What the caller decides for a page, once it is known what is true of its answer. */
export type Ruling<Refused> =
  | { readonly refused: Refused }
  /** `also` returns what to write with the submission, or with the existing one. */
  | { also?(submissionId: string): readonly SqlStatement[] };

interface Storing<Refused, News> {
  /** Puts the bytes into the file store; may be called for a file that is there. */
  keep?(): Promise<void>;
  /** The submissions whose receipts came with the page. */
  readonly proven?: ReadonlySet<string>;
  /** A person has decided that the page counts, whatever counted before. */
  readonly decided?: boolean;
  /** Runs within the write: what it reads stays true until the page is stored. */
  rule?(query: Query, before: Before): Promise<Ruling<Refused>> | Ruling<Refused>;
  /** Runs within the write, once a new page is stored. */
  after?(query: Query, submission: Submission): Promise<News>;
}

type Stored<Refused, News> =
  | { readonly refused: Refused }
  /** `news`: what `after` returned; null if it did not run. */
  | (RecordedSubmission & { readonly isNew: boolean; readonly news: News | null });

const NOTHING_PROVEN: ReadonlySet<string> = new Set();

type Place = ReturnType<typeof placeSecond>;

const FIRST: Place = { counts: true, rivalId: null, fromElsewhere: false };

/**
 * Makes a page the submission of a student, with the job that reads it. The same page again returns the existing
 * submission. `placeSecond` decides whether the page counts if another one does.
 */
export async function storeSubmission<Refused = never, News = void>(
  context: AppContext,
  page: NewPage,
  { keep, rule, after, proven = NOTHING_PROVEN, decided = false }: Storing<Refused, News>,
): Promise<Stored<Refused, News>> {
  const { task } = page;
  const stored = await context.db.write(async (query): Promise<Stored<Refused, News>> => {
    const { uploads, dueAt, ...where } = await answerOf(query, page);
    const before = uploads.find(({ counts }) => counts);
    const known = uploads.find((each) => isSamePage(each, page) && (each.counts || (isWaiting(each) && !decided)));
    const ruling = (await rule?.(query, { task: where.task, dueAt, before, isKnown: known !== undefined })) ?? {};
    if ("refused" in ruling) return ruling;
    if (known) {
      // Its file may have been lost since: the receipt is for these bytes.
      await keep?.();
      await makeAll(query, ruling.also?.(known.id) ?? []);
      return { ...where, submission: known, isNew: false, news: null };
    }
    const time = context.now();
    const overtaken = isOvertaken(uploads, page, time);
    const { uploadedBy } = page;
    const place = !before || decided ? FIRST : placeSecond({ uploadedBy, before, proven, overtaken });
    const submission = newSubmission(page, { time, place });
    const { id } = submission;
    const settled = uploads.filter((each) => (each.counts ? place.counts : isWaiting(each) && proven.has(each.id)));
    const settledIds = settled.map((each) => each.id);
    // The bytes first: a row without its file would break the promise of the receipt; a file without a row is only
    // cleaned up.
    await keep?.();
    const unsettle = query.update(submissions).set({ counts: false, rivalId: null });
    await makeAll(query, [
      ...(settledIds.length > 0 ? [unsettle.where(inArray(submissions.id, settledIds))] : []),
      query.insert(submissions).values(submission),
      ...(place.counts && uploads.some(isWaiting) ? [keepWaiting(query, submission)] : []),
      query.insert(analyses).values({ id: newId(), submissionId: id, state: "queued", updatedAt: time }),
      query.insert(jobs).values(newJob("read", { submissionId: id }, time)),
      ...(ruling.also?.(id) ?? []),
    ]);
    const news = (await after?.(query, submission)) ?? null;
    return { ...where, submission, isNew: true, news };
  });
  if ("refused" in stored) return stored;
  const { id } = stored.submission;
  if (stored.isNew) {
    context.jobs.wake("read");
    await publishOften(context, task.id, "task");
  } else await readFailedAgain(context, id);
  // Also for an existing one: the process that stored it may have died before it wrote the record.
  await recordSubmission(context, stored);
  return stored;
}

/** A page that is handed in again is read again if that failed: its file may have been lost meanwhile. */
async function readFailedAgain(context: AppContext, submissionId: string): Promise<void> {
  const failed = and(eq(analyses.submissionId, submissionId), eq(analyses.state, "failed"));
  const [analysis] = await context.db.query.select({ id: analyses.id }).from(analyses).where(failed);
  if (analysis) await queueReadings(context, [submissionId]);
}

/** What was handed in for a page's answer, with its task, its class and until when its student may hand in. */
async function answerOf(query: Query, { task: { id }, studentId, item }: NewPage) {
  const enrolled = and(eq(enrolments.classId, tasks.classId), eq(enrolments.studentId, studentId));
  const extended = and(eq(extensions.taskId, id), eq(extensions.studentId, studentId));
  const rows = await query
    .select({
      submission: submissions,
      task: tasks,
      group: classes,
      enrolled: enrolments.studentId,
      extendedTo: extensions.dueAt,
    })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .leftJoin(enrolments, enrolled)
    .leftJoin(extensions, extended)
    .leftJoin(submissions, ofAnswer({ taskId: id, studentId, item }))
    .where(eq(tasks.id, id));
  if (!rows[0]) throw notFound(TEXTS.task.removed);
  const { task, group, enrolled: isEnrolled, extendedTo } = rows[0];
  const dueAt = isEnrolled === null ? null : Math.max(task.dueAt, extendedTo ?? 0);
  return { task, group, dueAt, uploads: rows.flatMap(({ submission }) => submission ?? []) };
}

/** A PDF has many pages: the same content alone does not make it the same page. */
function isSamePage(stored: Submission, { sha256, page }: NewPage): boolean {
  return stored.sha256 === sha256 && stored.page === page;
}

/** It does not count, and a person must decide whether it does. */
function isWaiting({ counts, rivalId }: Submission): boolean {
  return !counts && rivalId !== null;
}

/**
 * Whether the same people started a later upload that is already stored. A time in the future came from another clock,
 * or from before this one was set back.
 */
function isOvertaken(uploads: readonly Submission[], { uploadedBy, receivedAt }: NewPage, now: number): boolean {
  const after = receivedAt ?? now;
  return uploads.some((each) => each.uploadedBy === uploadedBy && each.receivedAt > after && each.receivedAt <= now);
}

function newSubmission(
  { task, receivedAt, id, linkId = null, ownPaper = false, ...page }: NewPage,
  { time, place }: { time: number; place: Place },
): Submission {
  return {
    id: id ?? newId(),
    taskId: task.id,
    ...page,
    ownPaper,
    receivedAt: receivedAt ?? time,
    ...place,
    graded: false,
    totalGrade: null,
    comment: null,
    releasedAt: null,
    legibilitySeenAt: null,
    linkId,
  };
}
