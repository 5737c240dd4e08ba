/**
 * The pixels of one page, upright (EXIF applied), possibly shrunk on load. `width` x `height` are the pixels in memory;
 * `pictureWidth` x `pictureHeight` those of the upright original.
 */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  /** Interleaved RGB, 3 bytes per pixel, row by row. */
  readonly rgb: Uint8Array;
  readonly pictureWidth: number;
  readonly pictureHeight: number;
}
