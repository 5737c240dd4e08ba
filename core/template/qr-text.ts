import { createHmac, timingSafeEqual } from "node:crypto";

/** What a template's QR code says. */
export interface QrContent {
  readonly taskId: string;
  readonly item: number;
}

/** The version of the text; another layout of it gets another number. */
const VERSION = 1;
/** Bytes kept of the signature: short enough for the code, 2^-72 to guess. */
const SIGNATURE_BYTES = 9;
const PATH = "/student-upload/";

/**
 * The text of a template's QR code: the student link of the task, with the item, a version and a signature.
 *
 * @example
 * formatQrText({ taskId: "t1", item: 2 }, { origin: "https://grading.example.edu", secret });
 * // "https://grading.example.edu/student-upload/t1?v=1&i=2&s=…"
 */
export function formatQrText(content: QrContent, { origin, secret }: { origin: string; secret: string }): string {
  const link = `${origin.replace(/\/+$/, "")}${PATH}${encodeURIComponent(content.taskId)}`;
  return `${link}?v=${VERSION}&i=${content.item}&s=${sign(content, secret)}`;
}

/**
 * What a QR code says, as far as it is a template's: `ok`; `forged` where the signature is not ours; `other-task`
 * where it is ours but belongs to another task than `taskId`; `not-a-template` for any other text.
 *
 * @example
 * checkQrText(qr.text, { secret, taskId }).status; // "ok"
 */
export function checkQrText(
  text: string,
  { secret, taskId }: { secret: string; taskId: string },
): { status: "ok" | "other-task" | "forged"; content: QrContent } | { status: "not-a-template" } {
  const parsed = parseQrText(text);
  if (parsed === null) return { status: "not-a-template" };
  const { signature, ...content } = parsed;
  if (!isSame(signature, sign(content, secret))) return { status: "forged", content };
  return { status: content.taskId === taskId ? "ok" : "other-task", content };
}

/** What a template's text says, its signature unchecked: for a reader who has no secret. Null for any other text. */
export function parseQrText(text: string): (QrContent & { signature: string }) | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const id = new RegExp(`^${PATH}([^/]+)$`).exec(url.pathname)?.[1];
  const item = url.searchParams.get("i") ?? "";
  const signature = url.searchParams.get("s") ?? "";
  if (id === undefined || url.searchParams.get("v") !== String(VERSION)) return null;
  if (!/^[1-9][0-9]{0,3}$/.test(item) || signature === "") return null;
  const taskId = decode(id);
  return taskId === null ? null : { taskId, item: Number(item), signature };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

function sign({ taskId, item }: QrContent, secret: string): string {
  const digest = createHmac("sha256", secret).update(`${VERSION}\n${item}\n${taskId}`).digest();
  return digest.subarray(0, SIGNATURE_BYTES).toString("base64url");
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
