import { boxOfPixels, connectedGroups } from "./connected-groups.ts";
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
  for (const group of connectedGroups(setPixels(ink), { width, size: ink.length })) {
    const box = boxOfPixels(group, width);
    if (Math.max(box.width, box.height) >= least.long && Math.min(box.width, box.height) >= least.short) return true;
  }
  return false;
}
