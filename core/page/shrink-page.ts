import { composed } from "../geometry/homography.ts";
import type { CleanPage } from "./clean-page.ts";

/** Means up to this are paper, so that a gap between two strokes stays a gap. */
const FAINT = 75;

/**
 * The page at `scale` (0 … 1) of its size; each pixel is the mean of what it covers, lowered so that thin gaps stay
 * open.
 */
export function shrinkPage(page: CleanPage, scale: number): CleanPage {
  const width = Math.max(1, Math.round(page.width * scale));
  const height = Math.max(1, Math.round(page.height * scale));
  const across = spans(page.width, width);
  const down = spans(page.height, height);
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let v = down[y]!; v < down[y + 1]!; v++) {
        for (let u = across[x]!; u < across[x + 1]!; u++) sum += page.ink[v * page.width + u]!;
      }
      const mean = sum / ((down[y + 1]! - down[y]!) * (across[x + 1]! - across[x]!));
      ink[y * width + x] = Math.max(0, Math.round(((mean - FAINT) * 255) / (255 - FAINT)));
    }
  }
  const m = [page.width / width, 0, 0, 0, page.height / height, 0, 0, 0, 1] as const;
  return { ...page, width, height, ink, toPicture: composed(page.toPicture, { from: "Page", to: "Page", m }) };
}

/** Ink at or above this counts as drawn. */
const DRAWN = 96;

/** The width of the page's lines in pixels: a line has two edges. 1 on a blank page. */
export function penWidth({ width, height, ink }: CleanPage): number {
  let area = 0;
  let rim = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1; at < (y + 1) * width - 1; at++) {
      if (ink[at]! < DRAWN) continue;
      area++;
      if (ink[at - 1]! < DRAWN || ink[at + 1]! < DRAWN || ink[at - width]! < DRAWN || ink[at + width]! < DRAWN) rim++;
    }
  }
  return rim === 0 ? 1 : (2 * area) / rim;
}

/** Where each of `count` pixels begins among `length` source pixels, and where the last one ends. */
function spans(length: number, count: number): Int32Array {
  return Int32Array.from({ length: count + 1 }, (_, k) => Math.round((k * length) / count));
}
