/** A picture whose RGB, 3 bytes a pixel, lies in the kernels' memory at `rgb`. */
export interface StoredImage {
  readonly width: number;
  readonly height: number;
  readonly rgb: number;
}
