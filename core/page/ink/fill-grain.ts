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
  const places = setPixels(ink).filter((at) => {
    const x = at % width;
    return x > 1 && x < width - 2 && at >= 2 * width && at < (height - 2) * width;
  });
  const darkest = ink.slice();
  for (const at of places) {
    const own = ink[at]!;
    for (const step of around) if (darkest[at + step]! < own) darkest[at + step] = own;
  }
  const filled = ink.slice();
  for (const at of places) {
    let least = 255;
    for (const step of around) if (darkest[at + step]! < least) least = darkest[at + step]!;
    if (ink[at]! >= PALEST_PIT * least) filled[at] = least;
  }
  return filled;
}
