import { isStudentId } from "../../core/rules/student-id.ts";
import type { Receipt } from "../../server/contract/file.ts";
import { formatSize } from "./format-size.ts";

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
  return [`CircuitGrade receipt: ${title}`, ...parts].join("\n\n");
}

/** Receipts with the newest of each item only, by item; of two of the same moment the later in the lists. */
export function mergeReceipts(...lists: readonly (readonly Receipt[])[]): Receipt[] {
  const newest = new Map<string, Receipt>();
  for (const receipt of lists.flat()) {
    const work = `${studentOf(receipt)} ${receipt.item_number}`;
    const kept = newest.get(work);
    if (!kept || Date.parse(kept.received_at) <= Date.parse(receipt.received_at)) newest.set(work, receipt);
  }
  return [...newest.values()].sort((a, b) => a.item_number - b.item_number || a.filename.localeCompare(b.filename));
}

/** Whose work a receipt is for: the Student ID that the file's name carries. */
export function studentOf({ filename }: Receipt): string {
  return filename.split("_")[0] ?? "";
}

/**
 * A student's receipts; while the Student ID is not known, those of the only student that there are receipts of: of
 * several, nobody can tell who is at the computer.
 */
export function receiptsOf(receipts: readonly Receipt[], studentId: string): Receipt[] {
  const students = new Set(receipts.map(studentOf));
  const own = isStudentId(studentId) || students.size > 1 ? studentId : [...students][0];
  return receipts.filter((receipt) => studentOf(receipt) === own);
}
