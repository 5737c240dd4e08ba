import { isOtherStudentId, isStudentId } from "../rules/students/student-id.ts";

/** What a template's QR code says. */
export interface QrContent {
  readonly taskId: string;
  readonly item: number;
  /** On a personal template: the student whose page it is. */
  readonly studentId?: string;
}

/** The form of the text: a link to this path. A new format gets a new number. */
export const QR_TEXT = { path: "/student-upload/", version: { plain: 1, personal: 2, otherId: 3 } } as const;

/**
 * What a template's text says, without checking its signature: for a reader without a secret. Null for any other text.
 */
export function parseQrText(text: string): (QrContent & { signature: string }) | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const id = new RegExp(`^${QR_TEXT.path}([^/]+)$`).exec(url.pathname)?.[1];
  const item = url.searchParams.get("i") ?? "";
  const signature = url.searchParams.get("s") ?? "";
  const version = Number(url.searchParams.get("v"));
  const studentId = url.searchParams.get("n") ?? "";
  if (id === undefined || !Object.values<number>(QR_TEXT.version).includes(version)) return null;
  if (!/^[1-9][0-9]{0,3}$/.test(item) || signature === "") return null;
  if (version === QR_TEXT.version.personal && !isStudentId(studentId)) return null;
  if (version === QR_TEXT.version.otherId && !isOtherStudentId(studentId)) return null;
  const taskId = decode(id);
  if (taskId === null) return null;
  return { taskId, item: Number(item), signature, ...(version !== QR_TEXT.version.plain && { studentId }) };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
