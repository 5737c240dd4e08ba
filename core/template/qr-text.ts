import { createHmac, timingSafeEqual } from "node:crypto";
import { isStudentId } from "../rules/students/student-id.ts";
import { parseQrText, QR_TEXT, type QrContent } from "./parse-qr-text.ts";
import { formatTerminals } from "./terminals.ts";

/** How many bytes of the signature are kept: short enough for the code, 2^-72 to guess. */
const SIGNATURE_BYTES = 9;

/**
 * The text of a template's QR code: the student link of the task, with the item, a version and a signature; on a
 * personal template also with the student's ID, and with the terminals that are printed.
 *
 * @example
 * formatQrText({ taskId: "t1", item: 2 }, { origin: "https://grading.example.edu", secret });
 * // "https://grading.example.edu/student-upload/t1?v=1&i=2&s=…"
 */
export function formatQrText(content: QrContent, { origin, secret }: { origin: string; secret: string }): string {
  const link = `${origin.replace(/\/+$/, "")}${QR_TEXT.path}${encodeURIComponent(content.taskId)}`;
  const owner = content.studentId === undefined ? "" : `&n=${content.studentId}`;
  const terminals = content.terminals === undefined ? "" : `&t=${formatTerminals(content.terminals)}`;
  return `${link}?v=${versionOf(content)}&i=${content.item}${owner}${terminals}&s=${sign(content, secret)}`;
}

/**
 * A task's own key, derived from a key that signs the templates of many tasks: anyone who has it can sign and check
 * this task's templates and no others.
 *
 * @example
 * formatQrText({ taskId, item: 2 }, { origin, secret: taskKey(secret, taskId) });
 */
export function taskKey(secret: string, taskId: string): string {
  // No text of a code begins like this, so a signature is never a key.
  return createHmac("sha256", secret).update(`task key\n${taskId}`).digest("base64url");
}

/**
 * What a QR code says, if it is a template's, signed with `secret` or with the task's key made from it: `ok`; `forged`
 * if the signature is not ours; `other-task` if it is ours but belongs to another task than `taskId`; `not-a-template`
 * for any other text.
 *
 * @example
 * checkQrText(signedText, { secret, taskId }).status; // "ok"
 */
export function checkQrText(
  text: string,
  { secret, taskId }: { secret: string; taskId: string },
): { status: "ok" | "other-task" | "forged"; content: QrContent } | { status: "not-a-template" } {
  const parsed = parseQrText(text);
  if (parsed === null) return { status: "not-a-template" };
  const { signature, ...content } = parsed;
  const keys = [taskKey(secret, content.taskId), secret];
  if (!keys.some((key) => isSame(signature, sign(content, key)))) return { status: "forged", content };
  return { status: content.taskId === taskId ? "ok" : "other-task", content };
}

function versionOf({ studentId, terminals }: QrContent): number {
  const { plain, personal, otherId } = QR_TEXT.version;
  const version = studentId === undefined ? plain : isStudentId(studentId) ? personal : otherId;
  return terminals === undefined ? version : version + QR_TEXT.withTerminals;
}

function sign(content: QrContent, secret: string): string {
  const { taskId, item, studentId, terminals } = content;
  // The version comes first: no personal text is signed like a plain one, whatever the task's name.
  const owner = studentId === undefined ? [] : [studentId];
  const parts = [versionOf(content), item, ...owner, ...(terminals ? [formatTerminals(terminals)] : []), taskId];
  const digest = createHmac("sha256", secret).update(parts.join("\n")).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
