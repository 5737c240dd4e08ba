import sharp from "sharp";
import { writePdf } from "../../basics/write-pdf.ts";
import { decodePages } from "../../scan/decode-pages.ts";
import type { PageImage } from "../../scan/page-image.ts";
import { BORDER, QR, SHEET } from "../../template/layout.ts";
import { seededRandom } from "../render/random.ts";
import type { Sketch } from "../render/sketch.ts";
import { type Carry, strokeSvg, svgPage } from "../render/stroke-svg.ts";
import { drawCircuit, SKETCH_UNIT } from "./draw-circuit.ts";
import { ANSWERS, type DrawnAnswer } from "./page-list.ts";

export const STACK_DPI = 150;
const MM = STACK_DPI / 25.4;
/** Height of a gate of two inputs on the sheet, in mm. */
const GATE = 13;
/** Kept free inside the border, in mm. */
const ROOM = 8;

/** A page of a scanned stack, and what a person who looks at it would say. */
export interface DrawnStackPage {
  /** The page of the templates' PDF that was drawn on, from 1. */
  readonly template: number;
  readonly item: number;
  /** Quarter turns clockwise in which it was scanned. */
  readonly turn: 0 | 1 | 2 | 3;
  /** Its QR code was painted over. */
  readonly unreadable: boolean;
  /** Its drawing has a fault or another number of inputs than the keys: only a person can grade it. */
  readonly doubtful: boolean;
  /** Nothing was drawn on it. */
  readonly empty: boolean;
  /** Points of the task's keys; of a doubtful page those that a person gives. */
  readonly grade: number;
}

/** What the whole stack is like. */
export interface StackPlan {
  readonly seed: string;
  /** How many pages have their QR code painted over: the first ones of the templates. */
  readonly unreadable: number;
  /** How many answers after them only a person can grade. */
  readonly doubtful?: number;
  /** How many sheets after them are handed in without a drawing. */
  readonly empty?: number;
  /** Tells the item of the templates' page. */
  readonly itemOf: (page: number) => number;
  /** What may be drawn; the page list's answers if it is left out. */
  readonly answers?: readonly DrawnAnswer[];
}

export interface DrawnStack {
  /** JPEG files, in the order of `pages`. */
  readonly pictures: readonly Uint8Array[];
  readonly pages: readonly DrawnStackPage[];
}

/**
 * Draws answers on a PDF of personal templates, a page for each of its pages, and scans them: shuffled, turned, a few
 * with their QR code painted over. The same seed makes the same stack.
 */
export async function drawStack(
  templates: Uint8Array,
  { seed, unreadable, doubtful = 0, empty = 0, itemOf, answers = ANSWERS }: StackPlan,
): Promise<DrawnStack> {
  const random = seededRandom(`stack/${seed}`);
  const file = await decodePages(templates, { longSide: Math.round(SHEET.width * MM), maxPages: 5000 });
  if (!file.ok) throw new Error(file.failure.message);
  const scanned: { page: DrawnStackPage; picture: Uint8Array }[] = [];
  for await (const sheet of file.pages) {
    if (!sheet.ok) throw new Error(sheet.failure.message);
    const item = itemOf(sheet.page);
    // The first pages are painted over; then all are shuffled.
    const isPainted = sheet.page <= unreadable;
    const isDoubtful = !isPainted && sheet.page <= unreadable + doubtful;
    const isEmpty = sheet.page > unreadable + doubtful && sheet.page <= unreadable + doubtful + empty;
    const { sketch, grade } = isEmpty ? EMPTY : answerFor(item, sheet.page, { answers, isDoubtful });
    const turn = Math.floor(random.next() * 4) as DrawnStackPage["turn"];
    const picture = await scanSheet(sheet.image, { sketch, turn, isPainted, angle: random.range(-0.8, 0.8) });
    scanned.push({
      page: { template: sheet.page, item, turn, unreadable: isPainted, doubtful: isDoubtful, empty: isEmpty, grade },
      picture,
    });
  }
  const order = scanned.map((page) => ({ page, at: random.next() })).sort((a, b) => a.at - b.at);
  return { pictures: order.map(({ page }) => page.picture), pages: order.map(({ page }) => page.page) };
}

