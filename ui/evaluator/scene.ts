import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import type { ReadWire } from "../../core/reading/page-reading.ts";
import { isGateClass } from "../../core/reading/prediction.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { Size } from "./viewport.ts";

export interface ScenePrediction extends PictureBox {
  readonly id: string;
  readonly class_name: PredictionClass;
  /** 0 … 1 */
  readonly confidence: number;
}

export interface SceneName {
  readonly kind: "input" | "output";
  readonly name: string;
  readonly inverted: boolean;
  readonly box: PictureBox;
}

export interface Scene {
  /** The size of the picture that the boxes refer to, in pixels. */
  readonly size: Size;
  readonly predictions: readonly ScenePrediction[];
  readonly wires: readonly ReadWire[];
  readonly names: readonly SceneName[];
  readonly problems: readonly Problem[];
}

/** A place in which the readings of a page differ, with the number of the reading. */
export interface ScenePlace {
  readonly box: PictureBox;
  readonly number: number;
}

export interface Layers {
  readonly predictions: boolean;
  readonly wires: boolean;
  readonly problems: boolean;
}

/** What the wire tool shows: the way that is being pulled, the keyboard's cursor, and the place a wire is led from. */
export interface WireToolLook {
  readonly way: readonly PicturePoint[];
  readonly cursor: PicturePoint | null;
  readonly from: PicturePoint | null;
  /** How wide the way is, in pixels of the picture; 0 for a thin line. */
  readonly width: number;
}

export interface SceneLook {
  readonly layers: Layers;
  /** The slider, 0 … 100: predictions below it are flagged. */
  readonly confidence: number;
  readonly selected: string | null;
  readonly hovered: string | null;
  /** The box that is being drawn, or the selected prediction's box while it is being changed. */
  readonly draft: { readonly id: string | null; readonly box: PictureBox } | null;
  /** Index of the problem that the user pointed at in the list. */
  readonly problem: number | null;
  readonly places: readonly ScenePlace[];
  readonly wireTool: WireToolLook;
}

/** Whether a prediction is flagged: its confidence in percent is below the slider's value. */
export function isFlagged({ confidence }: Pick<ScenePrediction, "confidence">, slider: number): boolean {
  // Percent with two decimals: 0.29 x 100 is 28.999999999999996.
  return Math.round(confidence * 10_000) / 100 < slider;
}

export function flaggedPredictions(predictions: readonly ScenePrediction[], slider: number): ScenePrediction[] {
  return predictionsInReadingOrder(predictions.filter((prediction) => isFlagged(prediction, slider)));
}

/** The part of the picture with the drawing, with some margin; null if nothing was found. */
export function drawnPart({ predictions, wires, size }: Scene): PictureBox | null {
  const points = [
    ...wires.flatMap(({ lines }) => lines.flat()),
    ...predictions.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
  ];
  if (points.length === 0) return null;
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const room = Math.max(size.width, size.height) / 25;
  const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
  return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
}

/** The size of a box for something of a class: as those on the page, of its gates if it is of no class yet. */
export function usualBox({ predictions, size }: Scene, className: PredictionClass | null): Size {
  const alike = predictions.filter(({ class_name }) => class_name === className);
  const gates = predictions.filter(({ class_name }) => isGateClass(class_name));
  const models = [alike, gates].find((boxes) => boxes.length > 0);
  if (!models) return { width: size.width / 8, height: size.width / 10 };
  return { width: middleValue(models.map((box) => box.width)), height: middleValue(models.map((box) => box.height)) };
}

/** Predictions from left to right in rows from top to bottom, in reading order. */
export function predictionsInReadingOrder(predictions: readonly ScenePrediction[]): ScenePrediction[] {
  const rest = [...predictions].sort((a, b) => middleOf(a) - middleOf(b));
  const ordered: ScenePrediction[] = [];
  while (rest.length > 0) {
    const first = rest[0]!;
    const band = rest.filter((other) => middleOf(other) - middleOf(first) <= first.height / 2);
    rest.splice(0, band.length);
    ordered.push(...band.sort((a, b) => a.x - b.x));
  }
  return ordered;
}

/** The prediction `by` places after the one with `id`, wrapping around; the first or last if none is selected. */
export function stepPrediction(
  ordered: readonly ScenePrediction[],
  { id, by }: { id: string | null; by: 1 | -1 },
): ScenePrediction | null {
  if (ordered.length === 0) return null;
  const at = ordered.findIndex((prediction) => prediction.id === id);
  const next = at < 0 ? (by > 0 ? 0 : ordered.length - 1) : (at + by + ordered.length) % ordered.length;
  return ordered[next]!;
}

function middleValue(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function middleOf({ y, height }: PictureBox): number {
  return y + height / 2;
}
