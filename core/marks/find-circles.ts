import { middleOf } from "../geometry/boxes.ts";
import { distanceBetween } from "../geometry/distances.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { type CropFrame, cropToPage, cutCrop, toCrop } from "./detector/cut-crop.ts";
import { type Detector, SIDE_CROP } from "./detector/detector.ts";
import { peaks } from "./detector/peaks.ts";
import { DIRECTIONS, FORWARD, type GateMark, type PointMark } from "./marks.ts";

/**
 * What the crop shows beyond the gate's sides and in front of its back, relative to the gate's width across its
 * direction.
 */
const BEYOND = 0.15;
const BEFORE = 0.5;

/** Of the heat map. */
const CELLS = { columns: SIDE_CROP.columns / SIDE_CROP.cell, rows: SIDE_CROP.rows / SIDE_CROP.cell } as const;

/** Weight of the second look relative to the detector's heat, between their logits. */
const SIDE_WEIGHT = 0.55;

/** Added to the second look's logits to match the detector's. */
const SIDE_BIAS = 1;

/** A circle that only the second look sees must be at least this certain. */
const LEAST_SEEN = 0.15;

/** The detector's heat if it saw no circle. */
const UNSEEN = 0.03;

/** Circles nearer to each other than this, relative to the gate's width, are one. */
const SAME_CIRCLE = 0.14;

interface Look {
  readonly gates: readonly Pick<GateMark, "box" | "direction">[];
  readonly points: readonly PointMark[];
  readonly detector: Pick<Detector, "findCircles">;
}

/**
 * A second look at each gate's input side: how certain the detector's inversion circles are, and which ones it missed.
 * Other points, and circles away from all gates, do not change.
 */
export async function findCircles(page: CleanPage, { gates, points, detector }: Look): Promise<PointMark[]> {
  const frames = gates.map(sideOf);
  const area = SIDE_CROP.rows * SIDE_CROP.columns;
  const crops = new Float32Array(gates.length * area);
  frames.forEach((frame, k) => {
    cutCrop(page, frame, crops.subarray(k * area, (k + 1) * area));
  });
  const cells = area / SIDE_CROP.cell ** 2;
  const logits = await detector.findCircles(crops, gates.length);
  const sides = frames.map((frame, k) => ({ frame, heat: logits.subarray(k * cells, (k + 1) * cells) }));
  const seen = points.map((point) => (point.kind === "bubble" ? weighed(point, sides) : point));
  for (const { frame, heat } of sides) {
    for (const cell of peaks(heat, { offset: 0, ...CELLS, threshold: LEAST_SEEN })) {
      const place = { x: (cell % CELLS.columns) + 0.5, y: Math.floor(cell / CELLS.columns) + 0.5 };
      const at = cropToPage(frame, { x: place.x * SIDE_CROP.cell, y: place.y * SIDE_CROP.cell });
      const reach = (SAME_CIRCLE * SIDE_CROP.rows * frame.step) / (1 + 2 * BEYOND);
      const isKnown = seen.some((other) => other.kind === "bubble" && distanceBetween(other.at, at) < reach);
      if (!isKnown) seen.push({ kind: "bubble", at, confidence: joined(logit(UNSEEN), heat[cell]!) });
    }
  }
  return seen;
}

interface Side {
  readonly frame: CropFrame;
  readonly heat: Float32Array;
}

/** The circle with the certainty of both looks together. */
function weighed(point: PointMark, sides: readonly Side[]): PointMark {
  const looks = sides.flatMap(({ frame, heat }) => {
    const { x, y } = toCrop(frame, point.at);
    return x < 0 || y < 0 || x >= SIDE_CROP.columns || y >= SIDE_CROP.rows ? [] : [hottestNear(heat, x, y)];
  });
  if (looks.length === 0) return point;
  return { ...point, confidence: joined(logit(point.confidence), Math.max(...looks)) };
}

function hottestNear(heat: Float32Array, x: number, y: number): number {
  const { columns, rows } = CELLS;
  const column = Math.floor(x / SIDE_CROP.cell);
  const row = Math.floor(y / SIDE_CROP.cell);
  let hottest = -Infinity;
  for (let v = Math.max(0, row - 1); v <= Math.min(rows - 1, row + 1); v++) {
    for (let u = Math.max(0, column - 1); u <= Math.min(columns - 1, column + 1); u++) {
      hottest = Math.max(hottest, heat[v * columns + u]!);
    }
  }
  return hottest;
}

/** The crop at a gate's back, as models/training/circle_finder.py cuts it. */
function sideOf({ box, direction }: Pick<GateMark, "box" | "direction">): CropFrame {
  const quarter = DIRECTIONS.indexOf(direction);
  const [depth, extent] = quarter % 2 === 0 ? [box.width, box.height] : [box.height, box.width];
  const step = (extent * (1 + 2 * BEYOND)) / SIDE_CROP.rows;
  const back = -depth / 2 - BEFORE * extent + (SIDE_CROP.columns / 2) * step;
  const { x, y } = middleOf(box);
  const middle = { x: x + back * FORWARD[direction].x, y: y + back * FORWARD[direction].y };
  return { middle, quarter, step, columns: SIDE_CROP.columns, rows: SIDE_CROP.rows };
}

function joined(first: number, second: number): number {
  return 1 / (1 + Math.exp(-((1 - SIDE_WEIGHT) * first + SIDE_WEIGHT * (second + SIDE_BIAS))));
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}
