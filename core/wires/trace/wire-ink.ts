import type { Gates } from "../../gates/read-gates.ts";
import { distanceToBox, nearestInBox } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { INK, type Marks } from "../../marks/marks.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { setPixels, settledPixels } from "../../page/ink/set-pixels.ts";
import { type Bitmap, bitmap } from "./bitmap.ts";
import { restoreMistakenInk } from "./mistaken-ink.ts";

/** Ink from this value on is ink: between the grains of a pencil's stroke there is less than elsewhere on it. */
export const WIRE_INK = 70;

/**
 * The ink of wires alone: what the mask calls wire, with the mask's small mistakes corrected, without the inversion
 * circles and what lies between a circle and its gate. Holes of up to `fill` pixels are filled.
 */
export function wireInk(page: CleanPage, marks: Marks, { gates, fill = 8 }: { gates: Gates; fill?: number }): Bitmap {
  const { width, height, ink } = page;
  const bits = new Uint8Array(width * height);
  const other: number[] = [];
  for (const at of settledPixels(marks.mask)) {
    if (ink[at]! < WIRE_INK) continue;
    if (marks.mask[at] === INK.wire) bits[at] = 1;
    else other.push(at);
  }
  restoreMistakenInk({ width, bits }, marks, { gates, other });
  for (const { at, radius, rim, gate } of gates.bubbles) {
    clearRing({ width, height, bits }, at, rim);
    const body = gates.bodies[gate]!;
    const foot = nearestInBox(body.box, at);
    const steps = Math.ceil(distanceToBox(body.box, at)) + 1;
    for (let step = 0; step <= steps; step++) {
      const t = step / steps;
      const r = Math.min(radius, 3);
      clearDisc({ width, height, bits }, { x: at.x + t * (foot.x - at.x), y: at.y + t * (foot.y - at.y) }, r);
    }
  }
  fillHoles({ width, bits }, fill);
  return bitmap(width, bits);
}

/** Removes what is within a circle's rim. */
function clearRing({ width, height, bits }: Omit<Bitmap, "pixels">, at: PagePoint, rim: readonly number[]): void {
  const most = Math.max(...rim) + 1;
  for (let y = Math.max(0, Math.floor(at.y - most)); y <= Math.min(height - 1, at.y + most); y++) {
    for (let x = Math.max(0, Math.floor(at.x - most)); x <= Math.min(width - 1, at.x + most); x++) {
      const turn = Math.atan2(y - at.y, x - at.x) / (2 * Math.PI) + 1;
      const spoke = Math.round(turn * rim.length) % rim.length;
      if (Math.hypot(x - at.x, y - at.y) <= rim[spoke]! + 1) bits[y * width + x] = 0;
    }
  }
}

function clearDisc({ width, height, bits }: Omit<Bitmap, "pixels">, centre: PagePoint, radius: number): void {
  for (let y = Math.max(0, Math.floor(centre.y - radius)); y <= Math.min(height - 1, centre.y + radius); y++) {
    for (let x = Math.max(0, Math.floor(centre.x - radius)); x <= Math.min(width - 1, centre.x + radius); x++) {
      if (Math.hypot(x - centre.x, y - centre.y) <= radius) bits[y * width + x] = 0;
    }
  }
}

/** Fills enclosed paper of at most `limit` pixels: specks inside a dot or a shaky line would become loops. */
function fillHoles({ width, bits }: Pick<Bitmap, "width" | "bits">, limit: number): void {
  const seen = new Uint8Array(bits.length);
  for (const left of setPixels(bits)) {
    // A hole's first pixel in reading order has ink to its left and above it.
    const at = left + 1;
    if (at <= width || at >= bits.length - width - 1) continue;
    if (bits[at] === 1 || seen[at] === 1 || bits[at - width] === 0) continue;
    const hole = [at];
    seen[at] = 1;
    for (let k = 0; k < hole.length && hole.length <= limit; k++) {
      for (const next of [hole[k]! - 1, hole[k]! + 1, hole[k]! - width, hole[k]! + width]) {
        if (next < 0 || next >= bits.length) {
          hole.length = limit + 1;
          break;
        }
        if (bits[next] === 1 || seen[next] === 1) continue;
        seen[next] = 1;
        hole.push(next);
      }
    }
    if (hole.length <= limit) for (const pixel of hole) bits[pixel] = 1;
  }
}

/** Usual stroke width: ink pixels per skeleton pixel, at least 1. */
export function strokeWidth(ink: Bitmap, skeleton: Bitmap): number {
  return Math.max(1, ink.pixels.length / Math.max(1, skeleton.pixels.length));
}

/** Radius of the largest disc of ink that covers a place within `reach` pixels of `at`; at most `limit`. */
export function inkRadius(ink: Bitmap, at: PagePoint, { reach, limit }: { reach: number; limit: number }): number {
  let best = 0;
  for (let y = Math.floor(at.y - reach); y <= at.y + reach; y++) {
    for (let x = Math.floor(at.x - reach); x <= at.x + reach; x++) {
      best = Math.max(best, clearance(ink, { x, y }, limit));
    }
  }
  return best;
}

/** Distance from the middle of a pixel to the nearest paper, minus half a pixel; 0 on paper. */
function clearance({ width, height, bits }: Bitmap, at: PagePoint, limit: number): number {
  if (at.x < 0 || at.y < 0 || at.x >= width || at.y >= height || bits[at.y * width + at.x] === 0) return 0;
  let squared = (limit + 0.5) ** 2;
  const isPaper = (x: number, y: number) => x < 0 || y < 0 || x >= width || y >= height || bits[y * width + x] === 0;
  // Square rings around the place: usually the first ones suffice.
  for (let ring = 1; ring * ring < squared; ring++) {
    for (let along = -ring; along <= ring; along++) {
      const distance = ring * ring + along * along;
      if (distance >= squared) continue;
      if (
        isPaper(at.x + along, at.y - ring) ||
        isPaper(at.x + along, at.y + ring) ||
        isPaper(at.x - ring, at.y + along) ||
        isPaper(at.x + ring, at.y + along)
      ) {
        squared = distance;
      }
    }
  }
  return Math.sqrt(squared) - 0.5;
}
