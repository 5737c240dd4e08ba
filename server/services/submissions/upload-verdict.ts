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
import { sameForOtherGroups, taskOfStudent } from "../tasks/other-groups.ts";
import type { Recipient } from "./recipient.ts";

/** A file that may be taken, or why not. `list` is the list of the response that names it. */
export type UploadVerdict =
  | (Pick<typeof submissions.$inferSelect, "studentId" | "item" | "page" | "turn" | "mimetype"> & {
      readonly list: null;
      /** Of the student's group. */
      readonly task: Recipient["task"];
      /** The picture shows several sheets, and a person must say which one counts. */
      readonly asksWhich: boolean;
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
  const inspected = await inspectFor(context, recipient, { path: file.draft.path, wanted: { item, studentId } });
  if (!inspected.ok) return refuse(inspected.code, inspected.message);
  const { inspection, qr } = inspected;
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
  const own = await ownTask(context, recipient, studentId);
  if (own === null) return { list: "not_enrolled" };
  // Last of all: only a student who could hand in learns whether they still may, so that nobody finds out who has an
  // extension.
  if (uploadedBy === "student" && (await dueFor(context.db.query, { task: own, studentId })) <= time) {
    return refuse("closed", TEXTS.task.closed);
  }
  const mimetype = MIMETYPES[inspection.type];
  const { page, turn, asksWhich } = inspection;
  return { list: null, task: own, studentId, item, page, turn, mimetype, asksWhich };
}

/** The task of a student's group; null if the student is not enrolled. An instructor may have rights to this one alone. */
export async function ownTask(
  context: AppContext,
  { task, uploadedBy }: Recipient,
  studentId: string,
): Promise<Recipient["task"] | null> {
  if (uploadedBy === "student") return taskOfStudent(context, task, studentId);
  return (await isEnrolled(context, task.classId, studentId)) ? task : null;
}

/** Looks at a file for the page on the task's sheet, or else on that of the same task for another group. */
async function inspectFor(
  context: AppContext,
  { task, address }: Recipient,
  { path, wanted }: { path: string; wanted: Omit<Required<QrContent>, "taskId"> },
) {
  async function lookFor(taskId: string) {
    const sought = { ...wanted, taskId };
    const inspection = await context.inspector.inspect({ path, wanted: sought }, address);
    if (!inspection.ok) return inspection;
    return {
      ok: true,
      inspection,
      qr: ownCode(inspection, { secret: context.secrets.template, wanted: sought }),
    } as const;
  }
  const own = await lookFor(task.id);
  if (!own.ok || own.qr.content !== null || own.qr.fault !== "other-task") return own;
  const { others } = own.qr;
  const other = (await sameForOtherGroups(context, task)).find(({ id }) => others.includes(id));
  return other === undefined ? own : lookFor(other.id);
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

type OwnCode =
  | { readonly content: QrContent }
  /** `others`: the tasks that this server signed its codes for. */
  | { readonly content: null; readonly fault: CodeFault; readonly others: readonly string[] };

/** The code of a picture that this server signed for the task and that fits best; otherwise the worst fault. */
function ownCode(
  { codes, isBlurred }: Extract<Inspection, { ok: true }>,
  { secret, wanted }: { secret: string; wanted: Required<QrContent> },
): OwnCode {
  if (codes.length === 0) return { content: null, fault: isBlurred ? "blurred-code" : "no-code", others: [] };
  const { taskId } = wanted;
  const checked = codes.map((text) => ({ text, check: checkQrText(text, { secret, taskId }) }));
  const own = chooseCode(
    checked.filter(({ check }) => check.status === "ok"),
    wanted,
  );
  if (own !== null && "content" in own.check) return { content: own.check.content };
  const isForged = checked.some(({ check }) => check.status === "forged");
  const others = checked.flatMap(({ check }) => (check.status === "other-task" ? [check.content.taskId] : []));
  const fault = isForged ? "forged-code" : others.length > 0 ? "other-task" : "foreign-code";
  return { content: null, fault, others };
}

function refuse(code: string, message: string): UploadVerdict {
  return { list: "other", code, message };
}
