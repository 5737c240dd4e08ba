import { kernels, put, take, withRoom } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";
import { CELL, type PaperLight } from "../light/paper-light.ts";
import type { StoredImage } from "../light/stored-image.ts";
import { FAINTEST_INK, type Pen, ROW_STEP } from "./ink-levels.ts";
import { setPixels } from "./set-pixels.ts";

/** A coloured pen's stroke is at least this deep, as a share of the deepest one. A printed ruling usually is not. */
const LEAST_DEPTH = 0.22;
/** It is more coloured than the main pen by more than this share of its darkness. */
const LEAST_EXCESS = 0.2;
/** A hue with at least this many pixels may be a pen's. */
const FEWEST = 60;
/** A hue in a larger share of the page's tiles than this is printed all over the page. */
const PRINTED = 0.45;
/** A tile counts for a hue from this many of its pixels on. */
const IN_TILE = 6;
/** Side of a tile in pixels; a small page's long side has at least this many. */
const TILE = 80;
const FEWEST_TILES = 12;
/** Pixels around a deep one that belong to the same stroke. */
const RIM = 2;

/**
 * Makes strokes of another colour than most of the ink count as ink in `page` (colour 0, as if grey): a red wire next
 * to black gates. Otherwise they would be as coloured as a grid. A hue found all over the page is really a grid.
 * Returns whether there are such strokes.
 */
export function keepColouredStrokes(image: StoredImage, light: PaperLight, page: Darkness, pen: Pen): boolean {
  const { width, height } = page;
  const size = width * height;
  const least = Math.max(FAINTEST_INK, LEAST_DEPTH * pen.depth);
  const isOther = otherColours(pen, least);
  if (isOther === null) return false;
  const others = withRoom([isOther.length, size], (table, marks) => {
    put(isOther, table);
    kernels.scaleInk(page.dark, page.colour, size, Math.floor(least), table, marks);
    return take(marks, size);
  });
  const rgb = new Uint8Array(kernels.memory.buffer, image.rgb, 3 * size);
  const depths = new Uint8Array(kernels.memory.buffer, page.dark, size);
  const hues: number[][] = [[], [], []];
  for (const at of setPixels(others)) {
    if (others[darkestNear(at, depths, width)] === 0) continue;
    const x = at % width;
    const y = (at - x) / width;
    const cell = Math.floor(y / CELL) * light.width + Math.floor(x / CELL);
    hues[hueOf(light.planes.map((plane, channel) => rgb[3 * at + channel]! / Math.max(1, plane[cell]!)))]!.push(at);
  }
  const ofPens = hues.filter((pixels) => pixels.length >= FEWEST && !isAllOver(pixels, page));
  const colours = new Uint8Array(kernels.memory.buffer, page.colour, size);
  for (const at of ofPens.flat()) {
    for (let dy = -RIM; dy <= RIM; dy++) {
      const from = Math.max(0, at + dy * width - RIM);
      colours.fill(0, from, Math.max(from, Math.min(size, at + dy * width + RIM + 1)));
    }
  }
  return ofPens.length > 0;
}

/**
 * For each pair of darkness and colour (256 * darkness + colour) whether it belongs to a stroke of another colour than
 * the pen's that is at least this deep; null if the page has too few such pixels.
 */
function otherColours({ colourShare, pairs }: Pen, least: number): Uint8Array | null {
  const isOther = new Uint8Array(pairs.length);
  let seen = 0;
  for (let pair = 0; pair < pairs.length; pair++) {
    const dark = pair >> 8;
    const colour = pair & 255;
    if (dark - colour / 2 < least || colour <= (colourShare + LEAST_EXCESS) * dark) continue;
    isOther[pair] = 1;
    seen += pairs[pair]!;
  }
  return seen * ROW_STEP < FEWEST ? null : isOther;
}

/** The darkest pixel of the stroke at `at`: the edges of a grey stroke can be as coloured as another pen. */
function darkestNear(at: number, depths: Uint8Array, width: number): number {
  let darkest = at;
  for (let dy = -RIM; dy <= RIM; dy++) {
    for (let near = at + dy * width - RIM; near <= at + dy * width + RIM; near++) {
      if (depths[near]! > depths[darkest]!) darkest = near;
    }
  }
  return darkest;
}

/** Which of red, green and blue light a pen reflects most: 0, 1 or 2. */
function hueOf([red, green, blue]: readonly number[]): number {
  if (red! >= green! && red! >= blue!) return 0;
  return green! >= blue! ? 1 : 2;
}

function isAllOver(pixels: readonly number[], { width, height }: Darkness): boolean {
  const tile = Math.min(TILE, Math.max(width, height) / FEWEST_TILES);
  const columns = Math.ceil(width / tile);
  const counts = new Uint32Array(columns * Math.ceil(height / tile));
  for (const at of pixels) {
    const x = at % width;
    counts[Math.floor((at - x) / width / tile) * columns + Math.floor(x / tile)]!++;
  }
  return counts.filter((count) => count >= IN_TILE).length > PRINTED * counts.length;
}
