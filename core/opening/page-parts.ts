import { boxAround, middleOf } from "../geometry/boxes.ts";
import type { PictureBox, Quad } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { applyHomography } from "../geometry/homography.ts";
import { blankOutside } from "../page/blank-outside.ts";
import { inPicture, scaleQuad } from "../page/scale-target.ts";
import { findPaper, type Paper } from "../page/sheet/find-paper.ts";
import { type Frame, quadOnPaper } from "../page/sheet/frame.ts";
import { SEVERAL_SHEETS, severalSheets, sheetBox } from "../page/sheet/several-sheets.ts";
import { CUT_SHEET, type Problem } from "../rules/problem.ts";
import type { PageImage } from "../scan/page-image.ts";
import type { QrCode } from "../scan/read-qr.ts";
import { type Turn, turnBox, turnImage, turnOfQr } from "../scan/turn-image.ts";
import { withoutQrCodes } from "../scan/without-qr.ts";
import { CODE_FITS, codeFit } from "../stack/page-codes.ts";
import { MARKS, QR, SHEET } from "../template/layout.ts";
import { type PageOwner, parseQrText } from "../template/parse-qr-text.ts";

/** A sheet of a picture that shows several, or the whole picture. */
export interface PagePart {
  /** As large as the picture; if it has other sheets, only this one is left. */
  readonly image: PageImage;
  readonly codes: readonly QrCode[];
  /** Turns it upright (clockwise). */
  readonly turn: Turn;
  /** What is said of the other sheets; boxes are in pixels of the upright picture. */
  readonly problems: readonly Problem[];
}

/** What is seen of a sheet: its frame, in pixels of the picture, and the code that is where the frame puts it. */
interface Sheet {
  readonly frame: Frame | null;
  readonly code: QrCode | null;
}

interface WholeSheet {
  readonly frame: Frame;
  readonly code: QrCode;
}

/** A sheet's own code is at most this many code sides away from where its frame puts it (measured: 0.006). */
const OWN_CODE = 0.5;

/** Next to a sheet that takes more than this share of a picture, no second border fits: it takes two thirds of a sheet. */
const FILLS = 0.65;

/** A sheet is cut off if one of its marks, by its code alone, is this many code sides outside the picture. */
const CUT_OFF = 0.5;

const WHITE = 255;

interface Placed {
  /** All codes in the picture. */
  readonly codes: readonly QrCode[];
  /** Turns the picture upright (clockwise). */
  readonly turn: Turn;
}

/**
 * The sheets in a picture with the codes of several templates, if each has a frame and a student's code of its own;
 * otherwise the picture is one part, and a problem says if nothing shows which of its sheets counts. A sheet that the
 * picture cuts off is left out and named.
 *
 * @example
 * pageParts(image, await readHeader(image)).length; // 1 for a picture of one sheet
 */
export function pageParts(image: PageImage, placed: Placed): PagePart[] {
  const found = findSheets(image, placed);
  if (found === null) return [wholePicture(image, placed)];
  return partsOf(image, found) ?? [askWhich(image, placed, found)];
}

/**
 * The part of a picture that is a student's page for an item, as `wanted` says. With `asksWhich`, a second
 * sheet is always a question, whatever the codes say.
 *
 * @example
 * const wanted = { taskId: "t1", studentId: "20230001", item: 1 };
 * pagePart(image, { ...(await readHeader(image)), wanted, asksWhich: true }).problems; // []
 */
export function pagePart(
  image: PageImage,
  { wanted, asksWhich, ...placed }: Placed & { readonly wanted: Required<PageOwner>; readonly asksWhich: boolean },
): PagePart {
  const found = findSheets(image, placed);
  if (found === null) return wholePicture(image, placed);
  const parts = partsOf(image, found) ?? [];
  const fitOf = (codes: readonly QrCode[]) => Math.max(...codes.map(({ text }) => codeFit(text, wanted)));
  const best = fitOf(placed.codes);
  const [own, ...others] = parts.filter(({ codes }) => fitOf(codes) === best);
  const isSure = parts.length === 1 || (others.length === 0 && best > CODE_FITS && !asksWhich);
  return own !== undefined && isSure ? own : askWhich(image, placed, found);
}

