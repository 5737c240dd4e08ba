import { and, eq, gt, lte } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { Query } from "../db/client.ts";
import { analyses, jobs, submissions, type tasks } from "../db/schema.ts";
import { newJob } from "../jobs/job-queue.ts";
import { recordSubmissions } from "./hand-in-records.ts";

export type Submission = typeof submissions.$inferSelect;
type Statement = BatchItem<"sqlite">;

/** A page that is handed in, by whichever way. */
interface NewPage
  extends Pick<
    Submission,
    "studentId" | "item" | "filename" | "mimetype" | "size" | "sha256" | "page" | "turn" | "uploadedBy"
  > {
  readonly task: Pick<typeof tasks.$inferSelect, "id" | "userId">;
  /** When it counts as handed in; left out: when it is stored. */
  readonly receivedAt?: number;
  /** Of one that had an id before its database was lost. */
  readonly id?: string;
}

/** The page that counts so far for the same student and item, if any. */
interface Before {
  readonly before: Submission | undefined;
  /** It is the page that is being stored. */
  readonly isSame: boolean;
}

/** Nothing where `Refused` is never. */
type Refusing<Refused> = Refused extends unknown ? { readonly refused: Refused } : never;

/** What the caller makes of a page, once it is known what counts so far. */
export type Ruling<Refused> =
  | Refusing<Refused>
  /** `also` gives what is written with the submission, or with the one that is there already. */
  | { also?(submissionId: string): readonly Statement[] };

interface Storing<Refused> {
  /** Puts the bytes into the file store, where they are not there yet. */
  keep?(): Promise<void>;
  /** Runs within the write: what it reads stays true until the page is stored. */
  rule?(query: Query, before: Before): Promise<Ruling<Refused>> | Ruling<Refused>;
}

type Stored<Refused> = Refusing<Refused> | { readonly submission: Submission; readonly isNew: boolean };

const NO_RULING: Ruling<never> = {};

/**
 * Makes a page the submission of a student, with the job that reads it. The same page again is the submission that
 * is there already. The page counts in place of the earlier one, unless a page came first that the same people began
 * to upload later: then it is history at once.
 */
export async function storeSubmission<Refused = never>(
  context: AppContext,
  page: NewPage,
  { keep, rule }: Storing<Refused>,
): Promise<Stored<Refused>> {
  const { task } = page;
  const counting = and(answerOf(page), eq(submissions.counts, true));
  const stored = await context.db.write(async (query): Promise<Stored<Refused>> => {
    const [before] = await query.select().from(submissions).where(counting);
    const isSame = before !== undefined && isSamePage(before, page);
    const ruling = (await rule?.(query, { before, isSame })) ?? NO_RULING;
    if ("refused" in ruling) return ruling;
    if (isSame) {
      const [first, ...rest] = ruling.also?.(before.id) ?? [];
      if (first) await query.batch([first, ...rest]);
      return { submission: before, isNew: false };
    }
    const time = context.now();
    const counts = before === undefined || !(await isOvertaken(query, page, time));
    const submission = newSubmission(page, { time, counts });
    const { id } = submission;
    // The bytes first: a row without its file would be a broken promise, a file without a row is only swept up.
    await keep?.();
    await query.batch([
      query.update(submissions).set({ counts: !counts }).where(counting),
      query.insert(submissions).values(submission),
      query.insert(analyses).values({ id: newId(), submissionId: id, state: "queued", updatedAt: time }),
      query.insert(jobs).values(newJob("read", id, time)),
      ...(ruling.also?.(id) ?? []),
    ]);
    return { submission, isNew: true };
  });
  if ("submission" in stored && stored.isNew) {
    context.jobs.wake();
    context.events.publish(task.userId, { type: "submission", task_id: task.id, file_id: stored.submission.id });
  }
  // Also of one that is there already: what stored it may have died before it had written the record.
  if ("submission" in stored) await recordSubmissions(context, [stored.submission.id]);
  return stored;
}

function answerOf({ task, studentId, item }: NewPage) {
  return and(eq(submissions.taskId, task.id), eq(submissions.studentId, studentId), eq(submissions.item, item));
}

/** A PDF has many pages: the same content alone does not make it the same page. */
function isSamePage(before: Submission, { sha256, page }: NewPage): boolean {
  return before.sha256 === sha256 && before.page === page;
}

/**
 * Whether the same people began an upload later that is stored already. A time that is still to come was told by
 * another clock, or before this one was set back.
 */
async function isOvertaken(query: Query, page: NewPage, now: number): Promise<boolean> {
  const [later] = await query
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        answerOf(page),
        eq(submissions.uploadedBy, page.uploadedBy),
        gt(submissions.receivedAt, page.receivedAt ?? now),
        lte(submissions.receivedAt, now),
      ),
    )
    .limit(1);
  return later !== undefined;
}

function newSubmission(
  { task, receivedAt, id, ...page }: NewPage,
  { time, counts }: { time: number; counts: boolean },
): Submission {
  return {
    id: id ?? newId(),
    taskId: task.id,
    ...page,
    receivedAt: receivedAt ?? time,
    counts,
    graded: false,
    totalGrade: null,
    comment: null,
  };
}