/** A PDF as scanners write it: one picture per page, in its own size. */
export async function stackPdf(pictures: readonly Uint8Array[]): Promise<Uint8Array> {
  return writePdf({}, async (document) => {
    for (const picture of pictures) {
      const { width, height } = await sharp(picture).metadata();
      const size: [number, number] = [(width * 72) / STACK_DPI, (height * 72) / STACK_DPI];
      document.addPage({ size, margin: 0 }).image(Buffer.from(picture), 0, 0, { width: size[0], height: size[1] });
    }
  });
}

/** A few hands draw for the whole class: a drawing takes longer than a scan. */
const HANDS = 4;
const drawn = new Map<string, { sketch: Sketch; grade: number }>();

const EMPTY = { sketch: null, grade: 0 };

/** What a person gives for a drawing that cannot be compared with the keys. */
const BY_HAND = 3;

function answerFor(
  item: number,
  page: number,
  { answers, isDoubtful }: { answers: readonly DrawnAnswer[]; isDoubtful: boolean },
): { sketch: Sketch; grade: number } {
  const possible = answers.filter(({ item: own, grade, letters, inputs }) => {
    return own === item && (grade === null) === isDoubtful && letters !== false && inputs !== "rails";
  });
  const answer = possible[page % possible.length]!;
  const id = `stack-${item}-${isDoubtful ? "doubtful-" : ""}${page % possible.length}-${page % HANDS}`;
  const known = drawn.get(id);
  if (known) return known;
  const { sketch } = drawCircuit({ ...answer, id, drafter: `stack-${page % HANDS}` });
  const made = { sketch, grade: answer.grade ?? BY_HAND };
  drawn.set(id, made);
  return made;
}

interface Scanning {
  /** Null: an empty sheet. */
  readonly sketch: Sketch | null;
  readonly turn: DrawnStackPage["turn"];
  readonly isPainted: boolean;
  /** Degrees by which it lies askew. */
  readonly angle: number;
}

async function scanSheet(sheet: PageImage, { sketch, turn, isPainted, angle }: Scanning): Promise<Uint8Array> {
  const { width, height, rgb } = sheet;
  const body = svgPage(width, height, (sketch === null ? "" : drawing(sketch)) + (isPainted ? paint() : ""));
  const inked = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .composite([{ input: Buffer.from(body) }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(inked, { raw: { width, height, channels: 3 } })
    .rotate(90 * turn + angle, { background: "#f6f6f6" })
    .jpeg({ quality: 80 })
    .toBuffer();
}

/** The sketch as SVG, in the drawing area. */
function drawing(sketch: Sketch): string {
  const room = { width: (BORDER.width - 2 * ROOM) * MM, height: (BORDER.height - 2 * ROOM) * MM };
  const scale = Math.min((GATE * MM) / SKETCH_UNIT, room.width / sketch.size[0], room.height / sketch.size[1]);
  const left = (BORDER.x + ROOM) * MM + 0.4 * (room.width - sketch.size[0] * scale);
  const top = (BORDER.y + ROOM) * MM + 0.4 * (room.height - sketch.size[1] * scale);
  const carry: Carry = (x, y) => ({ x: x * scale + left, y: y * scale + top });
  return strokeSvg(sketch.strokes, { carry, pen: 0.45 * MM, color: "#1c1c24" });
}

/** A thick pen over the QR code. */
function paint(): string {
  const { x, y, width, height } = QR;
  const lines = Array.from({ length: 9 }, (_, k) => {
    const from = y + (height * k) / 8;
    return `M${(x - 2) * MM} ${from * MM}L${(x + width + 2) * MM} ${(from + 3) * MM}`;
  });
  return `<path d="${lines.join("")}" fill="none" stroke="#222" stroke-width="${3.2 * MM}"/>`;
}
