/**
 * How often each pair of darkness and colour occurs in every `rowStep`th row: 65,536 counts, at 256 * dark + colour.
 */
export function pairHistogram(dark: usize, colour: usize, width: i32, height: i32, rowStep: i32, counts: usize): void {
  memory.fill(counts, 0, 4 * 65536);
  for (let y = 0; y < height; y += rowStep) {
    for (let i = y * width, end = i + width; i < end; i++) addOne(counts + 4 * pairAt(dark, colour, i));
  }
}

/**
 * For each tile of `side` pixels how often each value of `table` occurs in every `rowStep`th row, by its pixels' pairs:
 * 256 counts per tile, the tiles row by row.
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

/** The entry of `table` for each pixel's pair if it is larger than `paper`, otherwise 0. */
export function scaleInk(dark: usize, colour: usize, length: i32, paper: i32, table: usize, ink: usize): void {
  memory.fill(ink, 0, length);
  const limit = i8x16.splat(<i8>paper);
  for (let i = 0; i < length; i += 16) {
    // Runs of paper are skipped; bytes behind the last pixel are never looked at one by one.
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
