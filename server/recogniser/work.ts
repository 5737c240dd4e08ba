import { readFile } from "node:fs/promises";
import { greyPng, pageJpeg } from "../../core/annotate/page-picture.ts";
import { lazily } from "../../core/basics/lazily.ts";
import { type NoAnswer, noAnswer } from "../../core/opening/no-answer.ts";
import { openFile, openPage } from "../../core/opening/open-file.ts";
import { pagePart, pageParts } from "../../core/opening/page-parts.ts";
import { readDrawing } from "../../core/opening/read-drawing.ts";
import { type PageHeader, readHeader } from "../../core/opening/read-header.ts";
import { findPaper } from "../../core/page/sheet/find-paper.ts";
import { filteredPicture } from "../../core/page/threshold.ts";
import { openPageReader } from "../../core/read-page.ts";
import { STACK } from "../../core/rules/limits.ts";
import { fileType } from "../../core/scan/file-type.ts";
import type { PageImage } from "../../core/scan/page-image.ts";
import { readQrCodes } from "../../core/scan/read-qr.ts";
import { turnImage } from "../../core/scan/turn-image.ts";
import { cutCorner, findPageCorner } from "../../core/stack/page-corner.ts";
import { withoutHeader } from "../../core/stack/without-header.ts";
import { parseQrText } from "../../core/template/parse-qr-text.ts";
import type { Handlers } from "../../workers/serve-work.ts";
import { inspect, readTable, unpack } from "../inspection/inspect.ts";
import { markedPage, studentFiles } from "./feedback-file.ts";
import type {
  Count,
  PageRef,
  PictureOutcome,
  ReadOutcome,
  ShownPart,
  SortedPage,
  Unreadable,
  Work,
} from "./messages.ts";
import { openOwnSheet } from "./own-sheet.ts";
import { keepSight, keptSight } from "./sight-file.ts";
import { unreadable } from "./unreadable.ts";

/** Pixels of a page's long side for pictures that a person looks at. */
const PICTURE_SIDE = 2400;

/** How each kind of work is done. A bad file is an answer; what is thrown is a defect. */
export const WORK: Handlers<Work> = {
  inspect: (request) => inspect(request),
  table: readTable,
  unpack,
  read,
  load: () => pageReader().then(() => null),
  picture,
  filter,
  count: countPages,
  sort: sortPages,
  withoutPages,
  onePage: ({ path, page }) => keptPages(path, [page]),
  corner,
  feedback: studentFiles,
  marked: markedPage,
  // Loaded when they are needed: reading does not need them.
  keys: async (items) => (await import("./check-keys.ts")).checkKeys(items),
  tables: async (given) => (await import("./truth-tables.ts")).truthTables(given),
  profileImage: async (bytes) => (await import("../../core/scan/redraw-picture.ts")).redrawProfileImage(bytes),
  async templates({ fontsDir, ...content }) {
    const { openFontBook } = await import("../../core/fonts/font-book.ts");
    const { renderTemplate } = await import("../../core/template/template-pdf.ts");
    return { ok: true, bytes: await renderTemplate(content, { fonts: openFontBook(fontsDir) }) };
  },
  async question({ text, picture, sent, fontsDir }) {
    const { openFontBook } = await import("../../core/fonts/font-book.ts");
    const { redrawQuestionPicture } = await import("../../core/scan/redraw-picture.ts");
    const { questionFits } = await import("../../core/template/template-pdf.ts");
    const stored = sent === null ? picture : await redrawQuestionPicture(sent);
    return { picture: stored, fits: await questionFits({ text, picture: stored }, { fonts: openFontBook(fontsDir) }) };
  },
  async lacking({ fontsDir, ...printed }) {
    const { openFontBook } = await import("../../core/fonts/font-book.ts");
    const { lackingLetters } = await import("../../core/fonts/lacking-letters.ts");
    return lackingLetters(printed, openFontBook(fontsDir));
  },
  async gradebook({ bytes, ...grades }) {
    const { fillGradebook } = await import("../../core/gradebook/fill-gradebook.ts");
    return fillGradebook(bytes, grades);
  },
  async copies({ drawings, ...search }) {
    const { copiesByItem } = await import("../../core/similarity/copies/copies-by-item.ts");
    return copiesByItem(drawings, search);
  },
  async results({ pages }) {
    const { pageResult, resultLines } = await import("../../core/results/page-result.ts");
    return resultLines(pages.map(({ source, judging }) => pageResult(source, judging)));
  },
  async explain({ reading, keys }) {
    const { explainPage } = await import("../../core/answers/explain-page.ts");
    return explainPage(reading, keys);
  },
};

/** The detector is loaded when the first drawing is looked at: finding QR codes does not need it. */
const pageReader = lazily(() => openPageReader());

async function read(request: Work["read"]["request"]): Promise<ReadOutcome> {
  const { path, page, threshold, corrections, sightPath, asksWhich, owner } = request;
  const reader = await pageReader();
  const { model } = reader;
  const place = { path: sightPath, model };
  const kept = await keptSight(place);
  if (kept !== null) return { ok: true, reading: await reader.conclude(kept, corrections), model };
  const image = await pageImage({ path, page });
  if (!isImage(image)) return image;
  const { codes } = await readQrCodes(image);
  const { image: sheet, ...part } = pagePart(image, { codes, turn: request.turn, wanted: owner, asksWhich });
  const { sight, reading } = await readDrawing(sheet, { reader, threshold, ...part });
  await keepSight(place, sight);
  return { ok: true, reading: corrections === null ? reading : await reader.conclude(sight, corrections), model };
}

