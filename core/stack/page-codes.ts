import type { Problem } from "../rules/problem.ts";
import { type PageOwner, parseQrText } from "../template/parse-qr-text.ts";

/**
 * How well a code's text matches: 0 if it is not a template's, then for a template of another task, of another item, of
 * another student, without a student, and of the student.
 */
export function codeFit(text: string, wanted: Partial<PageOwner> = {}): number {
  const code = parseQrText(text);
  if (code === null) return 0;
  if (wanted.taskId !== undefined && code.taskId !== wanted.taskId) return 1;
  if (wanted.item !== undefined && code.item !== wanted.item) return 2;
  if (code.studentId === undefined) return CODE_FITS;
  return wanted.studentId === undefined || code.studentId === wanted.studentId ? 5 : 3;
}

/** A code that matches at least this well belongs to the expected page. */
export const CODE_FITS = 4;

/**
 * Of several codes in one picture (a sticker, a book, a neighbour's sheet) the one that counts; of equal ones the
 * first.
 *
 * @example
 * chooseCode([{ text: "a sticker" }, { text: signedText }], { taskId })?.text === signedText; // true
 */
export function chooseCode<Code extends { readonly text: string }>(
  codes: readonly Code[],
  wanted: Partial<PageOwner> = {},
): Code | null {
  let best: Code | null = null;
  for (const code of codes) {
    if (best === null || codeFit(code.text, wanted) > codeFit(best.text, wanted)) best = code;
  }
  return best;
}

/** Like `chooseCode`, for texts only. */
export function chooseText(texts: readonly string[], wanted: Partial<PageOwner> = {}): string | null {
  return (
    chooseCode(
      texts.map((text) => ({ text })),
      wanted,
    )?.text ?? null
  );
}

/** The texts of all codes in a picture that was read; only the chosen one's if there is just one. */
export function codeTexts({
  qr,
  codes,
}: {
  readonly qr: string | null;
  readonly codes?: readonly string[];
}): readonly string[] {
  return codes ?? (qr === null ? [] : [qr]);
}

/** The question to ask if one picture has personal codes of several students of one task; otherwise empty. */
export function severalStudents(texts: readonly string[]): Problem[] {
  const students = new Map<string, Set<string>>();
  for (const text of texts) {
    const code = parseQrText(text);
    if (code?.studentId === undefined) continue;
    students.set(code.taskId, (students.get(code.taskId) ?? new Set()).add(code.studentId));
  }
  const several = [...students.values()].find((own) => own.size > 1);
  return several === undefined ? [] : [severalCodes([...several])];
}

function severalCodes(students: readonly string[]): Problem {
  const message = `The picture has the personal QR codes of several students (${students.join(", ")}): check whose drawing this is.`;
  return { code: "several-students", message };
}
