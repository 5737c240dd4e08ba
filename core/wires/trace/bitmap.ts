import { setPixels } from "../../page/ink/set-pixels.ts";

/** A yes/no picture: one byte a pixel, row by row, 0 or 1. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly bits: Uint8Array;
  /** Where `bits` is 1, in reading order: a page is mostly paper, so visiting only these is much faster. */
  readonly pixels: Int32Array;
}

/** The picture of `bits`; they must not change any more. */
export function bitmap(width: number, bits: Uint8Array): Bitmap {
  return { width, height: bits.length / width, bits, pixels: setPixels(bits) };
}
