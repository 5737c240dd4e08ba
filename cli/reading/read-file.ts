import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { annotatedPng, pageThumbnail } from "../../core/annotate/page-picture.ts";
import { stageFiles } from "../../core/annotate/stage-files.ts";
import { noAnswer } from "../../core/opening/no-answer.ts";
import { openFile } from "../../core/opening/open-file.ts";
import { type PagePart, pageParts } from "../../core/opening/page-parts.ts";
import { readDrawing } from "../../core/opening/read-drawing.ts";
import { type PageHeader, readHeader } from "../../core/opening/read-header.ts";
import type { PageReader } from "../../core/read-page.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { DecodedPage } from "../../core/scan/decoded-file.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { turnImage } from "../../core/scan/turn-image.ts";
import { chooseText } from "../../core/stack/page-codes.ts";
import { cutCorner, type PageCorner } from "../../core/stack/page-corner.ts";
import type { Surroundings } from "../../workers/serve-work.ts";
import { CommandFailure } from "../exit-codes.ts";
import { MOST_BYTES, writeWhole } from "../files.ts";
import { correctionsBy } from "../pages/page-words.ts";
import {
  cornerName,
  type FileJob,
  type FileNews,
  type FilePage,
  failedPage,
  saidOfPage,
  sheetNumber,
  thumbnailName,
} from "./messages.ts";
import { isOwnPage } from "./part.ts";

/**
 * Long side of the report's pictures in pixels: a drawing is legible, and a hundred pages still fit into a file that
 * can be mailed.
 */
const THUMBNAIL_SIDE = 1100;

interface FileReading extends Surroundings<FileNews> {
  readonly reader: PageReader;
}

/**
 * Reads the requested pages of one file, reports each, and returns the number of all its pages. A bad file or page is a
 * failed result; throws if a picture cannot be written.
 */
export async function readFilePages(job: FileJob, { reader, tell, isEnding }: FileReading): Promise<number> {
  const bytes = await readBytes(job.path);
  const isOwn = (page: number): boolean => job.share === undefined || isOwnPage(job.share, page);
  if (!(bytes instanceof Uint8Array)) {
    if (isOwn(1)) tell({ page: failedPage({ page: 1, fileHash: "", pageCount: 1 }, bytes) });
    return 1;
  }
  const fileHash = createHash("sha256").update(bytes).digest("hex");
  const wanted = (page: number): boolean => {
    return page >= job.from && page <= job.to && !job.skip.includes(page) && isOwn(page);
  };
  const file = await openFile(bytes, { wanted });
  if (!file.ok) {
    if (wanted(1)) tell({ page: failedPage({ page: 1, fileHash, pageCount: 1 }, file.failure) });
    return 1;
  }
  const pages = Array.from({ length: file.pageCount }, (_, index) => index + 1).filter(wanted);
  try {
    for (const page of pages) {
      if (isEnding()) break;
      // The page is reported before it is decoded, so that it is known if it crashes the thread.
      tell({ started: page });
      const start = performance.now();
      const next = await file.pages.next();
      if (next.done) break;
      const place = { page, fileHash, pageCount: file.pageCount };
      const results = await readDecoded(next.value, { job, place, reader }).catch((error) => [
        brokenResult(place, error),
      ]);
      const seconds = (performance.now() - start) / 1000 / results.length;
      for (const result of results) tell({ page: { ...result, seconds } });
    }
  } finally {
    await file.pages.return();
  }
  return file.pageCount;
}

/** Such bytes come as U+FFFD, under which the system knows no file. */
const NAME_NOT_UTF8 = "The file's name is not UTF-8, so that it cannot be opened. Rename it.";

