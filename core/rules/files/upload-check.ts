import { FILE_EXTENSIONS, UPLOAD } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { isStudentId } from "../students/student-id.ts";
import type { TaskType } from "../tasks/task-types.ts";
import { fileNamesMessage, parseFileName } from "./file-name.ts";

/** The target of a file: the task's type and the item whose input it was chosen in. */
export interface UploadPlace {
  readonly type: TaskType;
  /** 1, 2, … */
  readonly item: number;
}

/**
 * The first error of a chosen file before its content is inspected: its name, the item in the name (any, if `item` is
 * null), its size in bytes. Null if there is none.
 *
 * @example
 * checkUpload({ name: "20230001_quiz[2].png", size: 9000 }, { type: "quiz", item: 1 }); // item-mismatch
 */
export function checkUpload(
  file: { readonly name: string; readonly size: number },
  { type, item }: Pick<UploadPlace, "type"> & { readonly item: number | null },
): RuleIssue | null {
  const name = parseFileName(file.name, type);
  if (name === null) return { code: "file-name", field: "files", message: fileNamesMessage([file.name]) };
  if (item !== null && name.item !== item) {
    const message = `The name says item ${name.item}, but it was chosen for item ${item}. Choose it for item ${name.item}, or rename it.`;
    return { code: "item-mismatch", field: "files", message };
  }
  if (file.size === 0) return { code: "file-empty", field: "files", message: "The file is empty." };
  if (file.size > UPLOAD.fileBytes) {
    const message = `The file is larger than ${UPLOAD.fileBytes / 1024 / 1024} MB.`;
    return { code: "file-too-large", field: "files", message };
  }
  return null;
}

/** The item of a file, and the student ID as typed so far. */
export interface NamingPlace extends UploadPlace {
  readonly studentId: string;
}

/**
 * The error of a file whose name says another student than `studentId`, the typed ID; null if there is none, or no ID.
 */
export function checkStudent(name: string, studentId: string): RuleIssue | null {
  const named = parseFileName(name)?.studentId;
  if (!isStudentId(studentId) || named === undefined || named === studentId) return null;
  const message = `The name says student ${named}, but the Student ID above is ${studentId}.`;
  return { code: "other-student", field: "files", message };
}

/**
 * The name under which a chosen file is handed in: its own if that follows the convention, otherwise the convention's.
 * Its own as well if no name helps: the student ID is not known, or the format is not accepted.
 *
 * @example
 * handInName("IMG_0001.JPG", { studentId: "20230001", type: "quiz", item: 1 }); // 20230001_quiz[1].jpg
 */
export function handInName(chosen: string, place: NamingPlace): string {
  return parseFileName(chosen, place.type) === null ? (properName(chosen, place) ?? chosen) : chosen;
}

/**
 * The convention's name for a file, or null if no name helps: the student ID is not known, or the format is not
 * accepted.
 *
 * @example
 * properName("IMG_0001.JPG", { studentId: "20230001", type: "quiz", item: 1 }); // 20230001_quiz[1].jpg
 */
export function properName(chosen: string, place: NamingPlace): string | null {
  return isStudentId(place.studentId) && isTakenFormat(chosen) ? conventionalName(chosen, place) : null;
}

/** The name that a student's file must have: '20230001_quiz[1].jpg'; the extension is that of `named`. */
export function conventionalName(named: string, { studentId, type, item }: NamingPlace): string {
  return `${studentId}_${type}[${item}].${extensionOf(named)}`;
}

/** Whether a file's extension is allowed in names; a file without one is taken for a photo. */
export function isTakenFormat(named: string): boolean {
  return FILE_EXTENSIONS.some((extension) => extension === extensionOf(named));
}

function extensionOf(named: string): string {
  return /\.([a-z0-9]+)$/i.exec(named)?.[1]?.toLowerCase() ?? "jpg";
}
