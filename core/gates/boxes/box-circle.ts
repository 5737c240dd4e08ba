import { grown } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { type Hole, hasInk, holesIn } from "../drawn-circle.ts";
import type { DrawnBox } from "./find-boxes.ts";

/** The hole of a circle at a box's output: its side and how far it is from the box, in shorter sides, and its roundness. */
const CIRCLE = { least: 0.06, most: 0.4, apart: 0.12, roundness: 0.4 } as const;

/**
 * A circle without a hole is so many pens high, and what leads on from it is less; how much longer it is than wide, and how
 * far the line is from its middle, as shares.
 */
const BLOT = { high: 1.8, wire: 1.4, longest: 1.6, aside: 0.25 } as const;

/** How likely a box has a circle at its output, by what is seen there. */
const CIRCLED = { hole: 0.96, blot: 0.8, nothing: 0.04 } as const;

export interface OutputCircle {
  /** The box around what is seen; null for nothing. */
  readonly circle: PageBox | null;
  /** How likely there is one. */
  readonly probability: number;
}

/** The inversion circle at the right side of a box. */
export function outputCircle(page: CleanPage, { box, pen }: Pick<DrawnBox, "box" | "pen">): OutputCircle {
  const short = Math.min(box.width, box.height);
  const front = box.x + box.width;
  const isCircle = ({ at, side, roundness }: Hole) =>
    side >= CIRCLE.least * short &&
    roundness >= CIRCLE.roundness &&
    at.x - side / 2 - front <= CIRCLE.apart * short &&
    at.y > box.y &&
    at.y < box.y + box.height;
  const [hole] = holesIn(page, { ...box, x: front, width: CIRCLE.most * short }, CIRCLE.most * short)
    .filter(isCircle)
    .sort((a, b) => b.roundness - a.roundness);
  if (hole) {
    const circle = grown({ ...hole.at, width: 0, height: 0 }, hole.reach + CIRCLE.least * short);
    return { circle, probability: CIRCLED.hole };
  }
  const circle = blotAt(page, { ...box, x: front + 1, width: CIRCLE.most * short }, pen);
  return { circle, probability: circle === null ? CIRCLED.nothing : CIRCLED.blot };
}

/** What is drawn at the left of a place, if it is a swelling of a line: higher than a pen, above the line as below it. */
function blotAt(page: CleanPage, { x, y, width, height }: PageBox, pen: number): PageBox | null {
  let high = null as Span | null;
  for (let column = x; column < x + width; column++) {
    const run = longestRun(page, { column, from: y, to: y + height });
    if (run === null) return null;
    const length = run.to - run.from;
    if (high !== null && length < BLOT.wire * pen) {
      const aside = Math.abs((run.from + run.to) / 2 - (high.from + high.to) / 2);
      const isRound = high.to - high.from < BLOT.longest * (column - x) && aside < BLOT.aside * (high.to - high.from);
      return isRound ? { x, y: high.from, width: column - x, height: high.to - high.from } : null;
    }
    if (length >= BLOT.high * pen) {
      high = { from: Math.min(run.from, high?.from ?? run.from), to: Math.max(run.to, high?.to ?? run.to) };
    } else if (column - x > CIRCLE.apart * height) return null;
  }
  return null;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The longest run of ink in a column between two heights; null without any. */
function longestRun(page: CleanPage, { column, from, to }: Span & { readonly column: number }): Span | null {
  const longest = { from, to: from };
  let start = from;
  for (let y = from; y < to; y++) {
    if (!hasInk(page, column, y)) start = y + 1;
    else if (y + 1 - start > longest.to - longest.from) Object.assign(longest, { from: start, to: y + 1 });
  }
  return longest.to > longest.from ? longest : null;
}
