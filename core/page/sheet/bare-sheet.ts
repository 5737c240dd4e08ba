import type { PageImage } from "../../scan/page-image.ts";
import { BORDER, BORDER_INSET, GRID_STEP, MARK_SIDE, MARKS, SHEET } from "../../template/layout.ts";
import type { CleanPage } from "../clean-page.ts";
import { take } from "../kernels/kernels.ts";
import { withRectified } from "../rectify.ts";
import { scaleTarget } from "../scale-target.ts";
import type { Frame } from "./frame.ts";
import { sheetFrame } from "./sheet-frame.ts";

/** Pixels per millimetre in which the sheet is looked at. */
const PER_MM = 5;
/** Printed lines and marks are at least this much darker than the paper next to them, of 255. */
const PRINTED = 60;
/** How far the sheet's print may be from where the marks put it, in pixels. */
const CURL = PER_MM;
/** Share of each side of the border at which its line must be seen. */
const BORDER_SEEN = 0.9;
/** This far from a square's lines its paper begins, in pixels. */
const MARGIN = 4;
/** What differs from a square's paper by this much, and by so many times the page's usual difference, is ink. */
const DIFFERENT = { least: 14, times: 6 } as const;
/** Different pixels in a square that are a stroke, and that are one if they are in a square next to it, too. */
const STROKE = { alone: 16, shared: 5 } as const;
/** What is drawn along a line of the squares is darker than the usual line, by this much and so many times as dark. */
const ALONG = { times: 1.6, least: 22 } as const;
/** A line of the squares is bluish and takes no more than this from the paper's red. */
const DARKEST_LINE = 90;

const SQUARE = GRID_STEP * PER_MM;
const WIDTH = SHEET.width * PER_MM;
const LEFT = BORDER.x * PER_MM;
const TOP = BORDER.y * PER_MM;
const COLUMNS = BORDER.width / GRID_STEP;
/** The last row of squares is cut off by the border. */
const ROWS = Math.ceil(BORDER.height / GRID_STEP);
/** So near to the border's line, in pixels, the line itself may be seen. */
const INSET = BORDER_INSET * PER_MM;
/** Pixels along a side of what is looked at inside a square. */
const SIDE = SQUARE - 2 * MARGIN + 1;
const CHANNELS = [0, 1, 2] as const;

/**
 * Whether a picture shows the template, and nothing inside its border but its printed squares: its four marks and whole
 * border are there, and neither in a square nor along a line of the squares is anything darker, lighter or of another
 * colour than paper and print. `page` is the picture's, cut at the template's border.
 */
export function isBareSheet(image: PageImage, page: CleanPage): boolean {
  const frame = sheetFrame(page);
  if (frame === null) return false;
  const rgb = sheetOf(image, frame);
  const grey = new Uint8Array(rgb.length / 3);
  for (let pixel = 0; pixel < grey.length; pixel++) {
    grey[pixel] = (77 * rgb[3 * pixel]! + 150 * rgb[3 * pixel + 1]! + 29 * rgb[3 * pixel + 2]!) >> 8;
  }
  return hasMarks(grey) && hasBorder(grey) && !isDrawnOn(rgb);
}

/** The whole sheet, seen from straight above. */
function sheetOf(image: PageImage, toPicture: Frame): Uint8Array {
  const frame = scaleTarget(toPicture, image.width / image.pictureWidth, image.height / image.pictureHeight);
  const size = { width: WIDTH, height: SHEET.height * PER_MM };
  return withRectified(image, { frame, area: { x: 0, y: 0, ...SHEET }, size }, ({ rgb }) => {
    return take(rgb, 3 * size.width * size.height);
  });
}

/** All four marks are dark, the first with a hole, and paper is outside them. */
function hasMarks(grey: Uint8Array): boolean {
  return MARKS.every((mark, index) => {
    const at = (dx: number, dy: number) =>
      grey[Math.round(mark.y * PER_MM + dy) * WIDTH + Math.round(mark.x * PER_MM + dx)]!;
    const ring = (by: number) =>
      [-by, 0, by].flatMap((dx) => [-by, 0, by].flatMap((dy) => (dx === 0 && dy === 0 ? [] : [at(dx, dy)])));
    const half = (MARK_SIDE / 2) * PER_MM;
    const [palest, paper] = [Math.max(...ring(half - CURL)), median(Uint8Array.from(ring(half + CURL)))];
    const isDark = paper - palest >= PRINTED;
    return isDark && (index === 0 ? at(0, 0) - palest >= PRINTED / 2 : paper - at(0, 0) >= PRINTED);
  });
}

function hasBorder(grey: Uint8Array): boolean {
  const [right, bottom] = [LEFT + BORDER.width * PER_MM, TOP + BORDER.height * PER_MM];
  const sides = [
    { start: TOP * WIDTH + LEFT, length: right - LEFT, along: 1, across: WIDTH },
    { start: bottom * WIDTH + LEFT, length: right - LEFT, along: 1, across: WIDTH },
    { start: TOP * WIDTH + LEFT, length: bottom - TOP, along: WIDTH, across: 1 },
    { start: TOP * WIDTH + right, length: bottom - TOP, along: WIDTH, across: 1 },
  ];
  return sides.every(({ start, length, along, across }) => {
    let seen = 0;
    for (let step = 0; step < length; step++) {
      const at = (by: number) => grey[start + step * along + by * across]!;
      let line = 255;
      for (let by = -CURL; by <= CURL; by++) line = Math.min(line, at(by));
      if (Math.min(at(-2 * CURL), at(2 * CURL)) - line >= PRINTED) seen++;
    }
    return seen >= BORDER_SEEN * length;
  });
}

