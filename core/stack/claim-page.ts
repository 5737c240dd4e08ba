import type { Problem } from "../rules/problem.ts";
import { type PageOwner, parseQrText } from "../template/parse-qr-text.ts";
import { checkQrText } from "../template/qr-text.ts";
import { chooseText, severalStudents } from "./page-codes.ts";

/** The task that a stack's pages should belong to. */
export interface StackTask {
  readonly id: string;
  readonly items: readonly { readonly item: number }[];
  /** The keys that its templates may be signed with; empty if none is known. */
  readonly keys: readonly string[];
}

/** The student and item of a page, as far as its QR code gives them, and why a person must add the rest. */
export interface PageClaim {
  /** Null if the code does not give it, or cannot be trusted. */
  readonly studentId: string | null;
  readonly item: number | null;
  /** Empty: the page goes to its student and item. */
  readonly reasons: readonly Problem[];
}

/** What is known of a page in addition to its codes. */
interface Claiming {
  readonly task: StackTask;
  /** Null without a roster. */
  readonly enrolled: ((studentId: string) => boolean) | null;
  /** There is a code, but none can be read. */
  readonly isBlurred?: boolean | undefined;
  /** What the file's name says, if it says something. */
  readonly named?: Pick<PageOwner, "item" | "studentId"> | null;
}

/**
 * Finds out from the texts of its QR codes where a page of a stack goes. Only codes signed with this task's key are
 * trusted; other codes in the picture do not count.
 *
 * @example
 * claimPage([signedText], { task, enrolled }); // { studentId: "20230001", item: 2, reasons: [] }
 */
export function claimPage(texts: readonly string[], { task, enrolled, isBlurred, named }: Claiming): PageClaim {
  const qr = ownText(texts, { task, named });
  if (qr === null) return nobody(isBlurred ? BLURRED : NO_CODE);
  const code = parseQrText(qr);
  if (code === null) return nobody(FOREIGN_CODE);
  if (code.taskId !== task.id) return nobody(OTHER_TASK);
  const isOurs = isSigned(qr, task);
  if (!isOurs && task.keys.length > 0) return nobody(FORGED);
  const several = severalStudents(
    texts.filter((text) => parseQrText(text)?.taskId === task.id && (!isOurs || isSigned(text, task))),
  );
  if (several.length > 0) return { studentId: null, item: null, reasons: several };
  const { studentId = null, item } = code;
  const reasons = [
    ...(isOurs ? [] : [UNCHECKED]),
    ...(studentId === null ? [NO_STUDENT] : []),
    ...(studentId !== null && enrolled?.(studentId) === false ? [notEnrolled(studentId)] : []),
    ...(task.items.some((known) => known.item === item) ? [] : [unknownItem(item, task)]),
  ];
  return { studentId, item, reasons };
}

/** The code of a page that counts for a task: an unsigned one counts only if nothing is signed. */
export function ownText(
  texts: readonly string[],
  { task, named }: { task: Pick<StackTask, "id" | "keys">; named?: Claiming["named"] },
): string | null {
  const signed = texts.filter((text) => isSigned(text, task));
  return chooseText(signed.length > 0 ? signed : texts, { taskId: task.id, ...named });
}

function isSigned(text: string, { id, keys }: Pick<StackTask, "id" | "keys">): boolean {
  return keys.some((secret) => checkQrText(text, { secret, taskId: id }).status === "ok");
}

function nobody(reason: Problem): PageClaim {
  return { studentId: null, item: null, reasons: [reason] };
}

/** The specification has one sentence for the three: "No QR Code found in the file or unreadable". */
export const UNREADABLE = "unreadable-qr";

const NO_CODE: Problem = { code: UNREADABLE, message: "No QR code was found. Say whose page it is." };

export const BLURRED: Problem = {
  code: UNREADABLE,
  message: "The QR code is blurred or covered. Say whose page it is.",
};

const FOREIGN_CODE: Problem = {
  code: UNREADABLE,
  message: "The QR code is not that of a template. Say whose page it is.",
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

export const NO_STUDENT: Problem = {
  code: "no-student",
  message: "The QR code gives the item, but no student: this is not a personal template. Say whose page it is.",
};

/** Why a page of somebody who is not in the roster needs a person. */
export function notEnrolled(studentId: string): Problem {
  return { code: "not-enrolled", message: `Not enrolled: the roster has no student ${studentId}.` };
}

export function unknownItem(item: number, task: Pick<StackTask, "items">): Problem {
  const known = task.items.map((entry) => entry.item).join(", ");
  return { code: "item-unknown", message: `The task has no item ${item}, only ${known}. Say which one it is.` };
}
