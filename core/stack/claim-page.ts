import type { Problem } from "../rules/problem.ts";
import { checkQrText, parseQrText } from "../template/qr-text.ts";
import { chooseCode, severalStudents } from "./page-codes.ts";

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
 * Tells from the texts of its QR codes where a page of a stack goes. Nothing that a code says is believed but what this
 * task's key has signed; other codes in the picture do not count.
 *
 * @example
 * claimPage(codes.map(({ text }) => text), { task, enrolled }); // { studentId: "20230001", item: 2, reasons: [] }
 */
export function claimPage(
  texts: readonly string[],
  { task, enrolled }: { task: StackTask; enrolled: ((studentId: string) => boolean) | null },
): PageClaim {
  const isSigned = (text: string): boolean =>
    task.keys.some((secret) => checkQrText(text, { secret, taskId: task.id }).status === "ok");
  const signed = texts.filter(isSigned);
  const several = severalStudents(signed);
  if (several.length > 0) return { studentId: null, item: null, reasons: several };
  // What nobody signed counts only where nothing is signed.
  const own = signed.length > 0 ? signed : texts;
  const qr = chooseCode(
    own.map((text) => ({ text })),
    { taskId: task.id },
  )?.text;
  const code = qr === undefined ? null : parseQrText(qr);
  if (code === null) return nobody(UNREADABLE);
  if (code.taskId !== task.id) return nobody(OTHER_TASK);
  const { studentId = null, item } = code;
  const isOurs = signed.length > 0;
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
