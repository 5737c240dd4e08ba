import { setPixels } from "./set-pixels.ts";

/** How large a mark must be, in pixels of a clean page, whose long side has 1600. */
interface LeastMark {
  /** Its longer side. */
  readonly long: number;
  /** Its shorter side. */
  readonly short: number;
}

/** 2 mm of A4. Every letter and wire is larger, dust is not. */
const STROKE: LeastMark = { long: 11, short: 0 };

/**
 * Whether `ink` (0 paper … 255) has any mark that is larger than dust: a connected group of pixels at least 11 pixels
 * wide or high, or as large as `least`.
 *
 * @example
 * hasStrokes(page.ink, page); // true
 */
export function hasStrokes(
  ink: Uint8Array,
  { width, least = STROKE }: { readonly width: number; readonly least?: LeastMark },
): boolean {
  const pixels = setPixels(ink);
  const open = new Uint8Array(ink.length);
  for (const at of pixels) open[at] = 1;
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  for (const start of pixels) {
    if (open[start] === 0) continue;
    const [top, left] = [Math.floor(start / width), start % width];
    let [bottom, right, first] = [top, left, left];
    const group = [start];
    open[start] = 0;
    while (group.length > 0) {
      const at = group.pop()!;
      bottom = Math.max(bottom, Math.floor(at / width));
      first = Math.min(first, at % width);
      right = Math.max(right, at % width);
      const [high, wide] = [bottom - top + 1, right - first + 1];
      if (Math.max(high, wide) >= least.long && Math.min(high, wide) >= least.short) return true;
      for (const step of around) {
        const next = at + step;
        if (open[next] !== 1) continue;
        open[next] = 0;
        group.push(next);
      }
    }
  }
  return false;
}
