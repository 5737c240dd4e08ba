import { boxOfPixels, connectedGroups } from "./connected-groups.ts";
import { setPixels } from "./set-pixels.ts";

/** Ink at or above this counts as drawn. */
const DRAWN = 96;
/** An area is filled if paper is farther than this many half pens from its middle: junction dots are smaller. */
const LEAST_DEPTH = 9;
/** A gate fills at least this share of the box around it, as a triangle does; hair, a mouth or a stain seldom do. */
const LEAST_FILLED = 0.4;

/**
 * Leaves only the outlines of filled gates in `ink`, as wide as the page's strokes: the networks know gates as outlines.
 * Strokes, junction dots and areas of other shapes stay as they are.
 */
export function hollowAreas(ink: Uint8Array, { width }: { width: number }): void {
  const drawn = setPixels(ink).filter((at) => ink[at]! >= DRAWN);
  const depth = depths(drawn, { width, size: ink.length });
  // Half a pen is at least one pixel: most pages are settled here.
  if (!drawn.some((at) => depth[at]! > LEAST_DEPTH)) return;
  const half = halfPen(drawn, { depth, width });
  const inner = drawn.filter((at) => depth[at]! > 2 * half);
  if (!inner.some((at) => depth[at]! > LEAST_DEPTH * half)) return;
  for (const area of connectedGroups(inner, { width, size: ink.length })) {
    const box = boxOfPixels(area, width);
    const isCompact = area.length >= LEAST_FILLED * box.width * box.height;
    if (isCompact && area.some((at) => depth[at]! > LEAST_DEPTH * half)) for (const at of area) ink[at] = 0;
  }
}

/** For each drawn pixel how many steps paper is away, along rows and columns. */
function depths(drawn: Int32Array, { width, size }: { width: number; size: number }): Uint16Array {
  const depth = new Uint16Array(size);
  for (const at of drawn) depth[at] = 1 + Math.min(depth[at - 1] ?? 0, depth[at - width] ?? 0);
  for (let k = drawn.length - 1; k >= 0; k--) {
    const at = drawn[k]!;
    depth[at] = Math.min(depth[at]!, 1 + (depth[at + 1] ?? 0), 1 + (depth[at + width] ?? 0));
  }
  return depth;
}

/** The usual depth in the middle of a stroke. */
function halfPen(drawn: Int32Array, { depth, width }: { depth: Uint16Array; width: number }): number {
  const isMiddle = (at: number) =>
    [at - 1, at + 1, at - width, at + width].every((next) => (depth[next] ?? 0) <= depth[at]!);
  const middles = drawn
    .filter(isMiddle)
    .map((at) => depth[at]!)
    .sort();
  return middles[middles.length >> 1] ?? 1;
}
