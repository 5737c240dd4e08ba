import { readFile } from "node:fs/promises";
import { openPage } from "../../core/opening/open-file.ts";
import { pagePart } from "../../core/opening/page-parts.ts";
import type { DecodedPage } from "../../core/scan/decoded-file.ts";
import { readQrCodes } from "../../core/scan/read-qr.ts";
import type { PageRef } from "./messages.ts";

/** Pixels of a page's long side at which codes are read. */
const READABLE = 1600;

/** A page as taken, at least `longSide` pixels long if it has as many: of several sheets only its owner's. */
export async function openOwnSheet(
  { path, page, turn, owner }: PageRef,
  longSide: number = READABLE,
): Promise<DecodedPage> {
  const side = owner === undefined ? longSide : Math.max(longSide, READABLE);
  const opened = await openPage(await readFile(path), { page, longSide: side });
  if (!opened.ok || owner === undefined) return opened;
  const { codes } = await readQrCodes(opened.image);
  const { image } = pagePart(opened.image, { codes, turn, wanted: owner, asksWhich: false });
  return { ...opened, image };
}
