import { intersectionOverUnion } from "../../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../../geometry/coordinates.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { settledPixels } from "../../page/ink/set-pixels.ts";
import { GATE_CLASSES } from "../../rules/gates.ts";
import { READING } from "../../rules/limits.ts";
import type { PointMark } from "../marks.ts";
import { CHANNELS, STRIDE } from "./detector.ts";
import { DETECTOR_INK, type InkWindow } from "./ink-window.ts";
import { peaks } from "./peaks.ts";

/** A place where the detector saw a gate. */
export interface GateCandidate {
  readonly box: PageBox;
  /** Probability of each class of `GATE_CLASSES`. */
  readonly classScores: readonly number[];
  /** Radians; 0 = the output points right, y downwards. */
  readonly direction: number;
  /** Peak of the heat map, 0 … 1. */
  readonly heat: number;
}

/** The detector's output with the window that it belongs to. */
export interface Grid {
  readonly window: InkWindow;
  readonly data: Float32Array;
}

const POINT_KINDS = ["bubble", "junction", "crossing", "end"] as const;

/** Boxes with at least this intersection over union belong to one gate. */
export const SAME_GATE = 0.45;

/**
 * The gates at the heat map's peaks of at least `threshold`, overlapping weaker ones removed, strongest first;
 * `READING.gateCandidates` at most.
 */
export function decodeGates(grid: Grid, threshold: number): GateCandidate[] {
  const { columns, plane, rows } = gridSize(grid);
  const { data } = grid;
  const candidates: GateCandidate[] = [];
  for (const cell of peaks(data, { offset: 0, columns, rows, threshold })) {
    const at = (channel: number) => data[channel * plane + cell]!;
    const x = (cell % columns) + 0.5;
    const y = Math.floor(cell / columns) + 0.5;
    // To the left, to the top, to the right and to the bottom.
    const reach = (side: 0 | 1 | 2 | 3) => softplus(at(CHANNELS.box + side));
    const start = toPage(grid, x - reach(0), y - reach(1));
    const end = toPage(grid, x + reach(2), y + reach(3));
    candidates.push({
      box: { x: start.x, y: start.y, width: end.x - start.x, height: end.y - start.y },
      classScores: softmax(GATE_CLASSES.map((_, k) => at(CHANNELS.gateClass + k))),
      direction: Math.atan2(at(CHANNELS.direction + 1), at(CHANNELS.direction)),
      heat: sigmoid(at(0)),
    });
  }
  return strongestOf(candidates);
}

/** Of overlapping candidates only the strongest, strongest first (non-maximum suppression). */
export function strongestOf(candidates: readonly GateCandidate[]): GateCandidate[] {
  const kept: GateCandidate[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.heat - a.heat)) {
    if (kept.length === READING.gateCandidates) break;
    if (kept.every((other) => intersectionOverUnion(other.box, candidate.box) < SAME_GATE)) kept.push(candidate);
  }
  return kept;
}

/** Bubbles, junctions, crossings and free ends whose heat reaches the threshold of their kind. */
export function decodePoints(grid: Grid, thresholds: Readonly<Record<PointMark["kind"], number>>): PointMark[] {
  const { columns, rows, plane } = gridSize(grid);
  return POINT_KINDS.flatMap((kind, index) =>
    peaks(grid.data, { offset: (index + 1) * plane, columns, rows, threshold: thresholds[kind] }).map((cell) => ({
      kind,
      at: toPage(grid, (cell % columns) + 0.5, Math.floor(cell / columns) + 0.5),
      confidence: sigmoid(grid.data[(index + 1) * plane + cell]!),
    })),
  );
}

/** Each ink pixel's class, 0 on paper; see `INK`. */
export function decodeMask(grid: Grid, page: CleanPage): Uint8Array {
  const { columns, rows, plane } = gridSize(grid);
  const { window, data } = grid;
  const mask = new Uint8Array(page.width * page.height);
  const half = STRIDE / 2;
  const subWidth = columns * 2;
  const subHeight = rows * 2;
  // Classes of the sub-cells, 0 if not computed yet: most of them are on paper.
  const classes = new Uint8Array(subWidth * subHeight);
  for (const at of settledPixels(page.ink)) {
    if (page.ink[at]! < DETECTOR_INK) continue;
    const y = Math.floor(at / page.width);
    const v = Math.floor(((y + 0.5 - window.y) * window.scale) / half);
    const u = Math.floor(((at - y * page.width + 0.5 - window.x) * window.scale) / half);
    if (u < 0 || v < 0 || u >= subWidth || v >= subHeight) continue;
    const sub = v * subWidth + u;
    if (classes[sub] === 0) classes[sub] = classAt(data, { plane, cell: (v >> 1) * columns + (u >> 1), u, v });
    mask[at] = classes[sub]!;
  }
  return mask;
}

/** The class of ink in a sub-cell. Pixel shuffle: class c, sub-cell (dy, dx) is plane mask + 4 c + 2 dy + dx. */
function classAt(
  data: Float32Array,
  { plane, cell, u, v }: { plane: number; cell: number; u: number; v: number },
): number {
  const first = CHANNELS.mask + 2 * (v & 1) + (u & 1);
  let best = 1;
  for (let c = 2; c < 4; c++) {
    if (data[(first + 4 * c) * plane + cell]! > data[(first + 4 * best) * plane + cell]!) best = c;
  }
  return best;
}

export function softmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const powers = logits.map((value) => Math.exp(value - top));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((value) => value / sum);
}

function gridSize({ window }: Grid) {
  const columns = window.width / STRIDE;
  const rows = window.height / STRIDE;
  return { columns, rows, plane: columns * rows };
}

function toPage({ window }: Grid, column: number, row: number): PagePoint {
  return { x: window.x + (column * STRIDE) / window.scale, y: window.y + (row * STRIDE) / window.scale };
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function softplus(value: number): number {
  return value > 20 ? value : Math.log1p(Math.exp(value));
}
