/** Pixels of a row between two places that are mapped exactly; between them the mapping is linear. */
const SPAN: i32 = 16;
const ONE: f64 = 65536;

/**
 * A picture of `width` x `height` RGB pixels, sampled bilinearly: `a` to `i` map its pixels to those of `rgb`. Pixels
 * that map to places outside do not change.
 */
export function warp(
  rgb: usize,
  sourceWidth: i32,
  sourceHeight: i32,
  a: f64,
  b: f64,
  c: f64,
  d: f64,
  e: f64,
  f: f64,
  g: f64,
  h: f64,
  i: f64,
  width: i32,
  height: i32,
  out: usize,
): void {
  for (let y = 0; y < height; y++) {
    // Pixel centres, in both pictures.
    const py = <f64>y + 0.5;
    let w = 1 / (0.5 * g + h * py + i);
    let endU = (0.5 * a + b * py + c) * w - 0.5;
    let endV = (0.5 * d + e * py + f) * w - 0.5;
    for (let x = 0; x < width; x += SPAN) {
      const px = <f64>(x + SPAN) + 0.5;
      const startU = endU;
      const startV = endV;
      w = 1 / (g * px + h * py + i);
      endU = (a * px + b * py + c) * w - 0.5;
      endV = (d * px + e * py + f) * w - 0.5;
      const u = nearestTo(startU * ONE);
      const v = nearestTo(startV * ONE);
      const du = nearestTo(((endU - startU) * ONE) / SPAN);
      const dv = nearestTo(((endV - startV) * ONE) / SPAN);
      const to = out + (y * width + x) * 3;
      sampleRun(rgb, sourceWidth, sourceHeight, u, v, du, dv, to, min(SPAN, width - x));
    }
  }
}

function nearestTo(value: f64): i32 {
  return <i32>floor(value + 0.5);
}

/** `count` pixels at places that start at (`u`, `v`) and advance by (`du`, `dv`), all in 1/65536 pixels. */
function sampleRun(
  rgb: usize,
  width: i32,
  height: i32,
  u: i32,
  v: i32,
  du: i32,
  dv: i32,
  out: usize,
  count: i32,
): void {
  const stride = width * 3;
  const last = count - 1;
  if (isInside(u, v, width, height) && isInside(u + last * du, v + last * dv, width, height)) {
    for (let n = 0; n < last; n++, u += du, v += dv, out += 3) {
      // The fourth byte is the next pixel's.
      store<u32>(out, sample(rgb + (v >> 16) * stride + (u >> 16) * 3, stride, u, v));
    }
    storePixel(out, sample(rgb + (v >> 16) * stride + (u >> 16) * 3, stride, u, v));
    return;
  }
  for (let n = 0; n < count; n++, u += du, v += dv, out += 3) {
    if (isInside(u, v, width, height)) {
      storePixel(out, sample(rgb + (v >> 16) * stride + (u >> 16) * 3, stride, u, v));
    }
  }
}

/** Whether a place has pixels on all sides. */
function isInside(u: i32, v: i32, width: i32, height: i32): bool {
  return u >= 0 && v >= 0 && u >> 16 <= width - 2 && v >> 16 <= height - 2;
}

/**
 * The interpolation of the four pixels whose top left one is at `p`: red, green and blue in the lowest three bytes.
 */
function sample(p: usize, stride: i32, u: i32, v: i32): u32 {
  const fx = (u >> 10) & 63;
  const fy = (v >> 10) & 63;
  // Both pixels of a row next to each other, then the mean of the upper and the lower row.
  const upper = i16x8.mul(v128.load8x8_u(p), i16x8.splat(<i16>(64 - fy)));
  const lower = i16x8.mul(v128.load8x8_u(p + stride), i16x8.splat(<i16>fy));
  const rows = i16x8.add(upper, lower);
  // Each channel of the left pixel next to that of the right one.
  const pairs = i16x8.shuffle(rows, rows, 0, 3, 1, 4, 2, 5, 6, 7);
  const sums = i32x4.add(i32x4.dot_i16x8_s(pairs, i32x4.splat((64 - fx) | (fx << 16))), i32x4.splat(2048));
  const words = i32x4.shr_u(sums, 12);
  return i32x4.extract_lane(i8x16.shuffle(words, words, 0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0);
}

function storePixel(out: usize, pixel: u32): void {
  store<u16>(out, <u16>pixel);
  store<u8>(out, <u8>(pixel >> 16), 2);
}
