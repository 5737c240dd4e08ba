import { fitHomography, type Quad } from "../geometry/fit-homography.ts";
import { applyHomography } from "../geometry/homography.ts";
import type { PageImage } from "../scan/page-image.ts";
import { BORDER, MARK_HOLE, MARK_SIDE, MARKS } from "../template/layout.ts";
import { type Darkness, darkness } from "./darkness.ts";
import { type Blob, findBlobs } from "./find-blobs.ts";
import type { Frame } from "./frame.ts";
import { paperLight } from "./paper-light.ts";
import { refineFrame } from "./refine-frame.ts";
import { scaleTarget } from "./scale-target.ts";
import { shrinkImage } from "./shrink-image.ts";

/** Pixels of the long side in which the marks are looked for: a mark is about 19 px wide where the sheet fills it. */
const SEARCH_SIDE = 800;
/** Darkness of printed black that is blurred and in poor light. */
const BLACK = 90;
/** Marks from 5 to 32 px wide in the searched image. */
const AREA = { min: 20, max: 1000 } as const;
/** Most candidates looked at: the largest ones, because the QR code's parts are smaller than the marks. */
const CANDIDATES = 12;
/** Spread of a filled square (1/144 = .0069) and of the mark with the hole (.019), with room for blur. */
const FILLED = { min: 0.0058, max: 0.0088 } as const;
const HOLED = { min: 0.0105, max: 0.032 } as const;
/** Area of the holed mark as a share of a filled one. */
const HOLED_AREA = 1 - (MARK_HOLE / MARK_SIDE) ** 2;
/** Share of the border that must be seen as a line. */
const BORDER_SEEN = 0.7;

/**
 * The template's frame in a picture: its four corner marks, the holed one first, and the border between them as proof.
 * Null where there is none, for instance on a plain sheet. Any turn and the perspective of a phone are fine.
 */
export function findFrame(image: PageImage): Frame | null {
  const small = shrinkImage(image, SEARCH_SIDE);
  const page = darkness(small, paperLight(small));
  const blobs = findBlobs(page.dark, { ...small, threshold: BLACK, minArea: AREA.min, maxArea: AREA.max });
  const filled = largest(blobs, FILLED);
  let best: { frame: Frame; seen: number } | null = null;
  for (const first of largest(blobs, HOLED)) {
    for (const marks of quads(first, filled)) {
      const frame = fitHomography({ space: "Page", quad: MARKS }, { space: "Picture", quad: marks });
      if (frame === null) continue;
      const seen = borderSeen(page, frame);
      if (seen >= BORDER_SEEN && seen > (best?.seen ?? 0)) best = { frame, seen };
    }
  }
  if (best === null) return null;
  return scaleTarget(refineFrame(page, best.frame), image.width / small.width, image.height / small.height);
}

function largest(blobs: readonly Blob[], spread: { min: number; max: number }): Blob[] {
  return blobs
    .filter((blob) => blob.spread >= spread.min && blob.spread <= spread.max)
    .sort((a, b) => b.area - a.area)
    .slice(0, CANDIDATES);
}

/** The convex quadrilaterals of `first` and three of `others`, clockwise, whose marks are about equally large. */
function* quads(first: Blob, others: readonly Blob[]): Generator<Quad<"Picture">> {
  const size = first.area / HOLED_AREA;
  // A slanting view makes a near mark larger than a far one, but not more than this.
  const similar = others.filter(({ area }) => area > size / 5 && area < size * 5);
  for (let i = 0; i < similar.length; i++) {
    for (let j = i + 1; j < similar.length; j++) {
      for (let k = j + 1; k < similar.length; k++) {
        const quad = clockwise(first, [similar[i] as Blob, similar[j] as Blob, similar[k] as Blob]);
        if (quad !== null) yield quad;
      }
    }
  }
}

function clockwise(first: Blob, others: readonly [Blob, Blob, Blob]): Quad<"Picture"> | null {
  const all = [first, ...others];
  const x = all.reduce((sum, blob) => sum + blob.x, 0) / 4;
  const y = all.reduce((sum, blob) => sum + blob.y, 0) / 4;
  const start = Math.atan2(first.y - y, first.x - x);
  const [second, third, fourth] = others
    .map((blob) => ({ blob, turn: (Math.atan2(blob.y - y, blob.x - x) - start + 4 * Math.PI) % (2 * Math.PI) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ blob }) => ({ x: blob.x, y: blob.y })) as [Blob, Blob, Blob];
  const quad: Quad<"Picture"> = [{ x: first.x, y: first.y }, second, third, fourth];
  return isConvex(quad) ? quad : null;
}

function isConvex(quad: Quad<"Picture">): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % 4] as Quad<"Picture">[0];
    const c = quad[(i + 2) % 4] as Quad<"Picture">[0];
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
  });
}

/** The share of places along the border where a dark line is seen; 0 as soon as too few can be. */
function borderSeen(page: Darkness, frame: Frame): number {
  const { x, y, width, height } = BORDER;
  const steps = 32;
  const mayMiss = (1 - BORDER_SEEN) * 4 * steps;
  let seen = 0;
  for (let n = 0; n < steps; n++) {
    // In strides, so that a false frame fails within a few steps.
    const share = (((n * 11) % steps) + 0.5) / steps;
    seen += isLine(page, frame, { x: x + share * width, y, dx: 0, dy: 1 });
    seen += isLine(page, frame, { x: x + share * width, y: y + height, dx: 0, dy: 1 });
    seen += isLine(page, frame, { x, y: y + share * height, dx: 1, dy: 0 });
    seen += isLine(page, frame, { x: x + width, y: y + share * height, dx: 1, dy: 0 });
    if (4 * (n + 1) - seen > mayMiss) return 0;
  }
  return seen / (4 * steps);
}

/** 1 where a dark line crosses the millimetres around a place of the sheet in direction `dx`, `dy`, else 0. */
function isLine(page: Darkness, frame: Frame, at: { x: number; y: number; dx: number; dy: number }): 0 | 1 {
  let darkest = 0;
  let palest = 255;
  // A curled sheet moves the border a millimetre or two away from the straight line between the marks.
  for (let mm = -2.5; mm <= 2.5; mm += 0.25) {
    const { x, y } = applyHomography(frame, { x: at.x + at.dx * mm, y: at.y + at.dy * mm });
    if (!(x >= 0 && y >= 0 && x < page.width && y < page.height)) return 0;
    const value = page.dark[Math.floor(y) * page.width + Math.floor(x)] as number;
    darkest = Math.max(darkest, value);
    palest = Math.min(palest, value);
  }
  return darkest - palest >= 40 ? 1 : 0;
}
