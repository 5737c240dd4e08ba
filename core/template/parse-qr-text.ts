import { isOtherStudentId, isStudentId } from "../rules/students/student-id.ts";
import type { ItemNames } from "../rules/tasks/item-names.ts";
import { parseTerminals } from "./terminals.ts";

/** Whose page it is, of which task. */
export interface PageOwner {
  readonly taskId: string;
  readonly item: number;
  /** On a personal template: the student whose page it is. */
  readonly studentId?: string;
}

/** What a template's QR code says. */
export interface QrContent extends PageOwner {
  /** On a template with terminals at its border: their names. */
  readonly terminals?: ItemNames;
}

/**
 * The form of the text: a link to this path. A new format gets a new number; with terminals it is `withTerminals` higher.
 */
export const QR_TEXT = {
  path: "/student-upload/",
  version: { plain: 1, personal: 2, otherId: 3 },
  withTerminals: 3,
} as const;

/**
 * What a template's text says, without checking its signature: for a reader without a secret. Null for any other text.
 */
export function parseQrText(text: string): (QrContent & { signature: string }) | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const id = new RegExp(`^${QR_TEXT.path}([^/]+)$`).exec(url.pathname)?.[1];
  const item = url.searchParams.get("i") ?? "";
  const signature = url.searchParams.get("s") ?? "";
  const given = Number(url.searchParams.get("v"));
  const hasTerminals = given > QR_TEXT.withTerminals;
  const version = hasTerminals ? given - QR_TEXT.withTerminals : given;
  const terminals = hasTerminals ? parseTerminals(url.searchParams.get("t") ?? "") : undefined;
  const studentId = url.searchParams.get("n") ?? "";
  if (id === undefined || !Object.values<number>(QR_TEXT.version).includes(version)) return null;
  if (!/^[1-9][0-9]{0,3}$/.test(item) || signature === "") return null;
  if (version === QR_TEXT.version.personal && !isStudentId(studentId)) return null;
  if (version === QR_TEXT.version.otherId && !isOtherStudentId(studentId)) return null;
  const taskId = decode(id);
  if (taskId === null || terminals === null) return null;
  return {
    taskId,
    item: Number(item),
    signature,
    ...(version !== QR_TEXT.version.plain && { studentId }),
    ...(terminals && { terminals }),
  };
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