/**
 * Whether a student who hands in a picture should send another one, because it shows several sheets.
 *
 * @example
 * const wanted = { taskId: "t1", studentId: "20230001", item: 1 };
 * asksWhichSheet(image, { ...(await readHeader(image)), wanted }); // false
 */
export function asksWhichSheet(image: PageImage, placed: Placed & { readonly wanted: Required<PageOwner> }): boolean {
  const [code, ...more] = placed.codes.filter(({ text }) => parseQrText(text) !== null);
  if (code !== undefined && more.length === 0 && shareOfPicture(code, image) > FILLS) return false;
  const part = pagePart(image, { ...placed, asksWhich: true });
  if (part.problems.some(({ code }) => code === SEVERAL_SHEETS)) return true;
  return (paperIn(part.image, part)?.others.length ?? 0) > 0;
}

/** Whether a code is where a sheet's frame puts it; both in pixels of the picture. */
export function isOwnCode(frame: Frame, { corners }: QrCode): boolean {
  const wanted = applyHomography(frame, middleOf<"Page">(QR));
  return distanceBetween(wanted, middleOf(boxAround(corners))) < OWN_CODE * distanceBetween(corners[0], corners[1]);
}

/** About where the frame of a code's sheet is: without perspective. */
export function frameByCode({ corners: [a, b, , d] }: QrCode): Frame {
  const right = { x: (b.x - a.x) / QR.width, y: (b.y - a.y) / QR.width };
  const down = { x: (d.x - a.x) / QR.height, y: (d.y - a.y) / QR.height };
  const left = a.x - right.x * QR.x - down.x * QR.y;
  const top = a.y - right.y * QR.x - down.y * QR.y;
  return { from: "Page", to: "Picture", m: [right.x, down.x, left, right.y, down.y, top, 0, 0, 1] };
}

interface FoundSheets {
  readonly sheets: readonly Sheet[];
  readonly cutOff: readonly Sheet[];
}

/** The sheets in a picture; null if it has no more than one template's code, as nearly all have. */
function findSheets(image: PageImage, placed: Placed): FoundSheets | null {
  const codes = placed.codes.filter(({ text }) => parseQrText(text) !== null);
  if (codes.length < 2) return null;
  const paper = paperIn(image, placed);
  const frames = paper?.kind === "template" ? [paper.frame, ...paper.others] : [];
  const framed = frames.map((each): Sheet => {
    const seen = inPicture(each, image);
    const frame = placed.turn < 4 ? seen : mirrored(seen, image);
    return { frame, code: codes.find((code) => isOwnCode(frame, code)) ?? null };
  });
  const others = codes.filter((code) => framed.every((sheet) => sheet.code !== code));
  const sheetOf = (code: QrCode): Sheet => ({ frame: null, code });
  return {
    sheets: [...framed, ...others.filter((code) => !isCutOff(code, image)).map(sheetOf)],
    cutOff: others.filter((code) => isCutOff(code, image)).map(sheetOf),
  };
}

/** In the mirror image of a mirrored picture. */
function paperIn(image: PageImage, { codes, turn }: Placed): Paper | null {
  // The squares of a code look like corner marks.
  const bare = withoutQrCodes(image, codes);
  return findPaper(turn < 4 ? bare : turnImage(bare, 4));
}

/** The frame in a picture, from the one that was found in its mirror image. */
function mirrored({ m, ...spaces }: Frame, { pictureWidth: width }: PageImage): Frame {
  const [a, b, c, d, e, f, g, h, i] = m;
  return { ...spaces, m: [width * g - a, width * h - b, width * i - c, d, e, f, g, h, i] };
}

