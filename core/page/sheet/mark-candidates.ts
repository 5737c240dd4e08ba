import { distanceBetween } from "../../geometry/distances.ts";
import { MARK_HOLE, MARK_SIDE, MARKS } from "../../template/layout.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import { type Blob, findBlobs } from "./find-blobs.ts";

/** A possible corner mark of the template, in pixels of the searched image. */
export interface MarkCandidate {
  readonly x: number;
  readonly y: number;
  /** Pixels along the side of the mark's outer square as seen from straight above. */
  readonly side: number;
}

/** Darkness of printed black, blurred and in poor light. */
const BLACK = 90;
/** Marks are at least 5 px wide, and at most this share of the searched image's long side. */
const SMALLEST = 20;
const WIDEST = 0.04;
/** Maximum of candidates, the largest first, because the QR code's parts are smaller than the marks. */
const CANDIDATES = 12;
/** Spread of a filled square (1/144 = .0069) and of the mark with the hole (.019), with some margin for blur. */
const FILLED = { min: 0.0058, max: 0.0088 } as const;
const HOLED = { min: 0.0105, max: 0.032 } as const;
/** Area of the holed mark as a share of a filled one. */
const HOLED_AREA = 1 - (MARK_HOLE / MARK_SIDE) ** 2;

/** The places that look like the three filled marks, and those that look like the one with the hole; largest first. */
export function findMarkCandidates(page: DarkPlane): { filled: MarkCandidate[]; holed: MarkCandidate[] } {
  const widest = WIDEST * Math.max(page.width, page.height);
  const blobs = findBlobs(page.dark, { ...page, threshold: BLACK, minArea: SMALLEST, maxArea: widest * widest });
  return {
    filled: largest(blobs, { ...FILLED, ofSquare: 1 }),
    holed: largest(blobs, { ...HOLED, ofSquare: HOLED_AREA }),
  };
}

function largest(
  blobs: readonly Blob[],
  { min, max, ofSquare }: { min: number; max: number; ofSquare: number },
): MarkCandidate[] {
  return blobs
    .filter((blob) => blob.spread >= min && blob.spread <= max)
    .sort((a, b) => b.area - a.area)
    .slice(0, CANDIDATES)
    .map(({ x, y, area }) => ({ x, y, side: Math.sqrt(area / ofSquare) }));
}

/** A slanted view makes a near mark larger than a far one, but at most by this factor. */
export function isSimilar(a: MarkCandidate, b: MarkCandidate): boolean {
  return a.side < 2.3 * b.side && b.side < 2.3 * a.side;
}

/**
 * Whether two marks are about as far apart, relative to their size, as the template's mark number `from` and the next
 * one.
 */
export function mayBeNeighbours(a: MarkCandidate, { next, from }: { next: MarkCandidate; from: number }): boolean {
  const start = MARKS[from]!;
  const end = MARKS[(from + 1) % 4]!;
  const wanted = distanceBetween(end, start) / MARK_SIDE;
  const seen = (2 * distanceBetween(next, a)) / (a.side + next.side);
  return isSimilar(a, next) && seen > 0.4 * wanted && seen < 1.8 * wanted;
}
