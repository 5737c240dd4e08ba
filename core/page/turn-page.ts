import { composed } from "../geometry/homography.ts";
import type { Quarters } from "../scan/turn-image.ts";
import type { CleanPage } from "./clean-page.ts";
import { setPixels } from "./ink/set-pixels.ts";

/**
 * `page` turned clockwise. `toPicture` still maps to the same picture, so boxes stay where the user sees them.
 *
 * @example
 * turnPage(page, 1).width === page.height; // true
 */
export function turnPage(page: CleanPage, quarters: Quarters): CleanPage {
  const { width, height } = quarters % 2 === 0 ? page : { width: page.height, height: page.width };
  const back = { from: "Page", to: "Page", m: [...BACK[quarters](page), 0, 0, 1] } as const;
  const ink = turnBytes(page.ink, { ...page, quarters });
  return { ...page, width, height, ink, toPicture: composed(page.toPicture, back) };
}

/** From the turned page back to the page: [x, y] = [p x' + q y' + s, t x' + u y' + v]. */
type Affine = readonly [number, number, number, number, number, number];

const BACK: Readonly<Record<Quarters, (page: CleanPage) => Affine>> = {
  0: () => [1, 0, 0, 0, 1, 0],
  1: ({ height }) => [0, 1, 0, -1, 0, height],
  2: ({ width, height }) => [-1, 0, width, 0, -1, height],
  3: ({ width }) => [0, -1, width, 1, 0, 0],
};

/** One byte per pixel of a page of `width` x `height`, turned clockwise. */
export function turnBytes(
  bytes: Uint8Array,
  { width, height, quarters }: { width: number; height: number; quarters: Quarters },
): Uint8Array {
  if (quarters === 0) return bytes;
  if (quarters === 2) return bytes.slice().reverse();
  const out = new Uint8Array(bytes.length);
  // A row becomes a column: the last one from top to bottom, or the first one from bottom to top. Paper stays 0.
  const [first, row, column] = quarters === 1 ? [height - 1, -1, height] : [(width - 1) * height, 1, -height];
  for (const at of setPixels(bytes)) {
    const y = Math.floor(at / width);
    out[first + y * row + (at - y * width) * column] = bytes[at]!;
  }
  return out;
}
