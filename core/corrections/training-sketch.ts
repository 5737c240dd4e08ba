import { groupBy } from "../basics/group-by.ts";
import { roundTo } from "../basics/numbers.ts";
import { boxAround, cornersOf, grown, isInside } from "../geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../geometry/distances.ts";
import { applyHomography } from "../geometry/homography.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { PageReading } from "../reading/page-reading.ts";
import type { Prediction } from "../reading/prediction.ts";
import { isGateClass } from "../rules/gates.ts";
import { bitmap } from "../wires/trace/bitmap.ts";
import { simplifyLine } from "../wires/trace/simplify-line.ts";
import { skeletonGraph } from "../wires/trace/skeleton-graph.ts";
import { thin } from "../wires/trace/thin.ts";

/** A drawing as the training reads it (`models/training/recorded/sketches.py`): strokes, and what they are. */
export interface TrainingSketch {
  /** Points `[x, y]` in pixels, y downwards, from the corner of the drawing. */
  readonly strokes: readonly (readonly (readonly [number, number])[])[];
  /** `label`: a gate's class, WIRE for one net, or LABEL for one letter, which is `text`. */
  readonly shapes: readonly { readonly label: string; readonly text?: string; readonly strokes: readonly number[] }[];
}

interface Drawn extends Pick<PageReading, "wires"> {
  readonly predictions: readonly Pick<Prediction, "className" | "label" | "box" | "by">[];
}

/** Pixels with at least this much ink are part of a stroke. */
const INK = 128;
/** Page pixels by which a simplified stroke may be off. */
const TOLERANCE = 0.7;
/** Ink is a wire's up to this share of the smallest gate's side away from where the wire was read: writing above it is not. */
const NEAR_WIRE = 0.05;
/** A name of one letter is exported; longer ones may be anything. */
const LETTER = /^[A-Z]$/;
/** A box that is wider for its height has a word in it. */
const WIDEST = 1.5;

type Line = readonly PicturePoint[];

interface Part {
  readonly box: PictureBox;
  readonly label: string;
  readonly text?: string;
}

/** A part or a net, and some of its ink. */
interface Piece {
  readonly owner: Part | PageReading["wires"][number];
  readonly line: PicturePoint[];
}

/**
 * The ink of a page's gates and wires as people confirmed or corrected them, and of the letters that they named. All other
 * ink is left out: what is written on the page, its header and its code are in no stroke. Null if the page has no gate.
 */
export function trainingSketch(
  { ink, width, toPicture }: Pick<CleanPage, "ink" | "width" | "toPicture">,
  { predictions, wires }: Drawn,
): TrainingSketch | null {
  const parts = predictions.flatMap(partOf);
  const gates = parts.filter(({ text }) => text === undefined);
  if (gates.length === 0) return null;
  const reach = NEAR_WIRE * Math.min(...gates.flatMap(({ box }) => [box.width, box.height]));
  const ownerAt = (at: PicturePoint) =>
    parts.find(({ box }) => isInside(grown(box, 2), at)) ??
    wires.find(({ net, lines }) => net !== null && lines.some((line) => nearestOnLine(line, at).distance <= reach));
  const inked = bitmap(
    width,
    ink.map((value) => (value >= INK ? 1 : 0)),
  );
  const pieces = skeletonGraph(thin(inked)).edges.flatMap(({ points }) => {
    const line = simplifyLine(points, TOLERANCE).map((point) => applyHomography(toPicture, point));
    return piecesOf(withPoints(line, reach), ownerAt);
  });
  const corner = boxAround(gates.flatMap(({ box }) => cornersOf(box)).concat(pieces.flatMap(({ line }) => line)));
  const strokes = pieces.map(({ line }) =>
    line.map(({ x, y }) => [roundTo(x - corner.x, 10), roundTo(y - corner.y, 10)] as const),
  );
  const shapes = [...groupBy(pieces.keys(), (index) => pieces[index]!.owner)].map(([owner, own]) => {
    if (!("box" in owner)) return { label: "WIRE", strokes: own };
    const { label, text } = owner;
    return { label, ...(text !== undefined && { text }), strokes: own };
  });
  return { strokes, shapes };
}

/** Of letters only what a person named: the machine also names what it cannot read, a word for example. */
function partOf({ className, label = "", box, by }: Drawn["predictions"][number]): Part[] {
  if (isGateClass(className)) return [{ box, label: className }];
  const isLetter = by === "person" && LETTER.test(label) && box.width <= WIDEST * box.height;
  return isLetter ? [{ box, label: "LABEL", text: label }] : [];
}

/** The line with more points on it, at most `step` apart. */
function withPoints(line: Line, step: number): PicturePoint[] {
  return line.flatMap((point, index) => {
    const next = line[index + 1];
    if (!next) return [point];
    const count = Math.max(1, Math.ceil(distanceBetween(point, next) / step));
    return Array.from({ length: count }, (_, k) => ({
      ...point,
      x: point.x + ((next.x - point.x) * k) / count,
      y: point.y + ((next.y - point.y) * k) / count,
    }));
  });
}

/** The stretches of a line that belong to something. */
function piecesOf(line: Line, ownerAt: (at: PicturePoint) => Piece["owner"] | undefined): Piece[] {
  const pieces: Piece[] = [];
  let last: Piece["owner"] | undefined;
  for (const [index, at] of line.entries()) {
    const owner = ownerAt(at);
    if (owner && owner === last) pieces.at(-1)!.line.push(at);
    // No gap where a wire runs into a gate.
    else if (owner) pieces.push({ owner, line: last ? [line[index - 1]!, at] : [at] });
    last = owner;
  }
  return pieces.filter(({ line: { length } }) => length > 1);
}
