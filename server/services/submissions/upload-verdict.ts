import { parseFileName } from "../../../core/rules/files/file-name.ts";
import { checkStudent, checkUpload } from "../../../core/rules/files/upload-check.ts";
import { MIMETYPES } from "../../../core/scan/file-type.ts";
import { chooseCode } from "../../../core/stack/page-codes.ts";
import type { PageOwner, QrContent } from "../../../core/template/parse-qr-text.ts";
import { checkQrText } from "../../../core/template/qr-text.ts";
import type { AppContext } from "../../context.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { submissions } from "../../db/schema.ts";
import type { Inspection } from "../../recogniser/messages.ts";
import type { Refusal } from "../../refusal.ts";
import type { ReceivedFile } from "../../uploads/receive.ts";
import { sameForOtherGroups } from "../tasks/other-groups.ts";
import type { Recipient } from "./recipient.ts";
import type { Standing } from "./standing.ts";

/** A file that may be taken, or why not. `list` is the list of the response that names it. */
export type UploadVerdict =
  | (Pick<typeof submissions.$inferSelect, "studentId" | "item" | "page" | "ownPaper" | "turn" | "mimetype"> & {
      readonly list: null;
      readonly standing: Standing;
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

export const CLOSED: OtherReason = { list: "other", code: "closed", message: TEXTS.task.closed };

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
  const ownPaper = uploadedBy === "student" && task.ownPaper && qr.content === null && qr.fault === "no-code";
  const refusal = ownPaper
    ? severalOnOwnPaper(inspection)
    : (refusalByCode(qr, name) ?? severalOfItem(inspection, item));
  if (refusal !== null) return refusal;
  const standing = await recipient.standingOf(studentId);
  if (standing === null) return { list: "not_enrolled" };
  // Last of all: only a student who could hand in learns whether they still may, so that nobody finds out who has an
  // extension.
  if (uploadedBy === "student" && standing.dueAt <= time) return CLOSED;
  const mimetype = MIMETYPES[inspection.type];
  const { page, turn, asksWhich } = inspection;
  return { list: null, standing, studentId, item, page, ownPaper, turn, mimetype, asksWhich };
}

/** Without a code nobody can say which page of a file is meant. */
function severalOnOwnPaper({ pageCount }: { readonly pageCount: number }): UploadVerdict | null {
  if (pageCount === 1) return null;
  const message = `The file has ${pageCount} pages, and none has a QR code. Send the one page of this item.`;
  return refuse("several-pages", message);
}

/** A drawing and a corrected one, or an empty sheet before the drawn one: only the student knows which one counts. */
function severalOfItem({ sheets }: { readonly sheets: readonly number[] }, item: number): UploadVerdict | null {
  if (sheets.length <= 1) return null;
  const pages = `${sheets.slice(0, -1).join(", ")} and ${sheets.at(-1)}`;
  return refuse(
    "several-pages",
    `Pages ${pages} of the file are sheets of item ${item}. Send only the one that counts.`,
  );
}

/** Why the code of a picture is not that of the page that its name promises; null if it is. */
function refusalByCode(qr: OwnCode, { item, studentId }: Omit<Required<PageOwner>, "taskId">): UploadVerdict | null {
  if (qr.content === null) return { list: LIST_OF[qr.fault], code: qr.fault };
  const { item: drawn, studentId: printed = studentId } = qr.content;
  if (drawn !== item) {
    const said = `The name says item ${item}, but the template is the one of item ${drawn}.`;
    const message = `${said} Choose it for item ${drawn}, or send the sheet of item ${item}.`;
    return refuse("template-of-other-item", message);
  }
  if (printed !== studentId) {
    const said = `The name says student ${studentId}, but the template is the one of student ${printed}.`;
    const message = `${said} Use your own sheet, or correct the Student ID.`;
    return refuse("template-of-other-student", message);
  }
  return null;
}

/** Looks at a file for the page on the task's sheet, or else on that of the same task for another group. */
async function inspectFor(
  context: AppContext,
  { task, address }: Recipient,
  { path, wanted }: { path: string; wanted: Omit<Required<PageOwner>, "taskId"> },
) {
  async function lookFor(taskId: string) {
    const sought = { ...wanted, taskId };
    const inspection = await context.inspector.ask("inspect", { path, wanted: sought }, address);
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
  { secret, wanted }: { secret: string; wanted: Required<PageOwner> },
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
