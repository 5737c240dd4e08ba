import { checkStudent, isTakenFormat, properName } from "../../../../core/rules/files/upload-check.ts";
import { isStudentId, WRONG_STUDENT_ID } from "../../../../core/rules/students/student-id.ts";
import type { TaskType } from "../../../../core/rules/tasks/task-types.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { type UploadItem, wrongText } from "../../../uploads/use-uploads.ts";

/** What a student can do about a file that was not taken: accept a name for it, or what the message says. */
export type Advice = { readonly rename: string } | { readonly hint: string };

/** Entries that no Student ID changes: on their way, taken, or with another fault. */
const FIXED: ReadonlySet<UploadItem["state"]> = new Set(["taken", "waiting", "sending", "wrong"]);

/** What another name helps against. */
const NAME_FAULTS: ReadonlySet<string> = new Set(["file-name", "item-mismatch", "other-student"]);

/** The entry, considering the Student ID: a name with a different one is corrected before it is sent. */
export function withStudentId(entry: UploadItem, studentId: string): UploadItem {
  if (FIXED.has(entry.state)) return entry;
  const issue = checkStudent(entry.file.name, studentId);
  if (issue === null) return entry;
  const { item, file, unanswered } = entry;
  return { item, file, unanswered, state: "wrong", ...issue };
}

/** What helps an entry, or null if its message says everything. */
export function adviceFor(
  entry: UploadItem,
  { studentId, type }: { readonly studentId: string; readonly type: TaskType },
): Advice | null {
  if (entry.state === "rejected") {
    if (entry.message !== TEXTS.files.notEnrolled) return { hint: "Replace the file or remove it." };
    return { hint: "Correct your student ID above, or replace the file or remove it." };
  }
  if (entry.state !== "wrong" || !NAME_FAULTS.has(entry.code)) return null;
  if (!isTakenFormat(entry.file.name)) {
    return {
      hint: "Another name does not help: this format is not taken. Choose a JPG, PNG, HEIC or PDF file, or take a photo.",
    };
  }
  const name = properName(entry.file.name, { studentId, type, item: entry.item });
  if (name !== null) return { rename: name };
  return { hint: "Enter your student ID above, and this page names the file for you." };
}

/** Why nothing can be sent yet, or null; also null if everything was already taken. */
export function obstacleOf(entries: readonly UploadItem[], studentId: string): string | null {
  if (entries.length === 0) return TEXTS.files.noFileForItems;
  const open = entries.filter(({ state }) => state !== "taken");
  if (open.length > 0 && studentId !== "" && !isStudentId(studentId)) return WRONG_STUDENT_ID;
  const stuck = open.length > 0 && open.every(({ state }) => state === "rejected");
  return stuck ? "Replace the rejected files or remove them." : wrongText(open);
}
