import type { Problem } from "../rules/problem.ts";
import { checkQrText, parseQrText } from "../template/qr-text.ts";

/** The task that a stack's pages should belong to. */
export interface StackTask {
  readonly id: string;
  readonly items: readonly { readonly item: number }[];
  /** What its templates may be signed with; none where no key is known. */
  readonly keys: readonly string[];
}

/** Whose answer to what a page is, so far as its QR code says, and why a person must say the rest. */
export interface PageClaim {
  /** Null where the code does not say it, or cannot be believed. */
  readonly studentId: string | null;
  readonly item: number | null;
  /** Empty: the page goes to its student and item. */
  readonly reasons: readonly Problem[];
}

/**
 * Tells from the text of its QR code where a page of a stack goes. Nothing that a code says is believed but what this
 * task's key has signed.
 *
 * @example
 * claimPage(qr?.text ?? null, { task, enrolled }); // { studentId: "20230001", item: 2, reasons: [] }
 */
export function claimPage(
  qr: string | null,
  { task, enrolled }: { task: StackTask; enrolled: ((studentId: string) => boolean) | null },
): PageClaim {
  const code = qr === null ? null : parseQrText(qr);
  if (qr === null || code === null) return nobody(UNREADABLE);
  if (code.taskId !== task.id) return nobody(OTHER_TASK);
  const { studentId = null, item } = code;
  const isOurs = task.keys.some((secret) => checkQrText(qr, { secret, taskId: task.id }).status === "ok");
  if (!isOurs && task.keys.length > 0) return nobody(FORGED);
  const reasons = [
    ...(isOurs ? [] : [UNCHECKED]),
    ...(studentId === null ? [NO_STUDENT] : []),
    ...(studentId !== null && enrolled?.(studentId) === false ? [notEnrolled(studentId)] : []),
    ...(task.items.some((known) => known.item === item) ? [] : [unknownItem(item, task)]),
  ];
  return { studentId, item, reasons };
}

function nobody(reason: Problem): PageClaim {
  return { studentId: null, item: null, reasons: [reason] };
}

/** The specification's words, and what to do. */
const UNREADABLE: Problem = {
  code: "unreadable-qr",
  message: "No QR Code found in the file or unreadable. Say whose page it is.",
};

export const OTHER_TASK: Problem = {
  code: "other-task",
  message: "Does not belong to the task. Please use the template provided",
};

const FORGED: Problem = {
  code: "forged-qr",
  message: "The QR code was forged or changed: its signature is not this task's. Nothing it says is believed.",
};

const UNCHECKED: Problem = {
  code: "unchecked-qr",
  message:
    'The QR code cannot be checked: the key that signed it is not known. Add its "template_key" to the task file, or ' +
    "set TEMPLATE_SECRET.",
};

const NO_STUDENT: Problem = {
  code: "no-student",
  message: "The QR code tells the item, but no student: this is no personal template. Say whose page it is.",
};

/** Why a page of somebody who is not in the roster needs a person. */
export function notEnrolled(studentId: string): Problem {
  return { code: "not-enrolled", message: `Not enrolled: the roster has no student ${studentId}.` };
}

function unknownItem(item: number, task: StackTask): Problem {
  const known = task.items.map((entry) => entry.item).join(", ");
  return { code: "item-unknown", message: `The task has no item ${item}, only ${known}. Say which one it is.` };
}