function isDrawnOn(rgb: Uint8Array): boolean {
  const squares = Array.from({ length: COLUMNS * ROWS }, (_, index) => squareAt(rgb, index));
  const usual = median(Uint8Array.from(squares, ({ differences }) => median(differences)));
  const least = Math.max(DIFFERENT.least, DIFFERENT.times * usual);
  const inked = squares.map(({ differences }) =>
    differences.reduce((count, each) => count + (each > least ? 1 : 0), 0),
  );
  const next = [1, COLUMNS - 1, COLUMNS, COLUMNS + 1];
  const isInked = inked.some((count, index) => {
    if (count >= STROKE.alone) return true;
    return count >= STROKE.shared && next.some((by) => (inked[index + by] ?? 0) >= STROKE.shared);
  });
  if (isInked) return true;
  const lines = squares.flatMap(({ paper }, index) => linesAt(rgb, index, paper));
  return CHANNELS.some((channel) => {
    const drops = Uint8Array.from(lines, (line) => line[channel]!);
    const most = ALONG.times * median(drops) + ALONG.least;
    return drops.some((drop) => drop > most);
  });
}

interface Square {
  /** The usual red, green and blue. */
  readonly paper: readonly number[];
  /** Of each pixel inside, in the colour that differs most. */
  readonly differences: Uint8Array;
}

function cornerOf(index: number): number {
  return (TOP + SQUARE * Math.floor(index / COLUMNS)) * WIDTH + LEFT + SQUARE * (index % COLUMNS);
}

function squareAt(rgb: Uint8Array, index: number): Square {
  const start = cornerOf(index) + MARGIN * WIDTH + MARGIN;
  const inside = CHANNELS.map((channel) => {
    const values = new Uint8Array(SIDE * SIDE);
    for (let pixel = 0; pixel < values.length; pixel++) {
      values[pixel] = rgb[3 * (start + Math.floor(pixel / SIDE) * WIDTH + (pixel % SIDE)) + channel]!;
    }
    return values;
  });
  const [reds, greens, blues] = inside as [Uint8Array, Uint8Array, Uint8Array];
  const paper = inside.map(median);
  const differences = new Uint8Array(SIDE * SIDE);
  for (let pixel = 0; pixel < differences.length; pixel++) {
    if (!isOffBorder(start + Math.floor(pixel / SIDE) * WIDTH + (pixel % SIDE))) continue;
    const red = paper[0]! - reds[pixel]!;
    const green = paper[1]! - greens[pixel]!;
    const blue = paper[2]! - blues[pixel]!;
    const most = Math.max(Math.abs(red), Math.abs(green), Math.abs(blue));
    differences[pixel] = isOfLine(red, green, blue) ? 0 : most;
  }
  return { paper, differences };
}

function isOffBorder(place: number): boolean {
  const [x, y] = [(place % WIDTH) - LEFT, Math.floor(place / WIDTH) - TOP];
  const { width, height } = BORDER;
  return x > INSET && y > INSET && x < width * PER_MM - INSET && y < height * PER_MM - INSET;
}

/** Whether a pixel may be one of the printed squares' lines on a curled sheet, by what it takes from the paper's colour. */
function isOfLine(red: number, green: number, blue: number): boolean {
  return red >= 0 && red <= DARKEST_LINE && red > 1.3 * green && green >= blue - 4;
}

/** How much darker than the paper the lines at a square's left and top are in each colour, for most of their length. */
function linesAt(rgb: Uint8Array, index: number, paper: readonly number[]): number[][] {
  const ways = [
    { along: WIDTH, across: 1, isPrinted: index % COLUMNS > 0 },
    { along: 1, across: WIDTH, isPrinted: index >= COLUMNS },
  ];
  return ways.flatMap(({ along, across, isPrinted }) => {
    if (!isPrinted) return [];
    const start = cornerOf(index) + MARGIN * along;
    return [
      CHANNELS.map((channel) => Math.max(0, paper[channel]! - median(darkest(rgb, { start, along, across, channel })))),
    ];
  });
}

/** Along a line the darkest value of a colour within the margin on either side of it. */
function darkest(
  rgb: Uint8Array,
  { start, along, across, channel }: { start: number; along: number; across: number; channel: number },
): Uint8Array {
  const values = new Uint8Array(SIDE).fill(255);
  for (let step = 0; step < SIDE; step++) {
    for (let by = -MARGIN; by <= MARGIN; by++) {
      const value = rgb[3 * (start + step * along + by * across) + channel]!;
      if (value < values[step]!) values[step] = value;
    }
  }
  return values;
}

function median(values: Uint8Array): number {
  return values.slice().sort()[values.length >> 1] ?? 0;
}