async function picture({ longSide, part = null, ...page }: Work["picture"]["request"]): Promise<PictureOutcome> {
  const share = part === null ? 1 : longSideOf(part.box) / longSideOf(part.of);
  const image = await uprightImage(page, Math.ceil(longSide / share));
  if (!isImage(image)) return image;
  return { ok: true, bytes: await pageJpeg(part === null ? image : cutPart(image, part), longSide) };
}

function longSideOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.max(width, height);
}

function cutPart(image: PageImage, { box, of }: ShownPart): PageImage {
  const [across, down] = [image.width / of.width, image.height / of.height];
  const cut = { x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down };
  return cutCorner(image, { turn: 0, box: cut });
}

async function filter({ threshold, ...page }: Work["filter"]["request"]): Promise<PictureOutcome> {
  const image = await uprightImage(page);
  return isImage(image) ? { ok: true, bytes: await greyPng(filteredPicture(image, threshold), image) } : image;
}

async function countPages({ path }: { path: string }): Promise<Count> {
  const bytes = await readFile(path);
  const type = fileType(bytes);
  const file = await openFile(bytes, { wanted: () => false });
  if (!file.ok || type === null) return unreadable(file.ok ? { code: "unknown-type", message: "" } : file.failure);
  return { ok: true, type, pages: file.pageCount };
}

async function withoutPages({ path, without }: Work["withoutPages"]["request"]): Promise<PictureOutcome> {
  const counted = await countPages({ path });
  if (!counted.ok) return counted;
  const all = Array.from({ length: counted.pages }, (_, index) => index + 1);
  return keptPages(
    path,
    all.filter((page) => !without.includes(page)),
  );
}

async function keptPages(path: string, pages: readonly number[]): Promise<PictureOutcome> {
  // Loaded when needed: reading does not take files apart.
  const { keepPages } = await import("../../core/scan/keep/keep-pages.ts");
  const limits = { maxPages: STACK.pdfPages, maxBytes: STACK.fileBytes };
  const kept = await keepPages(await readFile(path), pages, limits).catch(() => null);
  return kept === null ? unreadable({ code: "damaged-pdf", message: "" }) : { ok: true, bytes: kept.bytes };
}

/** Enough for most codes, at half the work; pages without one, or with more sheets, are searched once more. */
const QUICK_DPI = 130;

async function sortPages({ path, pages }: Work["sort"]["request"]): Promise<SortedPage[]> {
  const bytes = await readFile(path);
  const all = await lookAtPages(bytes, { pages, dpi: QUICK_DPI, wants: isOneSheet, judge: async () => null });
  const quick = all.filter(({ ok }) => ok);
  const others = pages.filter((page) => quick.every((each) => each.page !== page));
  if (others.length === 0) return quick;
  return [...quick, ...(await lookAtPages(bytes, { pages: others, judge: judgeUncoded }))];
}

function isOneSheet(image: PageImage, { texts }: PageHeader): boolean {
  const templates = texts.filter((text) => parseQrText(text) !== null);
  return templates.length === 1 && (findPaper(image)?.others.length ?? 0) === 0;
}

/** Whether a page without a code can be an answer: its drawing is looked at. */
async function judgeUncoded(image: PageImage, header: PageHeader): Promise<NoAnswer | null> {
  const { texts, isBlurred, turn, codes } = header;
  if (texts.length > 0 || isBlurred) return null;
  return noAnswer(await readDrawing(image, { reader: await pageReader(), turn, codes }), header);
}

interface Looking {
  readonly pages: readonly number[];
  readonly dpi?: number;
  /** Pages that are left out if this is false. */
  readonly wants?: (image: PageImage, header: PageHeader) => boolean;
  readonly judge: typeof judgeUncoded;
}

async function lookAtPages(
  bytes: Uint8Array,
  { pages, judge, wants = () => true, ...rendering }: Looking,
): Promise<SortedPage[]> {
  const wanted = (page: number): boolean => pages.includes(page);
  const file = await openFile(bytes, { ...rendering, wanted });
  if (!file.ok) return pages.map((page) => ({ page, ...unreadable(file.failure) }));
  const sorted: SortedPage[] = [];
  for await (const decoded of file.pages) {
    const { page } = decoded;
    if (!decoded.ok) {
      sorted.push({ page, ...unreadable(decoded.failure) });
      continue;
    }
    const header = await readHeader(decoded.image);
    if (!wants(decoded.image, header)) continue;
    const noAnswer = await judge(decoded.image, header);
    for (const { codes, turn } of pageParts(decoded.image, header)) {
      const texts = codes.map(({ text }) => text);
      sorted.push({ page, ok: true, codes: texts, isBlurred: header.isBlurred, turn, noAnswer });
    }
  }
  return sorted;
}

async function corner(page: Work["corner"]["request"]): Promise<PictureOutcome> {
  const image = await pageImage(page, PICTURE_SIDE);
  if (!isImage(image)) return image;
  return { ok: true, bytes: await pageJpeg(cutCorner(image, findPageCorner(image)), PICTURE_SIDE) };
}

async function uprightImage(page: PageRef, longSide?: number): Promise<PageImage | Unreadable> {
  const opened = await openOwnSheet(page, longSide);
  if (!opened.ok) return unreadable(opened.failure);
  const upright = turnImage(opened.image, page.turn);
  return page.hideHeader ? withoutHeader(upright) : upright;
}

/** A page's pixels, not turned, or why there are none. Without `longSide` as many as reading needs. */
async function pageImage({ path, page }: Omit<PageRef, "turn">, longSide?: number): Promise<PageImage | Unreadable> {
  const opened = await openPage(await readFile(path), { page, longSide });
  return opened.ok ? opened.image : unreadable(opened.failure);
}

function isImage(value: PageImage | Unreadable): value is PageImage {
  return "rgb" in value;
}
