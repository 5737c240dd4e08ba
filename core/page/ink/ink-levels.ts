import { kernels, put, takeCounts, withRoom } from "../kernels/kernels.ts";
import type { Darkness } from "../light/darkness.ts";
import { histogram, quantile } from "../light/histogram.ts";

/** The part of a page's darkness that is ink: up to `paper` none, from `full` on all. Both 0 … 255. */
export interface InkLevels {
  readonly paper: number;
  readonly full: number;
  /** Colour of the page's own ink as a share of its darkness, 0 grey … 1 and more. */
  readonly colourShare: number;
}

/** Computed for pairs of darkness and colour: a page has many pixels and few such pairs. */
export const PAIRS = 65_536;

/** The darkest share of a page that is surely ink: a line of 1,000 px, 3 px wide, on 1600 x 1000 px. */
const SURE_INK = 0.002;
/** If even the darkest pixels are no darker than this (of 255), there is no ink. */
export const FAINTEST_INK = 28;
/** A stroke is at least this share of the darkest ink's darkness: a pencil held lightly. */
const PALEST_STROKE = 0.12;
/** Tiles along a page's long side in which the grid is measured. */
const TILES = 20;
/** One row in this many is looked at: that is enough for the levels. */
export const ROW_STEP = 3;

/**
 * The ink levels of a page drawn with `pen`, from its darkest strokes and from the texture (grid, ruling, noise) under
 * them; null if nothing on the page is dark enough to be ink.
 */
export function inkLevels(page: Darkness, { colourShare }: Pen): InkLevels | null {
  const tiles = tileHistograms(page, colourShare);
  const all = sum(tiles);
  // A page with a single short stroke has fewer dark pixels than SURE_INK asks for: a smaller share is used then.
  const ink = Math.max(quantile(all, 1 - SURE_INK), 0.6 * quantile(all, 1 - SURE_INK / 8));
  const darkEnds = histogram(Uint8Array.from(tiles, (counts) => quantile(counts, 0.97)));
  // The dark end of each tile, of the tiles with little ink.
  const texture = quantile(darkEnds, 0.35);
  // Printed squares are in nearly every tile. A page full of strokes leaves some tiles bare, and is not blank.
  const isEverywhere = quantile(darkEnds, 0.05) > 0.5 * texture;
  if (ink < FAINTEST_INK || (isEverywhere && ink < aboveTexture(texture))) return null;
  const paper = Math.max(PALEST_STROKE * ink, aboveTexture(Math.min(0.5 * ink, texture)), 10);
  return { paper, full: Math.max(0.75 * ink, paper + 0.15 * ink), colourShare };
}

/** The darkness from which something is not the paper's texture. */
function aboveTexture(texture: number): number {
  return 1.3 * texture + 4;
}

/** A pixel's darkness without pale colours: what is more coloured than the page's ink is grid, not ink. */
export function greyness(dark: number, colour: number, colourShare: number): number {
  const excess = colour - colourShare * dark;
  if (excess <= 0) return dark;
  return excess >= dark ? 0 : dark - excess;
}

/** Of each pair of darkness and colour, at 256 * darkness + colour. */
function greynessTable(colourShare: number): Uint8Array {
  const table = new Uint8Array(PAIRS);
  for (let pair = 0; pair < table.length; pair++) table[pair] = greyness(pair >> 8, pair & 255, colourShare);
  return table;
}

/** How often each pair of darkness and colour comes, at 256 * darkness + colour. */
function pairHistogram({ dark, colour, width, height }: Darkness): Uint32Array {
  return withRoom([4 * PAIRS], (counts) => {
    kernels.pairHistogram(dark, colour, width, height, ROW_STEP, counts);
    return takeCounts(counts, PAIRS);
  });
}

/** Properties of a page's darkest pixels. */
export interface Pen {
  /** Their darkness minus half their colour, 0 … 255. */
  readonly depth: number;
  /** Their colour as a share of their darkness. */
  readonly colourShare: number;
  /** How often each pair of darkness and colour comes on every ROW_STEPth row, at 256 * darkness + colour. */
  readonly pairs: Uint32Array;
}

/** The pen with which most of the page is drawn, as its darkest pixels show it. */
export function penOf(page: Darkness): Pen {
  const pairs = pairHistogram(page);
  const depths = new Uint32Array(256);
  for (let pair = 0; pair < pairs.length; pair++) depths[depth(pair >> 8, pair & 255)]! += pairs[pair]!;
  const strongest = Math.max(1, quantile(depths, 1 - SURE_INK));
  const counts = new Uint32Array(256);
  for (let pair = 256; pair < pairs.length; pair++) {
    if (pairs[pair] === 0 || depth(pair >> 8, pair & 255) < strongest) continue;
    counts[Math.min(255, Math.floor(((pair & 255) * 128) / (pair >> 8)))]! += pairs[pair]!;
  }
  // The most coloured ink counts, so that a red line next to black ones stays.
  return { depth: strongest, colourShare: (quantile(counts, 0.9) / 128) * 1.1 + 0.05, pairs };
}

/** Darkness minus half the colour: a pale blue ruling can be as dark as a pencil, but never as deep. */
function depth(dark: number, colour: number): number {
  return Math.max(0, dark - (colour >> 1));
}

/** The histogram of greyness in each tile. */
function tileHistograms({ dark, colour, width, height }: Darkness, colourShare: number): Uint32Array[] {
  const side = Math.max(16, Math.ceil(Math.max(width, height) / TILES));
  const tiles = Math.ceil(width / side) * Math.ceil(height / side);
  return withRoom([PAIRS, 1024 * tiles], (table, counts) => {
    put(greynessTable(colourShare), table);
    kernels.tileHistograms(dark, colour, width, height, ROW_STEP, side, table, counts);
    return Array.from({ length: tiles }, (_, tile) => takeCounts(counts + 1024 * tile, 256));
  });
}

function sum(histograms: readonly Uint32Array[]): Uint32Array {
  const counts = new Uint32Array(256);
  for (const histogram of histograms) {
    for (let value = 0; value < 256; value++) counts[value] = (counts[value] as number) + (histogram[value] as number);
  }
  return counts;
}