function wholePicture(image: PageImage, { codes, turn }: Placed): PagePart {
  return { image, codes, turn, problems: [] };
}

/** Null if nothing tells the sheets apart. */
function partsOf(image: PageImage, { sheets, cutOff }: FoundSheets): PagePart[] | null {
  const whole = sheets.filter(isWhole);
  if (whole.length === 0 || whole.length < sheets.length || !areToldApart(whole)) return null;
  // The upper left one first, so that a sheet has the same number whenever the picture is read.
  const placeOf = ({ frame }: WholeSheet) => Math.min(...quadOnPaper(frame).map(({ x, y }) => x + y));
  return whole
    .sort((a, b) => placeOf(a) - placeOf(b))
    .map(({ frame, code }) => {
      const turn = turnOfQr(code);
      const own = { image: onlySheet(image, { frame, turn }), turn };
      return { ...own, codes: [code], problems: cutOff.map((sheet) => cutSheet(boxOf(sheet, own))) };
    });
}

function askWhich(image: PageImage, placed: Placed, { sheets, cutOff }: FoundSheets): PagePart {
  const { turn } = placed;
  const boxes = [...sheets, ...cutOff].map((sheet) => boxOf(sheet, { image, turn }));
  return { ...wholePicture(image, placed), problems: severalSheets(boxes) };
}

function isCutOff(code: QrCode, { pictureWidth, pictureHeight }: PageImage): boolean {
  const { corners } = code;
  const most = CUT_OFF * distanceBetween(corners[0], corners[1]);
  const frame = frameByCode(code);
  return MARKS.map((mark) => applyHomography(frame, mark)).some(({ x, y }) => {
    return Math.max(-x, -y, x - pictureWidth, y - pictureHeight) > most;
  });
}

/** How much of a picture a code's sheet of paper takes, about. */
function shareOfPicture({ corners: [a, b, , d] }: QrCode, { pictureWidth, pictureHeight }: PageImage): number {
  const [right, down] = [distanceBetween(a, b) / QR.width, distanceBetween(a, d) / QR.height];
  return (SHEET.width * right * SHEET.height * down) / (pictureWidth * pictureHeight);
}

function isWhole(sheet: Sheet): sheet is WholeSheet {
  return sheet.frame !== null && sheet.code !== null;
}

/** Whether there is only one, or each code names a student and item that no other one names. */
function areToldApart(sheets: readonly WholeSheet[]): boolean {
  if (sheets.length === 1) return true;
  const owners = sheets.map(({ code }) => parseQrText(code.text));
  const names = owners.map((owner) => `${owner?.taskId} ${owner?.studentId} ${owner?.item}`);
  return owners.every((owner) => owner?.studentId !== undefined) && new Set(names).size === sheets.length;
}

function boxOf(
  { frame, code }: Sheet,
  { image, turn }: { readonly image: PageImage; readonly turn: Turn },
): PictureBox {
  const box = sheetBox(frame ?? frameByCode(code!), image);
  return turnBox(box, { width: image.pictureWidth, height: image.pictureHeight, turn });
}

function onlySheet(image: PageImage, { frame, turn }: { readonly frame: Frame; readonly turn: Turn }): PageImage {
  const scale = { x: image.width / image.pictureWidth, y: image.height / image.pictureHeight };
  const rgb = image.rgb.slice();
  const [a, b, c, d] = scaleQuad(quadOnPaper(frame), scale);
  const corners: Quad<"Picture"> = turn < 4 ? [a, b, c, d] : [d, c, b, a];
  blankOutside(rgb, { ...image, corners, channels: 3, value: WHITE });
  return { ...image, rgb };
}

/** It changes nothing about the sheet that is whole. */
function cutSheet(box: PictureBox): Problem {
  const message = "A part of another sheet is in the picture: it was left out. If it counts, upload a picture of it.";
  return { code: CUT_SHEET, message, box };
}
