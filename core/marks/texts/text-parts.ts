import { groupBy } from "../../basics/group-by.ts";
import { unionFind } from "../../basics/union-find.ts";
import { boxAround } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { settledPixels } from "../../page/ink/set-pixels.ts";
import { READING } from "../../rules/limits.ts";
import { INK } from "../marks.ts";
import { contains } from "./text-boxes.ts";

/** Connected ink that is written, not drawn: ideally one character, often one of its strokes. */
export interface TextPart {
  readonly box: PageBox;
  /** Labels of `TextParts.labels` that make it up. */
  readonly labels: readonly number[];
  /** It touches ink of the drawing. */
  readonly attached: boolean;
}

export interface TextParts {
  readonly parts: readonly TextPart[];
  /**
   * For each pixel of the page the number of its connected run of text or of other ink; 0 for paper. Valid until the next
   * page's parts are found.
   */
  readonly labels: Int32Array;
  /** Usual height of a character in pixels; 0 if the page has no text. */
  readonly unit: number;
  /** False if the ink has too many pieces to look for texts among them. */
  readonly isComplete: boolean;
}

interface Piece {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
  size: number;
  isText: boolean;
  readonly touches: Set<number>;
}

/** From this share of text on, all of a lone, letter-sized piece of ink is text. */
const LEAST_TEXT = 0.3;

/** A letter is at most this many usual characters wide and high: a b or a d reaches far above an a or a c. */
const LARGEST_LETTER = { width: 1.6, height: 2.2 } as const;

/** Above this share of text, a piece of ink is certainly written. */
const MOSTLY_TEXT = 0.5;

/** Kept between calls, all 0 but at `labelled`: a page has megabytes of them, and ink in few places. */
let labels = new Int32Array(0);
let labelled: Int32Array = new Int32Array(0);

/**
 * The connected parts of text ink, with the mask's small errors corrected: specks of other classes inside a letter are
 * text, specks of text on a wire or gate are not, and a letter-sized piece of ink that touches nothing is of one class.
 */
export function findTextParts(page: CleanPage, mask: Uint8Array): TextParts {
  const pixels = settledPixels(mask);
  for (const at of labelled) labels[at] = 0;
  if (labels.length < mask.length) labels = new Int32Array(mask.length);
  labelled = pixels;
  const pieces = labelPieces(page, { mask, pixels });
  if (pieces.length > READING.pieces) return { parts: [], labels, unit: 0, isComplete: false };
  const things = findThings(pieces);
  const unit = characterHeight(pieces, things);
  if (unit === 0) return { parts: [], labels, unit, isComplete: true };
  const isText = mend(pieces, { things, unit });
  const parts = unite(pieces, (piece) => isText[piece]!).map((own) => ({
    box: boxOf(own.map((index) => pieces[index]!)),
    labels: own.map((index) => index + 1),
    attached: own.some((index) => [...pieces[index]!.touches].some((other) => !isText[other])),
  }));
  return { parts, labels, unit, isComplete: true };
}

/** Runs of 8-connected ink of one kind, text or not; their pixels are labelled. */
function labelPieces(
  { width, height }: CleanPage,
  { mask, pixels }: { mask: Uint8Array; pixels: Int32Array },
): Piece[] {
  const pieces: Piece[] = [];
  const stack = new Int32Array(pixels.length);
  for (const start of pixels) {
    if (labels[start] !== 0) continue;
    const isText = mask[start] === INK.text;
    const piece: Piece = { x0: width, y0: height, x1: 0, y1: 0, size: 0, isText, touches: new Set() };
    const label = pieces.push(piece);
    labels[start] = label;
    stack[0] = start;
    // The last piece that this one was seen to touch: it often does so in many places.
    let touched = 0;
    for (let waiting = 1; waiting > 0; ) {
      const at = stack[--waiting]!;
      const x = at % width;
      const y = (at - x) / width;
      piece.size++;
      if (x < piece.x0) piece.x0 = x;
      if (x >= piece.x1) piece.x1 = x + 1;
      if (y < piece.y0) piece.y0 = y;
      if (y >= piece.y1) piece.y1 = y + 1;
      const left = x > 0 ? -1 : 0;
      const right = x < width - 1 ? 1 : 0;
      const last = y < height - 1 ? at + width : at;
      for (let row = y > 0 ? at - width : at; row <= last; row += width) {
        for (let next = row + left; next <= row + right; next++) {
          const kind = mask[next]!;
          if (kind === INK.paper) continue;
          const other = labels[next]!;
          if ((kind === INK.text) !== isText) {
            if (other === 0 || other === touched) continue;
            touched = other;
            piece.touches.add(other - 1);
            pieces[other - 1]!.touches.add(label - 1);
          } else if (other === 0) {
            labels[next] = label;
            stack[waiting++] = next;
          }
        }
      }
    }
  }
  return pieces;
}

