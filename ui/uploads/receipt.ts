import { isStudentId } from "../../core/rules/students/student-id.ts";
import type { Receipt } from "../../server/contract/results/file.ts";
import { formatSize } from "../format.ts";

/** What a browser keeps of a receipt to show that a later file comes from where it came from. */
export interface ReceiptProof extends Pick<Receipt, "filename" | "item_number" | "received_at" | "token"> {
  /** The tokens of those that it replaced, newest first. */
  readonly earlier?: readonly string[];
}

export type KeptReceipt = Receipt & ReceiptProof;

/** A receipt without what it shows. */
export function proofOf({ filename, item_number, received_at, token, earlier }: ReceiptProof): ReceiptProof {
  return { filename, item_number, received_at, token, ...(earlier && { earlier }) };
}

/** How many tokens are kept per answer: as many as an upload can carry. */
const MOST_TOKENS = 10;

/** A receipt as text to keep, for the clipboard: what was handed in, when, and the proof of its content. */
export function receiptText(
  receipts: readonly Receipt[],
  { title, formatDate }: { readonly title: string; formatDate(time: string): string },
): string {
  const parts = receipts.map((receipt) =>
    [
      `Item ${receipt.item_number}: ${receipt.filename}`,
      `Size: ${formatSize(receipt.size)} (${receipt.size} bytes)`,
      `SHA-256: ${receipt.sha256}`,
      `Received: ${formatDate(receipt.received_at)} (${receipt.received_at})`,
    ].join("\n"),
  );
  const links = linksOf(receipts).map((link) => `Your results, once they are released: ${link}`);
  return [`CircuitGrade receipt: ${title}`, ...parts, ...links].join("\n\n");
}

/** The links to the results: one, unless files were sent from several browsers. */
export function linksOf(receipts: readonly Receipt[]): string[] {
  return [...new Set(receipts.flatMap(({ link }) => link ?? []))];
}

/**
 * The newest receipt of each item, by item; of two with the same time, the later in the lists. The newest keeps the
 * tokens of the others.
 */
export function mergeReceipts<R extends ReceiptProof>(...lists: readonly (readonly R[])[]): R[] {
  const newest = new Map<string, R>();
  for (const receipt of lists.flat()) {
    const work = `${studentOf(receipt)} ${receipt.item_number}`;
    const kept = newest.get(work);
    const isNewer = !kept || Date.parse(kept.received_at) <= Date.parse(receipt.received_at);
    newest.set(work, isNewer ? joined(receipt, kept) : joined(kept, receipt));
  }
  return [...newest.values()].sort((a, b) => a.item_number - b.item_number || a.filename.localeCompare(b.filename));
}

function joined<R extends ReceiptProof>(newer: R, older?: R): R {
  if (!older) return newer;
  const earlier = tokensOf([newer, older]).filter((token) => token !== newer.token);
  return earlier.length === 0 ? newer : { ...newer, earlier };
}

/** The newest tokens of receipts; a browser may have kept a receipt from before there were tokens. */
function tokensOf(receipts: readonly ReceiptProof[]): string[] {
  const tokens = receipts.flatMap(({ token, earlier = [] }) => (token ? [token, ...earlier] : earlier));
  return [...new Set(tokens)].slice(0, MOST_TOKENS);
}

/**
 * The proof that a file comes from where the earlier ones of the same student came from: those for its item, which it
 * replaces, or those for the other items, with which it shares the link to the results.
 */
export function proofFor(
  receipts: readonly ReceiptProof[],
  { item, filename }: { readonly item: number; readonly filename: string },
): string[] {
  const student = studentOf({ filename });
  const own = receipts.filter((receipt) => studentOf(receipt) === student);
  const ofItem = own.filter((receipt) => receipt.item_number === item);
  return tokensOf(ofItem.length > 0 ? ofItem : own);
}

/** Whose work a receipt is for: the Student ID in the file's name. */
export function studentOf({ filename }: Pick<Receipt, "filename">): string {
  return filename.split("_")[0] ?? "";
}

/**
 * A student's receipts. While the Student ID is not known, those of the only student with receipts: if there are
 * several, nobody knows who is at the computer.
 */
export function receiptsOf<R extends Receipt>(receipts: readonly R[], studentId: string): R[] {
  const students = new Set(receipts.map(studentOf));
  const own = isStudentId(studentId) || students.size > 1 ? studentId : [...students][0];
  return receipts.filter((receipt) => studentOf(receipt) === own);
}
