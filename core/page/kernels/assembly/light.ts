import { CELL } from "./cell.ts";
import { blues, greens, reds } from "./channels.ts";

/** Red, twice green and blue, added up for 8 pairs of pixels at `rgb`. */
function greyPairs(rgb: usize): v128 {
  const a = v128.load(rgb);
  const b = v128.load(rgb, 16);
  const c = v128.load(rgb, 32);
  const red = i16x8.extadd_pairwise_i8x16_u(reds(a, b, c));
  const green = i16x8.extadd_pairwise_i8x16_u(greens(a, b, c));
  const blue = i16x8.extadd_pairwise_i8x16_u(blues(a, b, c));
  return i16x8.add(i16x8.add(red, blue), i16x8.shl(green, 1));
}

/**
 * Sums over each `step` x `step` pixels, of which the first `columns` x `rows` count; `source` is the picture's width.
 */
export function grey(
  rgb: usize,
  source: i32,
  width: i32,
  height: i32,
  step: i32,
  columns: i32,
  rows: i32,
  out: usize,
): void {
  const share = 4 * columns * rows;
  for (let y = 0; y < height; y++) {
    let x = 0;
    const row = rgb + y * step * source * 3;
    if (columns === 2 && rows === 2) {
      for (; x + 8 <= width; x += 8) {
        const p = row + x * 6;
        const sum = i16x8.shr_u(i16x8.add(greyPairs(p), greyPairs(p + source * 3)), 4);
        v128.store64_lane(out + y * width + x, i8x16.narrow_i16x8_u(sum, sum), 0);
      }
    }
    for (; x < width; x++) {
      let sum = 0;
      for (let v = 0; v < rows; v++) {
        let p = row + (v * source + x * step) * 3;
        for (const end = p + columns * 3; p < end; p += 3) sum += load<u8>(p) + 2 * load<u8>(p, 1) + load<u8>(p, 2);
      }
      store<u8>(out + y * width + x, sum / share);
    }
  }
}

/** Sums of 4 neighbours, in i32x4. */
function quads(bytes: v128): v128 {
  return i32x4.extadd_pairwise_i16x8_u(i16x8.extadd_pairwise_i8x16_u(bytes));
}

/** The means of four cells, whose sums are `sums`, as bytes. */
function storeMeans(out: usize, sums: v128): void {
  const words = i16x8.narrow_i32x4_u(i32x4.shr_u(sums, 4), i32x4.shr_u(sums, 4));
  v128.store32_lane(out, i8x16.narrow_i16x8_u(words, words), 0);
}

/** For a cell that reaches over the picture's edge, the last whole one is read. */
function firstOf(cell: i32, pixels: i32): i32 {
  return max(0, min(cell * CELL, pixels - CELL));
}

/**
 * The mean of the cell that begins at `cell`, or of its part within the picture; `pixel` is the number of bytes per
 * pixel.
 */
function meanOf(cell: usize, width: i32, height: i32, pixel: i32): i32 {
  const rows = min(CELL, height);
  const columns = min(CELL, width);
  let sum = 0;
  for (let v = 0; v < rows; v++) {
    for (let u = 0; u < columns; u++) sum += load<u8>(cell + (v * width + u) * pixel);
  }
  return sum / (rows * columns);
}

/** The mean of each cell of a grey picture. */
export function greyCells(grey: usize, width: i32, height: i32, out: usize): void {
  const columns = (width + CELL - 1) / CELL;
  const rows = (height + CELL - 1) / CELL;
  for (let y = 0; y < rows; y++) {
    const row = grey + firstOf(y, height) * width;
    let x = 0;
    for (; height >= CELL && (x + 4) * CELL <= width; x += 4) {
      const p = row + x * CELL;
      let sums = i32x4.add(quads(v128.load(p)), quads(v128.load(p + width)));
      sums = i32x4.add(sums, quads(v128.load(p + 2 * width)));
      storeMeans(out + y * columns + x, i32x4.add(sums, quads(v128.load(p + 3 * width))));
    }
    for (; x < columns; x++) {
      store<u8>(out + y * columns + x, meanOf(row + firstOf(x, width), width, height, 1));
    }
  }
}

