import type { Quad } from "../../geometry/coordinates.ts";
import { kernels } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";
import { FAINTEST_INK, type Pen } from "./ink-levels.ts";
import { type LineAcross, linesAcross, type Section } from "./lines-across.ts";

/** Lines paler than this, as a share of the pen's depth, are left. */
const LEAST_DEPTH = 0.2;
/** A scanner's streak is upright; the sheet may lie at an angle of 1.7° to it. */
const MOST_SLOPE = 0.03;
/** See `LineKind`. */
const SEEN = 0.95;
const ENDS = 0.01;
/** Wider lines are edges of something, or shadows: more pixels than this on one side of the middle. */
const MOST_HALF_WIDTH = 4;
/** Pixels next to a line belong to it if this share of them is at least half as dark as the line. */
const FULL = 0.3;
/** Pixels at a line's rim that are a little darker for it. */
const RIM = 1;
/** What is darker than the line by this factor is drawn over it. */
const AS_DARK = 1.25;
/** Strokes that cross a line may rise or fall by this many pixels from its middle to its sides. */
const MOST_RISE = 3;

/**
 * Removes from `page` straight grey lines that run from one edge of the sheet (its corners are `paper`, in pixels; null:
 * the whole page) to the other: streaks of dust in a scanner, or a digital page's ruling. No hand draws so straight and
 * so far. Strokes that cross them stay. Returns whether there were any.
 */
export function eraseStreaks(page: Darkness, { pen, paper }: { pen: Pen; paper: Quad<"Picture"> | null }): boolean {
  const { width, height, dark, colour } = page;
  const depths = new Uint8Array(kernels.memory.buffer, dark, width * height);
  const colours = new Uint8Array(kernels.memory.buffer, colour, width * height);
  const leastDark = Math.max(FAINTEST_INK, LEAST_DEPTH * pen.depth);
  let isErased = false;
  const kind = { mostSlope: MOST_SLOPE, shift: 1, seen: SEEN, ends: ENDS, leastDark, isBare: () => true };
  for (const line of linesAcross(page, paper, kind)) {
    const darkness = usualDarkness(line, depths);
    const before = halfWidth(line, { side: -1, darkness, depths });
    const after = halfWidth(line, { side: 1, darkness, depths });
    if (Math.max(before, after) > MOST_HALF_WIDTH) continue;
    isErased = true;
    for (const section of line.sections()) {
      for (let t = -before - RIM; t <= after + RIM; t++) {
        if (-t > section.before || t > section.after) continue;
        const at = section.pixel + t * section.across;
        if (depths[at]! > AS_DARK * darkness) continue;
        depths[at] = Math.min(depths[at]!, crossing(section, { before, after, depths }));
        colours[at] = Math.min(colours[at]!, depths[at]!);
      }
    }
  }
  return isErased;
}

/** The median of the darkest pixels along a line. */
function usualDarkness({ sections }: LineAcross, depths: Uint8Array): number {
  const darkest = Array.from(sections(), ({ pixel, across }) =>
    Math.max(depths[pixel]!, depths[pixel - across] ?? 0, depths[pixel + across] ?? 0),
  );
  return darkest.sort((a, b) => a - b)[darkest.length >> 1]!;
}

interface Side {
  readonly side: -1 | 1;
  /** The line's. */
  readonly darkness: number;
  readonly depths: Uint8Array;
}

/** How many pixels on one side of a line's middle belong to it. */
function halfWidth({ sections }: LineAcross, { side, darkness, depths }: Side): number {
  let half = 0;
  for (; half <= MOST_HALF_WIDTH; half++) {
    let seen = 0;
    let all = 0;
    for (const { pixel, across, before, after } of sections()) {
      if (half + 1 > (side < 0 ? before : after)) continue;
      all++;
      if (depths[pixel + side * (half + 1) * across]! >= darkness / 2) seen++;
    }
    if (seen < FULL * all || all === 0) break;
  }
  return half;
}

/** How dark a stroke is that crosses a line here, in any direction: it is seen on both sides of it. */
function crossing(
  section: Section,
  { before, after, depths }: { before: number; after: number; depths: Uint8Array },
): number {
  const [left, right] = [before + RIM + 1, after + RIM + 1];
  if (left > section.before || right > section.after) return 0;
  let darkest = 0;
  for (let rise = -MOST_RISE; rise <= MOST_RISE; rise++) {
    const from = depths[section.pixel - left * section.across + rise * section.along] ?? 0;
    const to = depths[section.pixel + right * section.across - rise * section.along] ?? 0;
    darkest = Math.max(darkest, Math.min(from, to));
  }
  return darkest;
}
