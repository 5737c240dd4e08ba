import type { UploadResponse } from "../../server/contract/results/file.ts";
import { TEXTS } from "../../server/contract/texts.ts";

export interface RejectionGroup {
  readonly reason: string;
  readonly files: readonly string[];
  /** What else is wrong with a file, by its name. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * A response's refused files in the specification's groups, then by any other reason; empty groups are left out. With
 * `merge`, as on the student page, an unreadable QR code counts as a page of another task.
 */
export function rejectionsOf(answer: UploadResponse, { merge = false } = {}): RejectionGroup[] {
  const foreign = answer.invalid_files_not_belonging;
  const unreadable = answer.invalid_files_unreadable_QR;
  const details = Object.fromEntries(answer.invalid_files_codes.map(({ filename, message }) => [filename, message]));
  const groups: RejectionGroup[] = [
    { reason: TEXTS.files.notEnrolled, files: answer.invalid_files_not_enrolled },
    { reason: TEXTS.files.notBelonging, files: merge ? [...foreign, ...unreadable] : foreign, details },
    { reason: TEXTS.files.unreadableQr, files: merge ? [] : unreadable, details },
    ...answer.invalid_files_other.map(({ filename, message }) => ({ reason: message, files: [filename] })),
  ];
  return joinGroups(groups);
}

/** Merges groups with the same reason; empty groups are left out. */
export function joinGroups(groups: readonly RejectionGroup[]): RejectionGroup[] {
  const joined = new Map<string, RejectionGroup>();
  for (const { reason, files, details } of groups) {
    if (files.length === 0) continue;
    const before = joined.get(reason);
    const all = { ...before?.details, ...details };
    const own = { reason, files: [...(before?.files ?? []), ...files] };
    joined.set(reason, Object.keys(all).length > 0 ? { ...own, details: all } : own);
  }
  return [...joined.values()];
}
