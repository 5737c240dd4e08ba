import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { laidOutReading } from "../../core/reading/laid-out-reading.ts";
import { findAnswerInPath } from "../../core/rules/files/file-name.ts";
import { isBareTemplate } from "../../core/rules/problem.ts";
import { type KeptDrawing, parseDrawings } from "../../core/similarity/copies/drawings-file.ts";
import { chooseText, codeTexts, severalStudents } from "../../core/stack/page-codes.ts";
import { parseQrText } from "../../core/template/parse-qr-text.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { RESULT_FILES } from "../results/result-files.ts";

/** The drawings that an earlier command kept in the folder; null if there are none. */
export async function loadKeptDrawings(folder: string): Promise<readonly KeptDrawing[] | null> {
  const path = join(folder, RESULT_FILES.drawings);
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const parsed = parseDrawings(text);
  if (parsed.ok) return parsed.drawings;
  const lines = parsed.issues.slice(0, 5).map(({ field, message }) => `  ${field ? `${field}: ` : ""}${message}`);
  throw new CommandFailure(
    EXIT.usage,
    `${path} is not in this program's format; create it again:\n${lines.join("\n")}`,
  );
}

/** The pages that were read as drawings; their names or QR codes give student and item. */
export function keptDrawingsOf(pages: readonly BatchPage[]): KeptDrawing[] {
  return pages.flatMap(({ file, result }) => {
    const name = findAnswerInPath(file.file);
    const texts = codeTexts(result);
    const code = parseQrText(chooseText(texts, { ...name }) ?? "");
    // The codes of several students do not say whose page it is.
    const coded = severalStudents(texts).length > 0 ? undefined : code?.studentId;
    const student = coded ?? name?.studentId ?? null;
    const item = code?.item ?? name?.item ?? null;
    return keptDrawing({ file: file.file, page: result.page, student_id: student, item }, result);
  });
}

/** What the machine read of a page in the form that is kept; nothing for a page that was not read. */
export function keptDrawing(
  { file, page, student_id, item }: Pick<KeptDrawing, "file" | "page" | "student_id" | "item">,
  { reading, corrected, fileHash, noAnswer }: BatchPage["result"],
): KeptDrawing[] {
  if (reading === null) return [];
  const machine = corrected?.machine ?? reading;
  const { id: _, author: __, ...circuit } = laidOutReading({ id: "", author: null }, machine);
  const blank = noAnswer !== undefined || isBareTemplate(machine);
  return [{ file, page, student_id, item, sha256: fileHash, blank, circuit }];
}
