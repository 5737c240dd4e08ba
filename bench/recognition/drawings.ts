import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sketch, SketchTruth } from "../oracle/sketch.ts";

/** The pen strokes; they are not part of the project. */
export const SKETCH_DATA = process.env.SKETCH_DATA ?? fileURLToPath(new URL("../../../shared/data", import.meta.url));

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

type Split = Record<"measuring" | "validation", Record<string, readonly string[]>>;

/** The part that a drafter belongs to: drafters are split, never drawings. */
export function partOf({ set, drafter }: { readonly set: string; readonly drafter: string }): Part {
  const split = JSON.parse(
    readFileSync(new URL("../../models/training/splits.json", import.meta.url), "utf8"),
  ) as Split;
  if (split.measuring[set]?.includes(drafter)) return "measuring";
  return split.validation[set]?.includes(drafter) ? "validation" : "training";
}
