import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of the pen strokes; never part of the project. */
export const SKETCH_DATA = process.env.SKETCH_DATA ?? "/work/shared/data";

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
  readonly duplicate_of?: string;
  readonly notes: string;
}

/** Drafters whose drawings are kept for the final measurement. */
const MEASURING: Readonly<Record<string, readonly string[]>> = {
  e85: ["0268", "1357", "9171"],
  gatestudy: ["03", "08", "12", "16", "21"],
  survey: ["004", "009", "013"],
};

/** True where `drafter` of `set` is kept for the final measurement. */
export function isKeptForMeasuring(set: string, drafter: string): boolean {
  return MEASURING[set]?.includes(drafter) ?? false;
}

/** The circuits of the drafters to develop on, with their truth, duplicates left out, in order of their ids. */
export function loadDevelopmentSketches(): { sketch: Sketch; truth: SketchTruth }[] {
  const truths: SketchTruth[] = JSON.parse(readFileSync(join(SKETCH_DATA, "truth.json"), "utf8"));
  const wanted = new Map(
    truths.filter((t) => !isKeptForMeasuring(t.set, t.drafter) && t.duplicate_of === undefined).map((t) => [t.id, t]),
  );
  const loaded: { sketch: Sketch; truth: SketchTruth }[] = [];
  for (const set of Object.keys(MEASURING)) {
    for (const file of readdirSync(join(SKETCH_DATA, "sketches", set)).sort()) {
      const truth = wanted.get(file.replace(/\.json$/, ""));
      if (truth === undefined) continue;
      const sketch: Sketch = JSON.parse(readFileSync(join(SKETCH_DATA, "sketches", set, file), "utf8"));
      loaded.push({ sketch, truth });
    }
  }
  return loaded;
}
