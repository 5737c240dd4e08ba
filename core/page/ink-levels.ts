import type { Darkness } from "./darkness.ts";

/** What of a page's darkness is ink: at most `paper` is none, at least `full` is all. Both 0 … 255. */
export interface InkLevels {
  readonly paper: number;
  readonly full: number;
  /** Colour of the page's own ink as a share of its darkness, 0 grey … 1 and more. */
  readonly colourShare: number;
}

/** The darkest share of a page that is surely ink: a line of 1,000 px, 3 px wide, on 1600 x 1000 px. */
const SURE_INK = 0.002;
/** Where even the darkest pixels are no darker than this (of 255), there is no ink at all. */
const FAINTEST_INK = 28;
/** Tiles along a page's long side in which the grid is measured. */
const TILES = 20;

/**
 * The ink levels of a page from its own darkest strokes and from the texture (grid, ruling, noise) that lies under
 * them everywhere; null where nothing on the page is dark enough to be ink.
 */
export function inkLevels(page: Darkness): InkLevels | null {
  const strongest = quantile(histogram(page.dark), 1 - SURE_INK);
  if (strongest < FAINTEST_INK) return null;
  const colourShare = shareOfColour(page, strongest);
  const grey = colourless(page, colourShare);
  const counts = histogram(grey);
  // A page with a single short stroke has fewer dark pixels than SURE_INK asks for: look higher up then.
  const ink = Math.max(quantile(counts, 1 - SURE_INK), 0.6 * quantile(counts, 1 - SURE_INK / 8));
  if (ink < FAINTEST_INK) return null;
  const texture = Math.min(0.5 * ink, paperTexture(page, grey));
  const paper = Math.max(0.2 * ink, 1.3 * texture + 4, 10);
  return { paper, full: Math.max(0.75 * ink, paper + 0.15 * ink), colourShare };
}

/** The darkness with pale colours taken out: what is more coloured than the page's ink is grid, not ink. */
export function colourless(page: Darkness, colourShare: number): Uint8Array {
  const { dark, colour } = page;
  const out = new Uint8Array(dark.length);
  for (let i = 0; i < dark.length; i++) {
    const value = dark[i] as number;
    const excess = (colour[i] as number) - colourShare * value;
    out[i] = excess <= 0 ? value : excess >= value ? 0 : value - excess;
  }
  return out;
}

function shareOfColour({ dark, colour }: Darkness, strongest: number): number {
  const counts = new Uint32Array(256);
  for (let i = 0; i < dark.length; i++) {
    const value = dark[i] as number;
    if (value < strongest) continue;
    const bin = Math.min(255, ((colour[i] as number) * 128) / value) | 0;
    counts[bin] = (counts[bin] as number) + 1;
  }
  // The most coloured of the inks counts, so that a red line beside black ones stays.
  return (quantile(counts, 0.9) / 128) * 1.1 + 0.05;
}

/**
 * How dark the texture is that all of the page carries: the dark end of each tile, and of the tiles those with little
 * ink in them.
 */
function paperTexture({ width, height }: Darkness, grey: Uint8Array): number {
  const side = Math.max(16, Math.ceil(Math.max(width, height) / TILES));
  const ofTiles = new Uint32Array(256);
  const counts = new Uint32Array(256);
  for (let top = 0; top + side <= height; top += side) {
    for (let left = 0; left + side <= width; left += side) {
      counts.fill(0);
      for (let y = top; y < top + side; y++) {
        for (let i = y * width + left, end = i + side; i < end; i++) {
          const value = grey[i] as number;
          counts[value] = (counts[value] as number) + 1;
        }
      }
      const dark = quantile(counts, 0.97);
      ofTiles[dark] = (ofTiles[dark] as number) + 1;
    }
  }
  return quantile(ofTiles, 0.35);
}

function histogram(values: Uint8Array): Uint32Array {
  const counts = new Uint32Array(256);
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    counts[value] = (counts[value] as number) + 1;
  }
  return counts;
}

function quantile(counts: Uint32Array, share: number): number {
  let total = 0;
  for (const count of counts) total += count;
  let below = 0;
  for (let value = 0; value < counts.length; value++) {
    below += counts[value] as number;
    if (below > share * total) return value;
  }
  return counts.length - 1;
}
