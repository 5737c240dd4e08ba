import type { NamedAnswer } from "../rules/files/file-name.ts";
import type { Problem } from "../rules/problem.ts";
import { NO_STUDENT, notEnrolled, type PageClaim, type StackTask, UNREADABLE, unknownItem } from "./claim-page.ts";

/** Whose answer a file's name says it is. */
type Named = Pick<NamedAnswer, "studentId" | "item"> | null;

/**
 * A claim without what the file's name contradicts, and the contradictions. `advice`: a sentence that says what to do
 * about one.
 *
 * @example
 * const claim = { studentId: "20230001", item: 1, reasons: [] };
 * agreedClaim(claim, { studentId: "20230001", item: 2 }, "Say which.").item; // null
 */
export function agreedClaim(claim: PageClaim, named: Named, advice: string): PageClaim {
  const { studentId, item, reasons } = claim;
  if (named === null) return claim;
  const otherStudent = studentId !== null && named.studentId !== studentId;
  const otherItem = item !== null && named.item !== item;
  return {
    studentId: otherStudent ? null : studentId,
    item: otherItem ? null : item,
    reasons: [
      ...reasons,
      ...(otherStudent ? [studentConflict([named.studentId, studentId], advice)] : []),
      ...(otherItem ? [itemConflict([named.item, item], advice)] : []),
    ],
  };
}

function studentConflict([name, code]: readonly string[], advice: string): Problem {
  const message = `The file's name says student ${name}, the QR code on the page student ${code}. ${advice}`;
  return { code: "student-conflict", message };
}

export const ITEM_CONFLICT = "item-conflict";

function itemConflict([name, code]: readonly number[], advice: string): Problem {
  const message = `The file's name says item ${name}, the QR code on the page item ${code}. ${advice}`;
  return { code: ITEM_CONFLICT, message };
}

interface Claiming {
  readonly items: StackTask["items"];
  readonly enrolled: (studentId: string) => boolean;
}

/**
 * Where a page goes by its code, as `claimPage` says, and by its file's name, which adds what no code says. If the two
 * disagree, or the code was refused, a person is asked.
 *
 * @example
 * const claim = { studentId: null, item: null, reasons: [] };
 * claimByName(claim, { studentId: "20230001", item: 1 }, { items: [{ item: 1 }], enrolled: () => true }).item; // 1
 */
export function claimByName(claim: PageClaim, named: Named, { items, enrolled }: Claiming): PageClaim {
  const { studentId, item, reasons } = agreedClaim(claim, named, "Say whose page it is.");
  const isOpen =
    claim.studentId === null && reasons.every(({ code }) => code === UNREADABLE || code === NO_STUDENT.code);
  if (named === null || !isOpen) return { studentId, item, reasons };
  return {
    studentId: named.studentId,
    item: named.item,
    reasons: [
      ...(enrolled(named.studentId) ? [] : [notEnrolled(named.studentId)]),
      ...(items.some((known) => known.item === named.item) ? [] : [unknownItem(named.item, { items })]),
    ],
  };
}
