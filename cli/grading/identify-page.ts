import { basename } from "node:path";
import { fileNamesMessage, parseFileName } from "../../core/rules/file-name.ts";
import type { Problem } from "../../core/rules/problem.ts";
import { isStudentId } from "../../core/rules/student-id.ts";
import type { TaskFile } from "../../core/rules/task-file.ts";
import { parseQrText } from "../../core/template/qr-text.ts";

/** Whose answer to what a page is. */
export interface PageIdentity {
  readonly studentId: string | null;
  /** Null also where the name and the QR code contradict each other. */
  readonly item: number | null;
  /** True where the page's QR code is that of the task's template. */
  readonly template: boolean;
  /** Null, or why nothing can be made of the page: neither its name nor a QR code says what it is. */
  readonly failure: Problem | null;
  readonly problems: readonly Problem[];
}

/**
 * Tells student and item from a file's name (`12345678_quiz[1].png`) and from the page's QR code. The student stands in
 * the name alone. Where both tell an item they must agree. The code's signature is not checked: that needs the
 * server's secret.
 */
export function identifyPage(file: string, qr: string | null, task: TaskFile): PageIdentity {
  const name = parseFileName(basename(file), task.type);
  const code = qr === null ? null : parseQrText(qr);
  const template = code !== null && code.taskId === task.id;
  const problems: Problem[] = [];
  if (name === null && code === null) {
    const failure = { code: "file-name", message: fileNamesMessage([basename(file)]) };
    return { studentId: null, item: null, template, failure, problems };
  }
  if (code !== null && !template) problems.push(OTHER_TASK);
  if (name === null) problems.push(NO_STUDENT);
  else if (!isStudentId(name.studentId)) problems.push(badStudentId(name.studentId));
  const items = [name?.item, template ? code.item : undefined].filter((item) => item !== undefined);
  const conflict = items.length === 2 && items[0] !== items[1];
  if (conflict) problems.push(itemConflict(items));
  const item = conflict || (code !== null && !template) ? null : (items[0] ?? null);
  if (item !== null && !task.items.some((known) => known.item === item)) problems.push(unknownItem(item, task));
  return { studentId: name?.studentId ?? null, item, template, failure: null, problems };
}

const OTHER_TASK: Problem = {
  code: "other-task",
  message: "Does not belong to the task. Please use the template provided",
};

const NO_STUDENT: Problem = {
  code: "no-student",
  message: "The QR code tells the item, but the file's name no student. Name it like 12345678_quiz[1].png.",
};

function badStudentId(id: string): Problem {
  return { code: "student-id", message: `${id} is no student ID: those have 8 digits. Correct the file's name.` };
}

function itemConflict([name, code]: readonly number[]): Problem {
  const message = `The file's name says item ${name}, the QR code on the page item ${code}. Correct the name.`;
  return { code: "item-conflict", message };
}

function unknownItem(item: number, task: TaskFile): Problem {
  const known = task.items.map((entry) => entry.item).join(", ");
  return { code: "item-unknown", message: `The task has no item ${item}, only ${known}. Correct the file's name.` };
}