/**
 * The median height of the text, weighted by ink: strokes and specks weigh little, words little more than letters. Ink
 * that is mostly text counts as a whole, so that a letter whose stem was taken for wire does not seem lower.
 */
function characterHeight(pieces: readonly Piece[], things: readonly Thing[]): number {
  const whole = things.filter(({ text, size }) => text >= MOSTLY_TEXT * size);
  const counted = new Set(whole.flatMap(({ members }) => members));
  const written = [
    ...whole.map(({ members, size }) => ({ box: boxOf(members.map((index) => pieces[index]!)), size })),
    ...pieces.flatMap((piece, index) =>
      piece.isText && !counted.has(index) ? [{ box: boxOf([piece]), size: piece.size }] : [],
    ),
  ].filter(({ size }) => size >= 6);
  const heights = written
    .filter(({ box }) => !written.some((other) => isAround(box, other.box)))
    .map(({ box, size }) => ({ height: Math.max(box.height, 0.6 * box.width), size }))
    .sort((a, b) => a.height - b.height);
  const half = heights.reduce((sum, { size }) => sum + size, 0) / 2;
  let sum = 0;
  for (const { height, size } of heights) {
    sum += size;
    if (sum >= half) return Math.max(6, height);
  }
  return 0;
}

/** A box around a character, as people frame the names of inputs, is not a character. */
export function isAround(frame: PageBox, box: PageBox): boolean {
  return (
    frame !== box &&
    contains(frame, box) &&
    frame.height >= 1.25 * box.height &&
    frame.width >= 1.25 * box.width &&
    box.height >= 0.25 * frame.height
  );
}

/** Connected ink, whatever its classes. */
interface Thing {
  readonly members: readonly number[];
  /** Pixels of ink. */
  readonly size: number;
  /** Pixels of text. */
  readonly text: number;
}

function findThings(pieces: readonly Piece[]): Thing[] {
  return unite(pieces, () => true).map((own) => ({
    members: own,
    size: own.reduce((sum, index) => sum + pieces[index]!.size, 0),
    text: own.reduce((sum, index) => sum + (pieces[index]!.isText ? pieces[index]!.size : 0), 0),
  }));
}

function mend(pieces: readonly Piece[], { things, unit }: { things: readonly Thing[]; unit: number }): boolean[] {
  const isText = pieces.map((piece) => piece.isText);
  const letterSized = new Set<number>();
  for (const { members, text, size } of things) {
    const { width, height } = boxOf(members.map((index) => pieces[index]!));
    if (width > LARGEST_LETTER.width * unit || height > LARGEST_LETTER.height * unit) continue;
    if (text < LEAST_TEXT * size) continue;
    for (const index of members) letterSized.add(index);
  }
  pieces.forEach((piece, index) => {
    const side = sideOf(piece);
    if (letterSized.has(index)) isText[index] = true;
    else if (piece.isText) {
      const beside = [...piece.touches].some((other) => sideOf(pieces[other]!) > unit);
      if (side <= 0.35 * unit && beside) isText[index] = false;
    } else if (side <= 0.45 * unit && piece.touches.size > 0) {
      isText[index] = [...piece.touches].some((other) => sideOf(pieces[other]!) > side);
    }
  });
  return isText;
}

function sideOf(piece: Piece): number {
  return Math.max(piece.x1 - piece.x0, piece.y1 - piece.y0);
}

/** The groups of touching pieces, of those that count. */
function unite(pieces: readonly Piece[], counts: (piece: number) => boolean): number[][] {
  const groups = unionFind(pieces.length);
  const counted = [...pieces.keys()].filter(counts);
  for (const index of counted) {
    for (const other of pieces[index]!.touches) if (counts(other)) groups.join(index, other);
  }
  return [...groupBy(counted, (index) => groups.find(index)).values()];
}

function boxOf(pieces: readonly Piece[]): PageBox {
  return boxAround(
    pieces.flatMap(({ x0, y0, x1, y1 }) => [
      { x: x0, y: y0 },
      { x: x1, y: y1 },
    ]),
  );
}
