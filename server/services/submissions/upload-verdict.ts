import { parseFileName } from "../../../core/rules/files/file-name.ts";
import { checkStudent, checkUpload } from "../../../core/rules/files/upload-check.ts";
import { MIMETYPES } from "../../../core/scan/file-type.ts";
import { chooseCode } from "../../../core/stack/page-codes.ts";
import type { QrContent } from "../../../core/template/parse-qr-text.ts";
import { checkQrText } from "../../../core/template/qr-text.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { submissions } from "../../db/schema.ts";
import type { Inspection } from "../../recogniser/messages.ts";
import type { Refusal } from "../../refusal.ts";
import type { ReceivedFile } from "../../uploads/receive.ts";
import { isEnrolled } from "../classes/enrolment.ts";
import { dueFor } from "../tasks/extensions.ts";
import type { Recipient } from "./recipient.ts";

/** A file that may be taken, or why not. `list` is the list of the response that names it. */
export type UploadVerdict =
  | (Pick<typeof submissions.$inferSelect, "studentId" | "item" | "page" | "turn" | "mimetype"> & {
      readonly list: null;
    })
  | { readonly list: "not_enrolled" }
  | { readonly list: "not_belonging" | "unreadable_QR"; readonly code: CodeFault }
  | OtherReason;

export interface OtherReason {
  readonly list: "other";
  readonly code: string;
  readonly message: string;
  /** The limit, if there were only too many in a short time: an upload in which all are refused so ends with it. */
  readonly excess?: Refusal;
}

/**
 * The checks in the specification's order; the first that fails counts. `time`: when the file counts as handed in.
 * `studentId`: as the student typed it, or empty.
 */
export async function judgeFile(
  context: AppContext,
  file: ReceivedFile,
  { recipient, time, studentId: typed }: { recipient: Recipient; time: number; studentId: string },
): Promise<UploadVerdict> {
  const { task, items, uploadedBy } = recipient;
  const chosenFor = file.itemNumber === "" ? null : Number(file.itemNumber);
  const size = file.tooLarge ? Number.POSITIVE_INFINITY : file.size;
  const issue =
    checkUpload({ name: file.filename, size }, { type: task.examType, item: chosenFor }) ??
    checkStudent(file.filename, typed);
  if (issue !== null) return refuse(issue.code, issue.message);
  const name = parseFileName(file.filename, task.examType)!;
  if (!items.has(name.item)) {
    return refuse("item-unknown", `The task has no item ${name.item}. Correct the file's name.`);
  }
  // It was not stored.
  if (file.draft === null) return { list: "not_enrolled" };
  const { studentId, item } = name;
  const wanted = { taskId: task.id, item, studentId };
  const inspection = await context.inspector.inspect({ path: file.draft.path, wanted }, recipient.address);
  if (!inspection.ok) return refuse(inspection.code, inspection.message);
  const qr = ownCode(inspection, { secret: context.secrets.template, wanted });
  if (qr.content === null) return { list: LIST_OF[qr.fault], code: qr.fault };
  if (qr.content.item !== name.item) {
    const said = `The name says item ${name.item}, but the template is the one of item ${qr.content.item}.`;
    const message = `${said} Choose it for item ${qr.content.item}, or send the sheet of item ${name.item}.`;
    return refuse("template-of-other-item", message);
  }
  if (qr.content.studentId !== undefined && qr.content.studentId !== name.studentId) {
    const said = `The name says student ${name.studentId}, but the template is the one of student ${qr.content.studentId}.`;
    const message = `${said} Use your own sheet, or correct the Student ID.`;
    return refuse("template-of-other-student", message);
  }
  if (!(await isEnrolled(context, task.classId, name.studentId))) return { list: "not_enrolled" };
  // Last of all: only a student who could hand in learns whether they still may, so that nobody finds out who has an
  // extension.
  if (uploadedBy === "student" && (await dueFor(context.db.query, { task, studentId: name.studentId })) <= time) {
    return refuse("closed", TEXTS.task.closed);
  }
  const mimetype = MIMETYPES[inspection.type];
  const { page, turn } = inspection;
  return { list: null, studentId: name.studentId, item: name.item, page, turn, mimetype };
}

/** Why none of a picture's codes belongs to the task. */
export type CodeFault = keyof typeof TEXTS.files.codes;

const LIST_OF = {
  "no-code": "unreadable_QR",
  "blurred-code": "unreadable_QR",
  "foreign-code": "not_belonging",
  "other-task": "not_belonging",
  "forged-code": "not_belonging",
} as const satisfies Record<CodeFault, string>;

type OwnCode = { readonly content: QrContent } | { readonly content: null; readonly fault: CodeFault };

/** The code of a picture that this server signed for the task and that fits best; otherwise the worst fault. */
function ownCode(
  { codes, isBlurred }: Extract<Inspection, { ok: true }>,
  { secret, wanted }: { secret: string; wanted: Required<QrContent> },
): OwnCode {
  if (codes.length === 0) return { content: null, fault: isBlurred ? "blurred-code" : "no-code" };
  const { taskId } = wanted;
  const checked = codes.map((text) => ({ text, check: checkQrText(text, { secret, taskId }) }));
  const own = chooseCode(
    checked.filter(({ check }) => check.status === "ok"),
    wanted,
  );
  if (own !== null && "content" in own.check) return { content: own.check.content };
  const has = (status: string): boolean => checked.some(({ check }) => check.status === status);
  const fault = has("forged") ? "forged-code" : has("other-task") ? "other-task" : "foreign-code";
  return { content: null, fault };
}

function refuse(code: string, message: string): UploadVerdict {
  return { list: "other", code, message };
}
