// The inner loops of the page clean-up, in AssemblyScript: `npm run build:kernels` makes `kernels.wasm` of it.
// `../kernels.ts` says what each function is for. Pointers are byte offsets into the module's memory, pictures lie row
// by row, and behind each input 16 bytes more have to be readable, whatever they hold.

/** Pixels along the side of a cell of the paper's light. */
const CELL: i32 = 4;
/** Bits behind the point of a gain. */
const FRACTION: i32 = 12;
const BLACK: i32 = 255 << 12;

/** Where free memory begins. */
export function heapBase(): usize {
  return __heap_base;
}

/** One channel of 16 pixels of RGB, whose 48 bytes are `a`, `b` and `c`. */
function reds(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
}

function greens(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
}

function blues(a: v128, b: v128, c: v128): v128 {
  const ab = i8x16.shuffle(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
  return i8x16.shuffle(ab, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

/** For 8 pairs of pixels at `rgb` red, twice green and blue together. */
function greyPairs(rgb: usize): v128 {
  const a = v128.load(rgb);
  const b = v128.load(rgb, 16);
  const c = v128.load(rgb, 32);
  const red = i16x8.extadd_pairwise_i8x16_u(reds(a, b, c));
  const green = i16x8.extadd_pairwise_i8x16_u(greens(a, b, c));
  const blue = i16x8.extadd_pairwise_i8x16_u(blues(a, b, c));
  return i16x8.add(i16x8.add(red, blue), i16x8.shl(green, 1));
}

/** Of each `step` x `step` pixels, of which the first `columns` x `rows` count; `source` is the picture's width. */
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

/** A cell that hangs over the picture's edge is read from the last whole one instead. */
function firstOf(cell: i32, pixels: i32): i32 {
  return max(0, min(cell * CELL, pixels - CELL));
}

/** The mean of a cell that begins at `cell`, or of what the picture has of it; `pixel` bytes a pixel. */
function meanOf(cell: usize, width: i32, height: i32, pixel: i32): i32 {
  const rows = min(CELL, height);
  const columns = min(CELL, width);
  let sum = 0;
  for (let v = 0; v < rows; v++) {
    for (let u = 0; u < columns; u++) sum += load<u8>(cell + (v * width + u) * pixel);
  }
  return sum / (rows * columns);
}

/** The mean of each cell of a picture in grey. */
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

/** The mean of each cell of a picture in colour, in three planes one behind the other. */
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

/** In place the larger of each byte and the one `offset` behind it. */
export function keepLargest(bytes: usize, length: i32, offset: i32): void {
  const end = length - offset;
  let i = 0;
  for (; i + 16 <= end; i += 16) {
    v128.store(bytes + i, i8x16.max_u(v128.load(bytes + i), v128.load(bytes + i + offset)));
  }
  for (; i < end; i++) store<u8>(bytes + i, max(load<u8>(bytes + i), load<u8>(bytes + i + offset)));
}

/** In place the smaller of each byte and the one `offset` behind it. */
export function keepSmallest(bytes: usize, length: i32, offset: i32): void {
  const end = length - offset;
  let i = 0;
  for (; i + 16 <= end; i += 16) {
    v128.store(bytes + i, i8x16.min_u(v128.load(bytes + i), v128.load(bytes + i + offset)));
  }
  for (; i < end; i++) store<u8>(bytes + i, min(load<u8>(bytes + i), load<u8>(bytes + i + offset)));
}

function threeOf(p: usize): v128 {
  return i16x8.add(i16x8.add(v128.load8x8_u(p - 1), v128.load8x8_u(p)), v128.load8x8_u(p + 1));
}

/** The 3 x 3 means of `source`; the outermost bytes of `out` stay. */
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

/** The darkness of a picture in grey against its cells' light, each pixel by the nearest cell. */
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
 * The darkness and colourfulness of a picture against its cells' light, which is taken to change evenly from the centre
 * of one cell to the next; `light` holds three planes, `row` has room for (columns + 1) * 3 numbers, `gains` for 256.
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

/** The gains of one pixel row at the cells' centres, red, green, blue; the last one twice. */
function rowGains(light: usize, gains: usize, columns: i32, rows: i32, y: i32, row: usize): void {
  // From the first centre on, in halves of a pixel.
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

/** How often each pair of darkness and colour comes in every `rowStep`th row: 65,536 counts, at 256 * dark + colour. */
export function pairHistogram(dark: usize, colour: usize, width: i32, height: i32, rowStep: i32, counts: usize): void {
  memory.fill(counts, 0, 4 * 65536);
  for (let y = 0; y < height; y += rowStep) {
    for (let i = y * width, end = i + width; i < end; i++) addOne(counts + 4 * pairAt(dark, colour, i));
  }
}

/**
 * For each tile of `side` pixels how often each value of `table` comes in every `rowStep`th row of it, by its pixels'
 * pairs: 256 counts a tile, the tiles row by row.
 */
export function tileHistograms(
  dark: usize,
  colour: usize,
  width: i32,
  height: i32,
  rowStep: i32,
  side: i32,
  table: usize,
  counts: usize,
): void {
  const columns = (width + side - 1) / side;
  memory.fill(counts, 0, 1024 * columns * ((height + side - 1) / side));
  for (let y = 0; y < height; y += rowStep) {
    for (let column = 0; column < columns; column++) {
      const tile = counts + 1024 * ((y / side) * columns + column);
      const end = y * width + min(width, (column + 1) * side);
      for (let i = y * width + column * side; i < end; i++)
        addOne(tile + 4 * load<u8>(table + pairAt(dark, colour, i)));
    }
  }
}

/** What `table` has for each pixel's pair where it is darker than `paper`, else 0. */
export function scaleInk(dark: usize, colour: usize, length: i32, paper: i32, table: usize, ink: usize): void {
  memory.fill(ink, 0, length);
  const limit = i8x16.splat(<i8>paper);
  for (let i = 0; i < length; i += 16) {
    // Runs of paper are passed over; what lies behind the last pixel is never looked at one by one.
    if (!v128.any_true(i8x16.gt_u(v128.load(dark + i), limit))) continue;
    for (let at = i, end = min(length, i + 16); at < end; at++) {
      if (<i32>load<u8>(dark + at) > paper) store<u8>(ink + at, load<u8>(table + pairAt(dark, colour, at)));
    }
  }
}

function pairAt(dark: usize, colour: usize, at: i32): i32 {
  return ((<i32>load<u8>(dark + at)) << 8) | <i32>load<u8>(colour + at);
}

function addOne(count: usize): void {
  store<u32>(count, load<u32>(count) + 1);
}

/** Pixels of a row between two places that are carried exactly; between them the way is taken as straight. */
const SPAN: i32 = 16;
const ONE: f64 = 65536;

/**
 * A picture of `width` x `height` pixels of RGB, sampled bilinearly: `a` to `i` lead from its pixels to those of `rgb`.
 * What lies outside stays as it is.
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

/** `count` pixels at places that begin at (`u`, `v`) and go on by (`du`, `dv`), all in 1/65536 pixels. */
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

/** Between the four pixels whose top left one is at `p`: red, green and blue in the lowest three bytes. */
function sample(p: usize, stride: i32, u: i32, v: i32): u32 {
  const fx = (u >> 10) & 63;
  const fy = (v >> 10) & 63;
  // Both pixels of a row side by side, then the upper row's and the lower row's mean.
  const upper = i16x8.mul(v128.load8x8_u(p), i16x8.splat(<i16>(64 - fy)));
  const lower = i16x8.mul(v128.load8x8_u(p + stride), i16x8.splat(<i16>fy));
  const rows = i16x8.add(upper, lower);
  // Each channel of the left pixel beside that of the right one.
  const pairs = i16x8.shuffle(rows, rows, 0, 3, 1, 4, 2, 5, 6, 7);
  const sums = i32x4.add(i32x4.dot_i16x8_s(pairs, i32x4.splat((64 - fx) | (fx << 16))), i32x4.splat(2048));
  const words = i32x4.shr_u(sums, 12);
  return i32x4.extract_lane(i8x16.shuffle(words, words, 0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0);
}

function storePixel(out: usize, pixel: u32): void {
  store<u16>(out, <u16>pixel);
  store<u8>(out, <u8>(pixel >> 16), 2);
}
