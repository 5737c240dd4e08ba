import { and, asc, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import { submissions } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";
import { Refusal } from "../../refusal.ts";
import type { Recipient } from "./recipient.ts";
import type { OtherReason } from "./upload-verdict.ts";

type Limiter = Pick<AppContext, "limiter">;

/** Where an upload comes from, and for which task; null: for none that exists. */
type UploadPlace = Pick<Recipient, "address"> & { readonly task: { readonly id: string } | null };

/** A page with a valid code. */
interface CountedPage {
  readonly recipient: Recipient;
  readonly studentId: string;
  readonly item: number;
  readonly size: number;
  /** What its sender's pages for the student have in common. */
  readonly linkId: string;
  /** The submissions whose receipts came with it. */
  readonly proven: ReadonlySet<string>;
}

/**
 * Counts a student's page; gives why it is refused, if there were too many. An answer's first page and the further pages
 * of its sender have their own limit, which nobody else can use up. Other senders' pages for the answer count by address
 * and task.
 */
export async function countPage(context: AppContext, page: CountedPage): Promise<OtherReason | null> {
  const { task, address } = page.recipient;
  const first = await firstPage(context, page);
  const isOwn = !first || first.linkId === page.linkId || page.proven.has(first.id);
  const own = first?.id ?? `${task.id}:${page.studentId}:${page.item}`;
  const key = isOwn ? `own:${own}` : `other:${address}:${task.id}`;
  const files = isOwn ? RATES.ownPages : RATES.otherPages;
  const bytes = isOwn ? RATES.ownPageBytes : RATES.otherPageBytes;
  const excess = await refusalOf(context.limiter.take(`pages-${key}`, files));
  if (excess) return tooMany(excess);
  const isTooMuch = await refusalOf(context.limiter.take(`page-bytes-${key}`, bytes, page.size));
  if (!isTooMuch) return null;
  const { tooMuchToday, tooMuchFromHere } = TEXTS.files;
  return isOwn
    ? { list: "other", code: "too-much-today", message: tooMuchToday }
    : { list: "other", code: "too-much-from-here", message: tooMuchFromHere };
}

/** Why a file is refused if there were too many in a short time. */
export function tooMany(excess: Refusal): OtherReason {
  return { list: "other", code: excess.code, message: excess.message, excess };
}

/** The first page that a student handed in for an answer. */
async function firstPage({ db }: AppContext, { recipient, studentId, item }: CountedPage) {
  const answer = [
    eq(submissions.taskId, recipient.task.id),
    eq(submissions.studentId, studentId),
    eq(submissions.item, item),
    eq(submissions.uploadedBy, "student"),
  ];
  const [first] = await db.query
    .select({ id: submissions.id, linkId: submissions.linkId })
    .from(submissions)
    .where(and(...answer))
    .orderBy(asc(submissions.receivedAt))
    .limit(1);
  return first;
}

/**
 * Counts what cannot be a student's page: a file with a wrong name or no valid code, an upload without files, or for no
 * task. It counts by address and task, apart from the pages: rubbish keeps no page out. Gives the refusal if there was
 * too much.
 */
export function countStray({ limiter }: Limiter, { address, task }: UploadPlace): Promise<Refusal | null> {
  return refusalOf(limiter.take(`upload-stray:${address}:${task?.id ?? ""}`, RATES.strayUploads));
}

/** Counts an upload after the due date: a late class gets that message, whatever else came from its address. */
export function countLate({ limiter }: Limiter, { address, task }: UploadPlace): Promise<void> {
  return limiter.take(`upload-late:${address}:${task?.id ?? ""}`, RATES.lateUploads);
}

async function refusalOf(taking: Promise<void>): Promise<Refusal | null> {
  try {
    await taking;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
