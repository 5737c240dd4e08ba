import { setPixels } from "./set-pixels.ts";

/** A pit in a stroke has at least this share of the ink around it: less is paper between two strokes. */
const PALEST_PIT = 0.25;

/**
 * `ink` (0 paper … 255) without the grain that a pencil leaves on rough paper: pits of a pixel or two in a stroke get what
 * is around them (a grey-level closing by 3 x 3 pixels). Paper between lines side by side stays paper. The two outermost rows
 * and columns stay as they are.
 */
export function fillGrain(ink: Uint8Array, { width, height }: { width: number; height: number }): Uint8Array {
  const around = [-width - 1, -width, -width + 1, -1, 0, 1, width - 1, width, width + 1];
  const places = setPixels(ink);
  const isInside = (at: number) => {
    const x = at % width;
    return x > 1 && x < width - 2 && at >= 2 * width && at < (height - 2) * width;
  };
  const darkest = ink.slice();
  for (const at of places) {
    if (!isInside(at)) continue;
    const own = ink[at]!;
    for (let k = 0; k < 9; k++) {
      const next = at + around[k]!;
      if (darkest[next]! < own) darkest[next] = own;
    }
  }
  const filled = ink.slice();
  for (const at of places) {
    const own = ink[at]!;
    if (own === 255 || !isInside(at)) continue;
    let least = 255;
    for (let k = 0; k < 9 && least > own; k++) least = Math.min(least, darkest[at + around[k]!]!);
    if (own >= PALEST_PIT * least) filled[at] = least;
  }
  return filled;
}
