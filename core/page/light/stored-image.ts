/** A picture whose RGB values, 3 bytes per pixel, are in the kernels' memory at `rgb`. */
export interface StoredImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: number;
}
