// The weights of a target pixel add up to 256 and a byte is at most 255, so sums with the half for rounding fit into 16
// bits.
const HALF: i16 = 128;

/**
 * Each row of RGB shrunk to `width` pixels: target pixel `x` is the sum of `span` pixels from `first[x]` on by the
 * weights (u16, in 1/256) from `weights[x * span]` on. Overwrites 4 bytes behind `out`.
 */
export function shrinkRows(
  rgb: usize,
  sourceWidth: i32,
  rows: i32,
  first: usize,
  weights: usize,
  span: i32,
  width: i32,
  out: usize,
): void {
  for (let y = 0; y < rows; y++) {
    const row = rgb + y * sourceWidth * 3;
    let weight = weights;
    for (let x = 0; x < width; x++, out += 3) {
      let pixel = row + load<i32>(first + 4 * x) * 3;
      let sums = i16x8.splat(HALF);
      for (let k = 0; k < span; k++, pixel += 3, weight += 2) {
        sums = i16x8.add(sums, i16x8.mul(i16x8.extend_low_i8x16_u(v128.load32_zero(pixel)), v128.load16_splat(weight)));
      }
      const words = i16x8.shr_u(sums, 8);
      // The fourth byte is the next pixel's.
      v128.store32_lane(out, i8x16.narrow_i16x8_u(words, words), 0);
    }
  }
}

/**
 * Rows of `stride` bytes shrunk to `height` rows, as `shrinkRows` does with pixels. Overwrites 16 bytes behind `out`.
 */
export function shrinkColumns(
  rows: usize,
  stride: i32,
  first: usize,
  weights: usize,
  span: i32,
  height: i32,
  out: usize,
): void {
  for (let y = 0; y < height; y++) {
    const top = rows + load<i32>(first + 4 * y) * stride;
    const weight = weights + 2 * y * span;
    const target = out + y * stride;
    for (let i = 0; i < stride; i += 16) {
      let low = i16x8.splat(HALF);
      let high = low;
      for (let k = 0; k < span; k++) {
        const bytes = v128.load(top + k * stride + i);
        const share = v128.load16_splat(weight + 2 * k);
        low = i16x8.add(low, i16x8.mul(i16x8.extend_low_i8x16_u(bytes), share));
        high = i16x8.add(high, i16x8.mul(i16x8.extend_high_i8x16_u(bytes), share));
      }
      v128.store(target + i, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8)));
    }
  }
}