async function readBytes(path: string): Promise<Uint8Array | Problem> {
  try {
    const info = await stat(path);
    if (!info.isFile()) return { code: "not-a-file", message: "This is not a file. Name a picture or a PDF." };
    if (info.size > MOST_BYTES) {
      const message = `The file is larger than ${MOST_BYTES / 1024 / 1024} MB. Split it into smaller ones.`;
      return { code: "file-too-large", message };
    }
    return await readFile(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "";
    if (reason === "ENOENT" && path.includes("\uFFFD")) return { code: "file-unreadable", message: NAME_NOT_UTF8 };
    const message = `The file could not be opened (${reason}). Check that it exists and that you may read it.`;
    return { code: "file-unreadable", message };
  }
}

type Place = Pick<FilePage, "page" | "sheets" | "fileHash" | "pageCount">;

async function writeCorner(
  image: PageImage,
  { corner, folder, place }: { corner: PageCorner; folder: string; place: Place },
): Promise<void> {
  const jpeg = await pageThumbnail(cutCorner(image, corner), THUMBNAIL_SIDE);
  await writeWhole(join(folder, cornerName(place.fileHash, place.page)), jpeg);
}

interface Setting {
  readonly job: FileJob;
  readonly place: Place;
  readonly reader: PageReader;
}

async function readDecoded(decoded: DecodedPage, { job, place, reader }: Setting): Promise<FilePage[]> {
  if (!decoded.ok) return [failedPage(place, decoded.failure)];
  const header = await readHeader(decoded.image);
  const parts = pageParts(decoded.image, header);
  const pages: FilePage[] = [];
  for (const [index, part] of parts.entries()) {
    const page = sheetNumber(place, index);
    pages.push(
      await readPart({ ...header, ...part }, { job, place: { ...place, page, sheets: parts.length }, reader }),
    );
  }
  return pages;
}

async function readPart(part: PageHeader & PagePart, { job, place, reader }: Setting): Promise<FilePage> {
  const { page, fileHash } = place;
  const { image: asTaken, codes, isBlurred, turn, corner, problems } = part;
  const texts = codes.map(({ text }) => text);
  const said = saidOfPage({ ...place, turn }, job.corrections ?? []);
  const threshold = said && { threshold: said.threshold };
  const drawing = await readDrawing(asTaken, { reader, turn, codes, problems, ...threshold });
  const { sight, reading: machine } = drawing;
  const reading = said ? await reader.conclude(sight, correctionsBy(said.statements, machine)) : machine;
  const none = said ? null : noAnswer(drawing, part);
  const image = turnImage(asTaken, turn);
  const own = page === 1 ? "" : `.p${page}`;
  if (job.annotated) await writeWhole(`${job.annotated}${own}.png`, await annotatedPng(image, reading));
  if (job.stages) {
    for (const [name, file] of await stageFiles(image, drawing)) await writeWhole(`${job.stages}${own}.${name}`, file);
  }
  if (job.thumbnails) {
    await writeWhole(join(job.thumbnails, thumbnailName(fileHash, page)), await pageThumbnail(image, THUMBNAIL_SIDE));
  }
  if (job.thumbnails && corner) await writeCorner(asTaken, { corner, folder: job.thumbnails, place });
  const { width, height } = reading;
  const seen = {
    qr: chooseText(texts),
    ...(texts.length > 1 && { codes: texts }),
    ...(isBlurred && { isBlurred }),
    ...(none && { noAnswer: none }),
    ...(said && { corrected: { threshold: said.threshold, statements: said.statements, machine } }),
  };
  return { ...place, turn, ...seen, width, height, reading, failure: null, seconds: 0 };
}

/** Errors that the system raises for every page: a full disk, a folder without rights. */
const REFUSED_TO_ALL: ReadonlySet<unknown> = new Set([
  "ENOSPC",
  "EDQUOT",
  "EROFS",
  "EACCES",
  "EPERM",
  "EIO",
  "EMFILE",
  "EFBIG",
]);

/** A defect on one page fails that page, not the batch; if no other page would fare better, it ends the batch. */
function brokenResult(place: Place, error: unknown): FilePage {
  if (error instanceof CommandFailure || REFUSED_TO_ALL.has((error as NodeJS.ErrnoException).code)) throw error;
  const reason = error instanceof Error ? error.message : String(error);
  const message = `The page could not be read: ${reason}. Grade it by hand.`;
  // Without a hash the journal forgets the page, so that --resume tries it again.
  return failedPage({ ...place, fileHash: "" }, { code: "reader-failed", message });
}
