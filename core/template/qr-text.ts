import { createHmac, timingSafeEqual } from "node:crypto";
import { isOtherStudentId, isStudentId } from "../rules/students/student-id.ts";

/** What a template's QR code says. */
export interface QrContent {
  readonly taskId: string;
  readonly item: number;
  /** On a personal template: the student whose page it is. */
  readonly studentId?: string;
}

/** The version of the text; a new format gets a new number. */
const VERSION = { plain: 1, personal: 2, otherId: 3 } as const;
/** How many bytes of the signature are kept: short enough for the code, 2^-72 to guess. */
const SIGNATURE_BYTES = 9;
const PATH = "/student-upload/";

/**
 * The text of a template's QR code: the student link of the task, with the item, a version and a signature; on a
 * personal template also with the student's ID.
 *
 * @example
 * formatQrText({ taskId: "t1", item: 2 }, { origin: "https://grading.example.edu", secret });
 * // "https://grading.example.edu/student-upload/t1?v=1&i=2&s=…"
 */
export function formatQrText(content: QrContent, { origin, secret }: { origin: string; secret: string }): string {
  const link = `${origin.replace(/\/+$/, "")}${PATH}${encodeURIComponent(content.taskId)}`;
  const owner = content.studentId === undefined ? "" : `&n=${content.studentId}`;
  return `${link}?v=${versionOf(content)}&i=${content.item}${owner}&s=${sign(content, secret)}`;
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
 * What a QR code says, as far as it is a template's, signed with `secret` or with the task's key made from it: `ok`; `forged` where the signature is not ours; `other-task`
 * where it is ours but belongs to another task than `taskId`; `not-a-template` for any other text.
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

/**
 * What a template's text says, without checking its signature: for a reader without a secret. Null for any other text.
 */
export function parseQrText(text: string): (QrContent & { signature: string }) | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const id = new RegExp(`^${PATH}([^/]+)$`).exec(url.pathname)?.[1];
  const item = url.searchParams.get("i") ?? "";
  const signature = url.searchParams.get("s") ?? "";
  const version = Number(url.searchParams.get("v"));
  const studentId = url.searchParams.get("n") ?? "";
  if (id === undefined || !Object.values<number>(VERSION).includes(version)) return null;
  if (!/^[1-9][0-9]{0,3}$/.test(item) || signature === "") return null;
  if (version === VERSION.personal && !isStudentId(studentId)) return null;
  if (version === VERSION.otherId && !isOtherStudentId(studentId)) return null;
  const taskId = decode(id);
  if (taskId === null) return null;
  return { taskId, item: Number(item), signature, ...(version !== VERSION.plain && { studentId }) };
}

function versionOf({ studentId }: QrContent): number {
  if (studentId === undefined) return VERSION.plain;
  return isStudentId(studentId) ? VERSION.personal : VERSION.otherId;
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function sign(content: QrContent, secret: string): string {
  const { taskId, item, studentId } = content;
  // The version comes first: no personal text is signed like a plain one, whatever the task's name.
  const parts = [versionOf(content), item, ...(studentId === undefined ? [] : [studentId]), taskId];
  const digest = createHmac("sha256", secret).update(parts.join("\n")).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
