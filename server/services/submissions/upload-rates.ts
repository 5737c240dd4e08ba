import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import { RATES } from "../../rates.ts";
import { Refusal } from "../../refusal.ts";
import { studentMark } from "../privacy/erasure-list.ts";
import type { Standing } from "./standing.ts";
import type { OtherReason } from "./upload-verdict.ts";

type Limiter = Pick<AppContext, "limiter" | "secrets">;

/** Where an upload comes from, and for which task; null: for none that exists. */
interface UploadPlace {
  readonly address: string;
  readonly task: { readonly id: string } | null;
}

/** A page with a valid code. */
interface CountedPage extends UploadPlace {
  readonly task: { readonly id: string };
  readonly standing: Standing;
  readonly studentId: string;
  readonly item: number;
  readonly size: number;
  /** What its sender's pages for the student have in common. */
  readonly linkId: string;
  /** The submissions whose receipts came with it. */
  readonly proven: ReadonlySet<string>;
}

/** What a page counts as at least: a small one has to be read, too. */
export const LEAST_BYTES = 1024 * 1024;

/**
 * Counts a student's page; gives why it is refused, if there were too many. An answer's first page and the further pages
 * of its sender have their own limit, which nobody else can use up. Other senders' pages for the answer count by address
 * and task.
 */
export async function countPage(context: Limiter, page: CountedPage): Promise<OtherReason | null> {
  const { task, address, standing, studentId, item, size, linkId, proven } = page;
  const first = standing.pages.find((each) => each.item === item);
  const isOwn = !first || first.linkId === linkId || proven.has(first.id);
  // Counts are in the database, and outlive a student who is erased.
  const own = first?.id ?? `${task.id}:${studentMark(context, studentId)}:${item}`;
  const key = isOwn ? `own:${own}` : `other:${address}:${task.id}`;
  const rate = isOwn ? RATES.ownPageBytes : RATES.otherPageBytes;
  const bytes = Math.max(size, LEAST_BYTES);
  if (!(await refusalOf(context.limiter.take(`page-bytes-${key}`, rate, bytes)))) return null;
  const { tooMuchToday, tooMuchFromHere } = TEXTS.files;
  return isOwn
    ? { list: "other", code: "too-much-today", message: tooMuchToday }
    : { list: "other", code: "too-much-from-here", message: tooMuchFromHere };
}

/**
 * Counts what cannot be a student's page: a file with a wrong name or no valid code, an upload without files, or for no
 * task. It counts by address and task, apart from the pages: rubbish keeps no page out. Gives the refusal if there was
 * too much.
 */
export function countStray({ limiter }: Limiter, { address, task }: UploadPlace): Promise<Refusal | null> {
  return refusalOf(limiter.take(`upload-stray:${address}:${task?.id ?? ""}`, RATES.strayUploads));
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
