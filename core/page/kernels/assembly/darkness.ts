import { CELL } from "./cell.ts";

/** Fraction bits of a gain. */
const FRACTION: i32 = 12;
const BLACK: i32 = 255 << 12;

/** The darkness of a grey picture relative to its cells' light; each pixel uses the nearest cell. */
export function greyDarkness(grey: usize, width: i32, height: i32, light: usize, out: usize): void {
  const columns = (width + CELL - 1) / CELL;
  for (let y = 0; y < height; y++) {
    const cells = light + (y / CELL) * columns;
    let i = y * width;
    const end = i + width;
    for (let cell = 0; i < end; cell++) {
      const gain = BLACK / max(1, <i32>load<u8>(cells + cell));
      if (i + CELL <= end) {
        const bytes = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(grey + i)));
        const values = i32x4.sub(i32x4.splat(BLACK), i32x4.mul(bytes, i32x4.splat(gain)));
        const words = i32x4.shr_s(i32x4.max_s(values, i32x4.splat(0)), FRACTION);
        store4(out + i, words);
        i += CELL;
      } else {
        for (; i < end; i++) store<u8>(out + i, max(0, BLACK - <i32>load<u8>(grey + i) * gain) >> FRACTION);
      }
    }
  }
}

/** Four whole numbers of 0 … 255 as bytes. */
function store4(out: usize, numbers: v128): void {
  const words = i16x8.narrow_i32x4_u(numbers, numbers);
  v128.store32_lane(out, i8x16.narrow_i16x8_u(words, words), 0);
}

/**
 * The darkness and colourfulness of a picture relative to its cells' light, interpolated linearly between cell centres;
 * `light` holds three planes, `row` has room for (columns + 1) * 3 numbers, `gains` for 256.
 */
export function darkness(
  rgb: usize,
  width: i32,
  height: i32,
  light: usize,
  gains: usize,
  row: usize,
  dark: usize,
  colour: usize,
): void {
  for (let value = 0; value < 256; value++) store<i32>(gains + 4 * value, BLACK / max(1, value));
  const columns = (width + CELL - 1) / CELL;
  for (let y = 0; y < height; y++) {
    rowGains(light, gains, columns, (height + CELL - 1) / CELL, y, row);
    const start = y * width;
    darkenRun(rgb, start, min(CELL / 2, width), row, row, dark, colour);
    for (let cell = 0, x = CELL / 2; x < width; cell++, x += CELL) {
      const from = row + cell * 12;
      darkenRun(rgb, start + x, min(CELL, width - x), from, from + 12, dark, colour);
    }
  }
}

/** The gains of one pixel row at the cells' centres (red, green, blue); the last one twice. */
function rowGains(light: usize, gains: usize, columns: i32, rows: i32, y: i32, row: usize): void {
  // Distance from the first centre, in half pixels.
  const halves = 2 * y + 1 - CELL;
  const upper = halves < 0 ? 0 : min(rows - 1, halves / (2 * CELL));
  const lower = min(rows - 1, upper + 1);
  const share = halves < 0 || upper === rows - 1 ? 0 : ((halves % (2 * CELL)) * 256) / (2 * CELL);
  const plane = columns * rows;
  for (let channel = 0; channel < 3; channel++) {
    const above = light + channel * plane + upper * columns;
    const below = light + channel * plane + lower * columns;
    for (let x = 0; x < columns; x++) {
      const a = load<i32>(gains + 4 * load<u8>(above + x));
      const b = load<i32>(gains + 4 * load<u8>(below + x));
      store<i32>(row + (x * 3 + channel) * 4, a + (((b - a) * share) >> 8));
    }
    store<i32>(row + (columns * 3 + channel) * 4, load<i32>(row + ((columns - 1) * 3 + channel) * 4));
  }
}

/** The gains of four neighbouring pixels between two cells' centres. */
function ramp(from: usize, to: usize): v128 {
  const step = (load<i32>(to) - load<i32>(from)) >> 2;
  const first = i32x4.splat(load<i32>(from) + (step >> 1));
  return i32x4.add(first, i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3)));
}

function darkenRun(rgb: usize, at: i32, count: i32, from: usize, to: usize, dark: usize, colour: usize): void {
  const bytes = v128.load(rgb + at * 3);
  const zero = i32x4.splat(0);
  const black = i32x4.splat(BLACK);
  // Index 16 and beyond gives 0: each byte becomes a whole number.
  const red = i8x16.swizzle(bytes, i8x16(0, 16, 16, 16, 3, 16, 16, 16, 6, 16, 16, 16, 9, 16, 16, 16));
  const green = i8x16.swizzle(bytes, i8x16(1, 16, 16, 16, 4, 16, 16, 16, 7, 16, 16, 16, 10, 16, 16, 16));
  const blue = i8x16.swizzle(bytes, i8x16(2, 16, 16, 16, 5, 16, 16, 16, 8, 16, 16, 16, 11, 16, 16, 16));
  const r = i32x4.max_s(zero, i32x4.sub(black, i32x4.mul(red, ramp(from, to))));
  const g = i32x4.max_s(zero, i32x4.sub(black, i32x4.mul(green, ramp(from + 4, to + 4))));
  const b = i32x4.max_s(zero, i32x4.sub(black, i32x4.mul(blue, ramp(from + 8, to + 8))));
  const least = i32x4.min_s(i32x4.min_s(r, g), b);
  const most = i32x4.max_s(i32x4.max_s(r, g), b);
  const darks = i32x4.shr_s(i32x4.sub(i32x4.add(i32x4.add(r, g), b), least), FRACTION + 1);
  const colours = i32x4.shr_s(i32x4.sub(most, least), FRACTION);
  if (count === CELL) {
    store4(dark + at, darks);
    store4(colour + at, colours);
    return;
  }
  for (let n = 0; n < count; n++) {
    store<u8>(dark + at + n, laneOf(darks, n));
    store<u8>(colour + at + n, laneOf(colours, n));
  }
}

function laneOf(numbers: v128, lane: i32): i32 {
  if (lane === 0) return i32x4.extract_lane(numbers, 0);
  if (lane === 1) return i32x4.extract_lane(numbers, 1);
  return i32x4.extract_lane(numbers, 2);
}
