import { readFile } from "node:fs/promises";
import { asksWhichSheet } from "../../core/opening/page-parts.ts";
import type { ReadSpreadsheet } from "../../core/rules/files/read-spreadsheet.ts";
import { type DecodeOptions, decodePages } from "../../core/scan/decode-pages.ts";
import type { ScanFailure } from "../../core/scan/decoded-file.ts";
import { fileType } from "../../core/scan/file-type.ts";
import { readQrCodes } from "../../core/scan/read-qr.ts";
import { turnOfQr } from "../../core/scan/turn-image.ts";
import type { UnpackedZip } from "../../core/scan/unpack-zip.ts";
import { CODE_FITS, chooseCode, codeFit } from "../../core/stack/page-codes.ts";
import type { Inspection, Work } from "../recogniser/messages.ts";
import { unreadable } from "../recogniser/unreadable.ts";
import { storageFault } from "../storage/storage-fault.ts";

/** The lines of a spreadsheet. */
export async function readTable({ path }: Work["table"]["request"]): Promise<ReadSpreadsheet> {
  const { readSpreadsheet } = await import("../../core/rules/files/read-spreadsheet.ts");
  return readSpreadsheet(await readFile(path));
}

/** The pages of a ZIP file, in files of the folder; all or none. */
export async function unpack({ path, folder }: Work["unpack"]["request"]): Promise<UnpackedZip> {
  const { unpackZip } = await import("../../core/scan/unpack-zip.ts");
  try {
    return await unpackZip(path, { folder });
  } catch (error) {
    if (storageFault(error) !== "full") throw error;
    const message =
      "The server's disk has no room for what is in the ZIP file, and nothing of it was taken. Tell its administrator, and try again later.";
    return { ok: false, code: "storage-full", message };
  }
}

type Found = Extract<Inspection, { ok: true }>;

/** What an upload is, and which of its pages has the expected code. Imports nothing that only reading needs. */
export async function inspect(
  { path, wanted }: Work["inspect"]["request"],
  limits: Pick<DecodeOptions, "wholePictureBytes"> = {},
): Promise<Inspection> {
  const bytes = await readFile(path);
  const type = fileType(bytes);
  const file = await decodePages(bytes, limits);
  if (!file.ok) return unreadable(file.failure);
  let best: (Pick<Found, "page" | "turn" | "codes" | "asksWhich"> & { fit: number }) | null = null;
  let sheets: number[] = [];
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
    const most: number = best?.fit ?? -1;
    if (fit === most) sheets.push(decoded.page);
    if (fit > most) {
      sheets = [decoded.page];
      const turn = fit > 0 ? turnOfQr(qr) : 0;
      const asksWhich = fit > 0 && asksWhichSheet(decoded.image, { codes: sight.codes, turn, wanted });
      best = { page: decoded.page, turn, codes, fit, asksWhich };
    }
  }
  // The wanted code may have been on the page that is damaged.
  if (failure && (best?.fit ?? -1) < CODE_FITS) return unreadable(failure);
  if (type === null) return unreadable({ code: "unknown-type", message: "" });
  const { page, turn, codes, asksWhich } = best ?? { page: 1, turn: 0, codes: [], asksWhich: false };
  const { pageCount } = file;
  return { ok: true, type, page, pageCount, isWhole: failure === null, sheets, turn, codes, isBlurred, asksWhich };
}