/** The mean of each cell of a colour picture, in three consecutive planes. */
export function colourCells(rgb: usize, width: i32, height: i32, out: usize): void {
  const columns = (width + CELL - 1) / CELL;
  const rows = (height + CELL - 1) / CELL;
  const plane = columns * rows;
  for (let y = 0; y < rows; y++) {
    const row = rgb + firstOf(y, height) * width * 3;
    let x = 0;
    for (; height >= CELL && (x + 4) * CELL <= width; x += 4) {
      let red = i32x4.splat(0);
      let green = i32x4.splat(0);
      let blue = i32x4.splat(0);
      for (let v = 0; v < CELL; v++) {
        const p = row + (v * width + x * CELL) * 3;
        const a = v128.load(p);
        const b = v128.load(p, 16);
        const c = v128.load(p, 32);
        red = i32x4.add(red, quads(reds(a, b, c)));
        green = i32x4.add(green, quads(greens(a, b, c)));
        blue = i32x4.add(blue, quads(blues(a, b, c)));
      }
      const to = out + y * columns + x;
      storeMeans(to, red);
      storeMeans(to + plane, green);
      storeMeans(to + 2 * plane, blue);
    }
    for (; x < columns; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const mean = meanOf(row + firstOf(x, width) * 3 + channel, width, height, 3);
        store<u8>(out + channel * plane + y * columns + x, mean);
      }
    }
  }
}

/** Replaces each byte by the larger (or smaller) of it and the one `offset` bytes later. */
export function keepExtreme(bytes: usize, length: i32, offset: i32, largest: bool): void {
  const end = length - offset;
  let i = 0;
  for (; i + 16 <= end; i += 16) {
    const a = v128.load(bytes + i);
    const b = v128.load(bytes + i + offset);
    v128.store(bytes + i, largest ? i8x16.max_u(a, b) : i8x16.min_u(a, b));
  }
  for (; i < end; i++) {
    const a = load<u8>(bytes + i);
    const b = load<u8>(bytes + i + offset);
    store<u8>(bytes + i, largest ? max(a, b) : min(a, b));
  }
}

function threeOf(p: usize): v128 {
  return i16x8.add(i16x8.add(v128.load8x8_u(p - 1), v128.load8x8_u(p)), v128.load8x8_u(p + 1));
}

/** The 3 x 3 means of `source`; the outermost bytes of `out` do not change. */
export function blur(source: usize, width: i32, height: i32, out: usize): void {
  // 7282 / 65536 is 1 / 9 for all sums up to 9 * 255 + 4.
  const ninth = i16x8.splat(7282);
  for (let y = 1; y < height - 1; y++) {
    let x = 1;
    for (; x + 8 <= width - 1; x += 8) {
      const p = source + y * width + x;
      const sums = i16x8.add(i16x8.add(threeOf(p - width), threeOf(p)), i16x8.add(threeOf(p + width), i16x8.splat(4)));
      const low = i32x4.shr_u(i32x4.extmul_low_i16x8_u(sums, ninth), 16);
      const high = i32x4.shr_u(i32x4.extmul_high_i16x8_u(sums, ninth), 16);
      const means = i16x8.narrow_i32x4_u(low, high);
      v128.store64_lane(out + y * width + x, i8x16.narrow_i16x8_u(means, means), 0);
    }
    for (; x < width - 1; x++) {
      let sum: i32 = 4;
      for (let v = -1; v <= 1; v++) {
        const p = source + (y + v) * width + x;
        sum += load<u8>(p - 1) + load<u8>(p) + load<u8>(p + 1);
      }
      store<u8>(out + y * width + x, sum / 9);
    }
  }
}
