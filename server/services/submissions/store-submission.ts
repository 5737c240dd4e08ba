import { and, eq, inArray } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { analyses, jobs, submissions, type tasks } from "../../db/schema.ts";
import { newJob } from "../../jobs/job-queue.ts";
import { publishToTask } from "../access/audience.ts";
import { queueReadings } from "../reading/reading.ts";
import { recordSubmissions } from "./hand-in-records.ts";
import { placeSecond } from "./second-hand-in.ts";
import { keepWaiting } from "./waiting-pages.ts";

type Submission = typeof submissions.$inferSelect;
type Statement = BatchItem<"sqlite">;

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
  /** The ID that it had before its database was lost. */
  readonly id?: string;
}

/** The page that counts so far for the same student and item, if any. */
interface Before {
  readonly before: Submission | undefined;
  /** The page is already stored: it counts, or waits. */
  readonly isKnown: boolean;
}

/** Nothing, if `Refused` is never. */
type Refusing<Refused> = Refused extends unknown ? { readonly refused: Refused } : never;

/** What the caller decides for a page, once it is known what counts so far. */
export type Ruling<Refused> =
  | Refusing<Refused>
  /** `also` returns what to write with the submission, or with the existing one. */
  | { also?(submissionId: string): readonly Statement[] };

interface Storing<Refused> {
  /** Puts the bytes into the file store; may be called for a file that is there. */
  keep?(): Promise<void>;
  /** The submissions whose receipts came with the page. */
  readonly proven?: ReadonlySet<string>;
  /** A person has decided that the page counts, whatever counted before. */
  readonly decided?: boolean;
  /** Runs within the write: what it reads stays true until the page is stored. */
  rule?(query: Query, before: Before): Promise<Ruling<Refused>> | Ruling<Refused>;
}

type Stored<Refused> = Refusing<Refused> | { readonly submission: Submission; readonly isNew: boolean };

const NO_RULING: Ruling<never> = {};
const NOTHING_PROVEN: ReadonlySet<string> = new Set();

type Place = ReturnType<typeof placeSecond>;

const FIRST: Place = { counts: true, rivalId: null, fromElsewhere: false };

/**
 * Makes a page the submission of a student, with the job that reads it. The same page again returns the existing
 * submission. `placeSecond` decides whether the page counts if another one does.
 */
export async function storeSubmission<Refused = never>(
  context: AppContext,
  page: NewPage,
  { keep, rule, proven = NOTHING_PROVEN, decided = false }: Storing<Refused>,
): Promise<Stored<Refused>> {
  const { task } = page;
  const stored = await context.db.write(async (query): Promise<Stored<Refused>> => {
    const uploads = await query.select().from(submissions).where(answerOf(page));
    const before = uploads.find(({ counts }) => counts);
    const known = uploads.find((each) => isSamePage(each, page) && (each.counts || (isWaiting(each) && !decided)));
    const ruling = (await rule?.(query, { before, isKnown: known !== undefined })) ?? NO_RULING;
    if ("refused" in ruling) return ruling;
    if (known) {
      // Its file may have been lost since: the receipt is for these bytes.
      await keep?.();
      const [first, ...rest] = ruling.also?.(known.id) ?? [];
      if (first) await query.batch([first, ...rest]);
      return { submission: known, isNew: false };
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
    await query.batch([
      query.update(submissions).set({ counts: false, rivalId: null }).where(inArray(submissions.id, settledIds)),
      query.insert(submissions).values(submission),
      ...(place.counts ? [keepWaiting(query, submission)] : []),
      query.insert(analyses).values({ id: newId(), submissionId: id, state: "queued", updatedAt: time }),
      query.insert(jobs).values(newJob("read", { submissionId: id }, time)),
      ...(ruling.also?.(id) ?? []),
    ]);
    return { submission, isNew: true };
  });
  if ("submission" in stored && stored.isNew) {
    context.jobs.wake();
    await publishToTask(context, task.id, { type: "submission", task_id: task.id, file_id: stored.submission.id });
  }
  if ("submission" in stored && !stored.isNew) await readFailedAgain(context, stored.submission.id);
  // Also for an existing one: the process that stored it may have died before it wrote the record.
  if ("submission" in stored) await recordSubmissions(context, [stored.submission.id]);
  return stored;
}

/** A page that is handed in again is read again if that failed: its file may have been lost meanwhile. */
async function readFailedAgain(context: AppContext, submissionId: string): Promise<void> {
  const failed = and(eq(analyses.submissionId, submissionId), eq(analyses.state, "failed"));
  const [analysis] = await context.db.query.select({ id: analyses.id }).from(analyses).where(failed);
  if (analysis) await queueReadings(context, [submissionId]);
}

function answerOf({ task, studentId, item }: NewPage) {
  return and(eq(submissions.taskId, task.id), eq(submissions.studentId, studentId), eq(submissions.item, item));
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
  { task, receivedAt, id, linkId = null, ...page }: NewPage,
  { time, place }: { time: number; place: Place },
): Submission {
  return {
    id: id ?? newId(),
    taskId: task.id,
    ...page,
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
