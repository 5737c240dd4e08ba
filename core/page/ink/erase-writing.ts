import { isInside, middleOf, overlaps } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";
import { connectedGroups } from "./connected-groups.ts";
import { setPixels } from "./set-pixels.ts";

/** Letters and words are at most this high and long, in pixels of a clean page, whose long side has 1600. */
const HIGHEST = 70;
const LONGEST = 200;
/** Signs of one line are at most this far apart, and their middles at most this far up or down, in heights of the line. */
const GAP = 1.5;
const SHIFT = 0.6;
/** A line of writing has at least this many signs, and this many that are as high as letters, and is this long. */
const SIGNS = 5;
const LETTERS = 4;
const LENGTH = 4;
/** Letters are at least this high, in pixels and in heights of their line: dashes of a broken wire are lower. */
const LOWEST = 12;
const LETTER = 0.5;
/** Writing that is nearer than this to a circuit names its wires, in heights of the line: to its left or right, above or below it. */
const ASIDE = 2;
const ABOVE = 1.2;

/** A connected group of strokes. */
interface Sign {
  readonly box: PageBox;
  readonly pixels: Int32Array;
}

/**
 * Removes lines of writing from a page's `ink` that are away from anything larger: a derivation next to the circuit, or
 * the words of the exercise. Its letters would name wires, and its strokes be read as wires and gates. What stands next
 * to a circuit stays, and so do single letters and words.
 */
export function eraseWriting(ink: Uint8Array, { width }: { width: number }): Uint8Array {
  const signs: Sign[] = [];
  const larger: Sign[] = [];
  const pixels = setPixels(ink).filter((at) => at >= width && at < ink.length - width);
  for (const group of connectedGroups(pixels, { width, size: ink.length })) {
    const sign = { box: boxOf(group, width), pixels: group.slice() };
    (sign.box.height <= HIGHEST && sign.box.width <= LONGEST ? signs : larger).push(sign);
  }
  if (larger.length === 0) return ink;
  for (const line of linesOf(signs)) {
    const height = heightOf(line);
    if (!isWriting(line, height) || isNear(line, { larger, height, width })) continue;
    for (const { pixels: own } of line) for (const at of own) ink[at] = 0;
  }
  return ink;
}

function boxOf(group: Int32Array, width: number): PageBox {
  let [left, right] = [width, 0];
  let [top, bottom] = [Number.POSITIVE_INFINITY, 0];
  for (const at of group) {
    const y = Math.floor(at / width);
    const x = at - y * width;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Signs that follow one another from left to right. */
function linesOf(signs: readonly Sign[]): Sign[][] {
  const lines: Sign[][] = [];
  for (const sign of [...signs].sort((a, b) => a.box.x - b.box.x)) {
    const line = lines.find((each) => follows(sign, each));
    if (line) line.push(sign);
    else lines.push([sign]);
  }
  return lines;
}

function follows({ box }: Sign, line: readonly Sign[]): boolean {
  const height = Math.max(box.height, heightOf(line));
  return line.slice(-3).some(({ box: last }) => {
    const shift = Math.abs(middleOf(box).y - middleOf(last).y);
    return box.x - (last.x + last.width) <= GAP * height && shift <= SHIFT * height;
  });
}

/** The height of a line's letters: three quarters of its signs are lower. */
function heightOf(line: readonly Sign[]): number {
  const heights = line.map(({ box }) => box.height).sort((a, b) => a - b);
  return heights[Math.floor(0.75 * heights.length)]!;
}

function isWriting(line: readonly Sign[], height: number): boolean {
  if (line.length < SIGNS || height < LOWEST) return false;
  const letters = line.filter(({ box }) => box.height >= LETTER * height);
  const end = Math.max(...line.map(({ box }) => box.x + box.width));
  return letters.length >= LETTERS && end - line[0]!.box.x >= LENGTH * height;
}

interface Surroundings {
  readonly larger: readonly Sign[];
  /** Of the line. */
  readonly height: number;
  /** Of the page. */
  readonly width: number;
}

function isNear(line: readonly Sign[], { larger, height, width }: Surroundings): boolean {
  return line.some(({ box }) => {
    const [aside, above] = [ASIDE * height, ABOVE * height];
    const around = {
      x: box.x - aside,
      y: box.y - above,
      width: box.width + 2 * aside,
      height: box.height + 2 * above,
    };
    const isAround = (at: number) => isInside(around, { x: at % width, y: Math.floor(at / width) });
    return larger.some(({ box: other, pixels }) => overlaps(around, other) && pixels.some(isAround));
  });
}
