import { readFile } from "node:fs/promises";
import { decodePages } from "../../core/scan/decode-pages.ts";
import type { ScanFailure } from "../../core/scan/decoded-file.ts";
import { fileType } from "../../core/scan/file-type.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { type Quarters, turnOfQr } from "../../core/scan/turn-image.ts";
import { parseQrText } from "../../core/template/qr-text.ts";
import type { Inspection, Work } from "../recogniser/messages.ts";
import { unreadable } from "../recogniser/unreadable.ts";

/** What an upload is, and which of its pages carries the wanted code. It imports nothing that only reading needs. */
export async function inspect({ path, wanted }: Work["inspect"]["request"]): Promise<Inspection> {
  const bytes = await readFile(path);
  const type = fileType(bytes);
  const file = await decodePages(bytes);
  if (!file.ok) return unreadable(file.failure);
  let best: { page: number; turn: Quarters; qr: string; fit: number } | null = null;
  let failure: ScanFailure | null = null;
  let good = 0;
  for await (const decoded of file.pages) {
    if (!decoded.ok) {
      failure ??= decoded.failure;
      continue;
    }
    good++;
    const qr = await readQr(decoded.image);
    if (qr === null) continue;
    const fit = fitOf(qr.text, wanted);
    if (fit > (best?.fit ?? -1)) best = { page: decoded.page, turn: turnOfQr(qr), qr: qr.text, fit };
    if (fit === FIT.wanted) break;
  }
  if (type === null || (good === 0 && failure)) return unreadable(failure ?? { code: "unknown-type", message: "" });
  return { ok: true, type, page: best?.page ?? 1, turn: best?.turn ?? 0, qr: best?.qr ?? null };
}

/** How well a page's code fits an upload: apps for scanning put all of a student's sheets into one PDF. */
const FIT = { anyCode: 0, template: 1, otherStudent: 2, wanted: 3 } as const;

function fitOf(text: string, { taskId, item, studentId }: Work["inspect"]["request"]["wanted"]): number {
  const code = parseQrText(text);
  if (code === null) return FIT.anyCode;
  if (code.taskId !== taskId || code.item !== item) return FIT.template;
  return code.studentId === undefined || code.studentId === studentId ? FIT.wanted : FIT.otherStudent;
}
