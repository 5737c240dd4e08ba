import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The pen strokes; they are not part of the project. */
export const SKETCH_DATA = process.env.SKETCH_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));

/** What a measurement says where they are not there. */
export function noDrawings(): string {
  return `The drawings are not on this machine (${SKETCH_DATA}): nothing measured on them.`;
}

export type Stroke = readonly (readonly [number, number])[];

export interface SketchShape {
  readonly label: string;
  readonly box: readonly [number, number, number, number];
  readonly strokes: readonly number[];
}

/** One drawing as pen strokes, in pixels of its tablet or scan, y downwards. */
export interface Sketch {
  readonly id: string;
  readonly set: string;
  readonly drafter: string;
  readonly size: readonly [number, number];
  readonly strokes: readonly Stroke[];
  readonly shapes: readonly SketchShape[];
}

/** What a drawing says, read by eye. */
export interface SketchTruth {
  readonly id: string;
  readonly set: string;
  readonly drafter: string;
  readonly usable: boolean;
  readonly reason?: string;
  readonly inputs: readonly string[];
  readonly labelled?: boolean;
  readonly outputs: readonly { readonly name: string; readonly expression: string }[];
  readonly gates?: Readonly<Record<string, number>>;
  readonly orientation?: "lr" | "tb" | "mixed";
  readonly constant?: boolean;
  readonly multi_input?: boolean;
  readonly duplicate_of?: string;
  readonly notes: string;
}

/** Which drafters' drawings: see models/training/splits.json. */
export type Part = "training" | "validation" | "measuring";

export interface Drawing {
  readonly sketch: Sketch;
  readonly truth: SketchTruth;
}

/** All circuits of `part`'s drafters, duplicates left out; null where the data is not on this machine. */
export function loadDrawings(part: Part): Drawing[] | null {
  if (!existsSync(`${SKETCH_DATA}/truth.json`)) return null;
  const truths = JSON.parse(readFileSync(`${SKETCH_DATA}/truth.json`, "utf8")) as SketchTruth[];
  return truths
    .filter((truth) => truth.duplicate_of === undefined && partOf(truth) === part)
    .map((truth) => ({
      truth,
      sketch: JSON.parse(readFileSync(`${SKETCH_DATA}/sketches/${truth.set}/${truth.id}.json`, "utf8")) as Sketch,
    }));
}

/** Of each set the numbers of drafters. */
type Drafters = Record<string, readonly string[]>;

interface Split {
  readonly measuring: Drafters;
  readonly validation: Drafters;
  readonly folds: readonly Drafters[];
}

const SPLIT = JSON.parse(readFileSync(new URL("../models/training/splits.json", import.meta.url), "utf8")) as Split;

/** How many folds the training drafters are divided into. */
export const FOLDS = SPLIT.folds.length;

/** The fold of the training drafters that somebody is in, from 0; -1 for drafters of other parts. */
export function foldOf({ set, drafter }: { readonly set: string; readonly drafter: string }): number {
  return SPLIT.folds.findIndex((fold) => fold[set]?.includes(drafter));
}

/** The part that a drafter belongs to: drafters are split, never drawings. */
export function partOf({ set, drafter }: { readonly set: string; readonly drafter: string }): Part {
  if (SPLIT.measuring[set]?.includes(drafter)) return "measuring";
  return SPLIT.validation[set]?.includes(drafter) ? "validation" : "training";
}
