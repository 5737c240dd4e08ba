import { boxAround, cornersOf, grown, middleOf } from "../../core/geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../../core/geometry/coordinates.ts";
import type { Terminal } from "../../core/netlist/netlist.ts";
import type { ReadWire } from "../../core/reading/page-reading.ts";
import { isGateClass } from "../../core/rules/gates.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import { PREDICTIONS_CHANGED, type Problem } from "../../core/rules/problem.ts";
import type { CircuitAnalysis, PredictionView } from "../../server/contract/results/detection.ts";
import type { Size } from "./viewport.ts";

export type ScenePrediction = PictureBox & Omit<PredictionView, "circuit_analysis_id" | "color" | "object_id">;

/** A page's analysis, with changes that the server does not know yet. */
export type ShownAnalysis = Omit<CircuitAnalysis, "predictions"> & { readonly predictions: readonly ScenePrediction[] };

export interface Scene {
  /** The size of the picture that the boxes refer to, in pixels. */
  readonly size: Size;
  readonly predictions: readonly ScenePrediction[];
  readonly wires: readonly ReadWire[];
  /** Around what was left aside because nothing joins it to the drawing. */
  readonly aside: readonly PictureBox[];
  /** The inputs and outputs of the circuit. */
  readonly terminals: readonly Terminal[];
  readonly problems: readonly Problem[];
}

const EMPTY_SHEET: Size = { width: 950, height: 800 };

/** The content of the canvas for an analysis; before the page is read, an empty sheet of the picture's size. */
export function sceneOf(analysis: ShownAnalysis | null, picture: Size | null): Scene {
  if (!analysis) {
    return { size: picture ?? EMPTY_SHEET, predictions: [], wires: [], aside: [], terminals: [], problems: [] };
  }
  const { width, height, predictions, wires, aside, netlist, problems } = analysis;
  return {
    size: width > 0 && height > 0 ? { width, height } : (picture ?? EMPTY_SHEET),
    predictions,
    wires,
    aside,
    terminals: [...(netlist?.inputs ?? []), ...(netlist?.outputs ?? [])],
    // That predictions were changed is shown above the others, and has no place on the page.
    problems: problems.flatMap(({ code, message, box }) =>
      code === PREDICTIONS_CHANGED ? [] : { code, message, ...(box && { box }) },
    ),
  };
}

/** A place in which the readings of a page differ, with the letter of the reading. */
export interface ScenePlace {
  readonly box: PictureBox;
  readonly letter: string;
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

export function isTerminal({ class_name }: Pick<ScenePrediction, "class_name">): boolean {
  return class_name === "input" || class_name === "output";
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
  const points = [...wires.flatMap(({ lines }) => lines.flat()), ...predictions.flatMap((each) => cornersOf(each))];
  return points.length === 0 ? null : grown(boxAround(points), Math.max(size.width, size.height) / 25);
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
  const rest = [...predictions].sort((a, b) => middleOf(a).y - middleOf(b).y);
  const ordered: ScenePrediction[] = [];
  while (rest.length > 0) {
    const first = rest[0]!;
    const band = rest.filter((other) => middleOf(other).y - middleOf(first).y <= first.height / 2);
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
