import { readFile } from "node:fs/promises";
import { annotatedPng, greyPng, pageJpeg } from "../../core/annotate/page-picture.ts";
import { filteredPicture } from "../../core/page/threshold.ts";
import { openPageReader, type PageReader } from "../../core/read-page.ts";
import { decodePages } from "../../core/scan/decode-pages.ts";
import type { ScanFailure } from "../../core/scan/decoded-file.ts";
import { fileType } from "../../core/scan/file-type.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { readQr } from "../../core/scan/read-qr.ts";
import { parseQrText } from "../../core/template/qr-text.ts";
import type { Inspection, PageRef, PictureOutcome, ReadOutcome, Unreadable, Work, WorkMessage } from "./messages.ts";
import { keptSight } from "./sight-file.ts";

/** Pixels of a page's long side for pictures that a person looks at. */
const PICTURE_SIDE = 2400;

/** Does one piece of work of any kind. A bad file is an answer; what it throws is a defect. */
export function doWork({ kind, request }: WorkMessage): Promise<Work[keyof Work]["answer"]> {
  switch (kind) {
    case "inspect":
      return inspect(request as Work["inspect"]["request"]);
    case "read":
      return read(request as Work["read"]["request"]);
    case "picture":
      return picture(request as Work["picture"]["request"]);
    case "filter":
      return filter(request as Work["filter"]["request"]);
    case "annotate":
      return annotate(request as Work["annotate"]["request"]);
  }
}

let opened: Promise<PageReader> | null = null;

/** The detector is loaded when the first page is read: looking for QR codes needs none. */
function pageReader(): Promise<PageReader> {
  opened ??= openPageReader();
  return opened;
}

async function inspect({ path }: { path: string }): Promise<Inspection> {
  const bytes = await readFile(path);
  const type = fileType(bytes);
  const file = await decodePages(bytes);
  if (!file.ok) return unreadable(file.failure);
  let first: { page: number; qr: string } | null = null;
  let failure: ScanFailure | null = null;
  let good = 0;
  for await (const decoded of file.pages) {
    if (!decoded.ok) {
      failure ??= decoded.failure;
      continue;
    }
    good++;
    const qr = (await readQr(decoded.image))?.text;
    if (qr === undefined) continue;
    first ??= { page: decoded.page, qr };
    if (parseQrText(qr) === null) continue;
    first = { page: decoded.page, qr };
    break;
  }
  if (type === null || (good === 0 && failure)) return unreadable(failure ?? { code: "unknown-type", message: "" });
  return { ok: true, type, page: first?.page ?? 1, qr: first?.qr ?? null };
}

async function read({ path, page, threshold, corrections, sightPath }: Work["read"]["request"]): Promise<ReadOutcome> {
  const reader = await pageReader();
  const kept = await keptSight(sightPath, async () => {
    const image = await pageImage({ path, page });
    return isImage(image) ? reader.see(image, { threshold }) : image;
  });
  if ("ok" in kept) return kept;
  return { ok: true, reading: await reader.conclude(kept, corrections) };
}

async function picture({ longSide, ...page }: Work["picture"]["request"]): Promise<PictureOutcome> {
  const image = await pageImage(page, longSide);
  return isImage(image) ? { ok: true, bytes: await pageJpeg(image, longSide) } : image;
}

async function filter({ threshold, ...page }: Work["filter"]["request"]): Promise<PictureOutcome> {
  const image = await pageImage(page);
  return isImage(image) ? { ok: true, bytes: await greyPng(filteredPicture(image, threshold), image) } : image;
}

async function annotate({ overlaid, ...page }: Work["annotate"]["request"]): Promise<PictureOutcome> {
  const image = await pageImage(page, PICTURE_SIDE);
  return isImage(image) ? { ok: true, bytes: await annotatedPng(image, overlaid) } : image;
}

/** A page's pixels, or why there are none. Without `longSide` as many as reading needs. */
async function pageImage({ path, page }: PageRef, longSide?: number): Promise<PageImage | Unreadable> {
  const file = await decodePages(await readFile(path), {
    wanted: (number) => number === page,
    ...(longSide !== undefined && { longSide }),
  });
  if (!file.ok) return unreadable(file.failure);
  let found: PageImage | Unreadable | null = null;
  // To the generator's end: it holds a PDF open.
  for await (const decoded of file.pages) {
    if (decoded.page === page) found = decoded.ok ? decoded.image : unreadable(decoded.failure);
  }
  return found ?? unreadable({ code: "damaged-pdf", message: `The file has no page ${page}.` });
}

function isImage(value: PageImage | Unreadable): value is PageImage {
  return "rgb" in value;
}

function unreadable({ code, message }: ScanFailure): Unreadable {
  return { ok: false, code, message };
}
