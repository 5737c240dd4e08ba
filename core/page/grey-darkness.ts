import type { GreyImage } from "./grey-image.ts";
import { CELL, type GreyLight } from "./paper-light.ts";

/** How dark each pixel is against the bare paper there, whatever its colour: 0 as bright … 255 black. */
export interface DarkPlane {
  readonly width: number;
  readonly height: number;
  readonly dark: Uint8Array;
}

/** Bits behind the point of a gain. */
const FRACTION = 12;
const BLACK = 255 << FRACTION;

/** What `darkness` gives, of brightness alone and with the light of the nearest cell: enough to find printed black. */
export function greyDarkness({ width, height, grey }: GreyImage, light: GreyLight): DarkPlane {
  const dark = new Uint8Array(width * height);
  const gains = new Int32Array(light.width);
  for (let y = 0, i = 0; y < height; y++) {
    if (y % CELL === 0) {
      const row = (y / CELL) * light.width;
      for (let x = 0; x < light.width; x++) gains[x] = BLACK / Math.max(1, light.plane[row + x]!);
    }
    for (let cell = 0, end = i + width; i < end; cell++) {
      const gain = gains[cell]!;
      for (const stop = Math.min(end, i + CELL); i < stop; i++) {
        const value = BLACK - grey[i]! * gain;
        dark[i] = (value & ~(value >> 31)) >> FRACTION;
      }
    }
  }
  return { width, height, dark };
}
