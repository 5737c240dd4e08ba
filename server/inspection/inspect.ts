import { readFile } from "node:fs/promises";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import { type DecodeOptions, decodePages } from "../../core/scan/decode-pages.ts";
import type { ScanFailure } from "../../core/scan/decoded-file.ts";
import { fileType } from "../../core/scan/file-type.ts";
import { readQrCodes } from "../../core/scan/read-qr.ts";
import { type Turn, turnOfQr } from "../../core/scan/turn-image.ts";
import { CODE_FITS, chooseCode, codeFit } from "../../core/stack/page-codes.ts";
import type { Inspection, Work } from "../recogniser/messages.ts";
import { unreadable } from "../recogniser/unreadable.ts";

/** The lines of a spreadsheet. */
export async function readTable({ path }: Work["table"]["request"]): Promise<ReadSpreadsheet> {
  const { readSpreadsheet } = await import("../../core/rules/files/read-spreadsheet.ts");
  return readSpreadsheet(await readFile(path));
}

/** What an upload is, and which of its pages has the expected code. Imports nothing that only reading needs. */
export async function inspect(
  { path, wanted }: Work["inspect"]["request"],
  limits: Pick<DecodeOptions, "wholePictureBytes"> = {},
): Promise<Inspection> {
  const bytes = await readFile(path);
  const type = fileType(bytes);
  const file = await decodePages(bytes, limits);
  if (!file.ok) return unreadable(file.failure);
  let best: { page: number; turn: Turn; codes: readonly string[]; fit: number } | null = null;
  let isBlurred = false;
  let failure: ScanFailure | null = null;
  for await (const decoded of file.pages) {
    // What earlier pages took counts in the process's limit until it is collected.
    if (decoded.page > 1) globalThis.gc?.();
    if (!decoded.ok) {
      failure ??= decoded.failure;
      continue;
    }
    const sight = await readQrCodes(decoded.image);
    isBlurred ||= sight.isBlurred;
    const qr = chooseCode(sight.codes, wanted);
    if (qr === null) continue;
    const fit = codeFit(qr.text, wanted);
    const codes = sight.codes.map(({ text }) => text);
    if (fit > (best?.fit ?? -1)) best = { page: decoded.page, turn: fit > 0 ? turnOfQr(qr) : 0, codes, fit };
    // Scanning apps put all of a student's sheets into one PDF.
    if (fit >= CODE_FITS) break;
  }
  // The wanted code may have been on the page that is damaged.
  if (failure && (best?.fit ?? -1) < CODE_FITS) return unreadable(failure);
  if (type === null) return unreadable({ code: "unknown-type", message: "" });
  return { ok: true, type, page: best?.page ?? 1, turn: best?.turn ?? 0, codes: best?.codes ?? [], isBlurred };
}
