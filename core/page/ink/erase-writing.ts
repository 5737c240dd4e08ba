import { middleOf } from "../../geometry/boxes.ts";
import type { StrokeGroup } from "./connected-groups.ts";

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

/** Signs that follow one another from left to right. */
interface Line {
  readonly signs: StrokeGroup[];
  /** The height of its letters: a quarter of the signs are higher. */
  height: number;
}

/**
 * Removes lines of writing from a page's `ink` that are away from anything larger: a derivation next to the circuit, or
 * the words of the exercise. Its letters would name wires, and its strokes be read as wires and gates. What stands next
 * to a circuit stays, and so do single letters and words.
 *
 * @param groups those of the ink.
 */
export function eraseWriting(
  ink: Uint8Array,
  { groups, width }: { groups: readonly StrokeGroup[]; width: number },
): void {
  const signs: StrokeGroup[] = [];
  const larger = new Uint8Array(ink.length);
  for (const group of groups) {
    if (group.box.height <= HIGHEST && group.box.width <= LONGEST) signs.push(group);
    else for (const at of group.pixels) larger[at] = 1;
  }
  // Without a circuit, the signs may be one in small pieces.
  if (signs.length === groups.length) return;
  for (const line of linesOf(signs)) {
    if (!isWriting(line) || isNear(line, { larger, width })) continue;
    for (const { pixels: own } of line.signs) for (const at of own) ink[at] = 0;
  }
}

function linesOf(signs: readonly StrokeGroup[]): Line[] {
  const lines: Line[] = [];
  let open: Line[] = [];
  for (const sign of [...signs].sort((a, b) => a.box.x - b.box.x)) {
    open = open.filter(({ signs: own }) => gapBetween(own.at(-1)!, sign) <= GAP * HIGHEST);
    let line = open.find((each) => follows(sign, each));
    if (!line) {
      line = { signs: [], height: 0 };
      lines.push(line);
      open.push(line);
    }
    line.signs.push(sign);
    const heights = line.signs.map(({ box }) => box.height).sort((a, b) => a - b);
    line.height = heights[Math.floor(0.75 * heights.length)]!;
  }
  return lines;
}

function follows(sign: StrokeGroup, line: Line): boolean {
  const height = Math.max(sign.box.height, line.height);
  return line.signs.slice(-3).some((last) => {
    const shift = Math.abs(middleOf(sign.box).y - middleOf(last.box).y);
    return shift <= SHIFT * height && gapBetween(last, sign) <= GAP * height;
  });
}

function gapBetween({ box: left }: StrokeGroup, { box: right }: StrokeGroup): number {
  return right.x - (left.x + left.width);
}

function isWriting({ signs, height }: Line): boolean {
  if (signs.length < SIGNS || height < LOWEST) return false;
  const letters = signs.filter(({ box }) => box.height >= LETTER * height);
  const end = Math.max(...signs.map(({ box }) => box.x + box.width));
  return letters.length >= LETTERS && end - signs[0]!.box.x >= LENGTH * height;
}

function isNear({ signs, height }: Line, { larger, width }: { larger: Uint8Array; width: number }): boolean {
  const rows = larger.length / width;
  const [aside, above] = [Math.floor(ASIDE * height), Math.floor(ABOVE * height)];
  return signs.some(({ box }) => {
    const left = Math.max(0, box.x - aside);
    const right = Math.min(width, box.x + box.width + aside);
    const bottom = Math.min(rows, box.y + box.height + above);
    for (let y = Math.max(0, box.y - above); y < bottom; y++) {
      if (larger.subarray(y * width + left, y * width + right).includes(1)) return true;
    }
    return false;
  });
}
