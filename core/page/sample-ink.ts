/**
 * Bilinear interpolation between the four pixels around (x, y), pixel centres at whole numbers; 0 outside the picture.
 */
export function sampleInk(
  { width, height, ink }: { width: number; height: number; ink: ArrayLike<number> },
  x: number,
  y: number,
): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  if (x0 < 0 || y0 < 0 || x0 >= width - 1 || y0 >= height - 1) return 0;
  const fx = x - x0;
  const fy = y - y0;
  const at = y0 * width + x0;
  const above = ink[at]! * (1 - fx) + ink[at + 1]! * fx;
  const below = ink[at + width]! * (1 - fx) + ink[at + width + 1]! * fx;
  return above * (1 - fy) + below * fy;
}
