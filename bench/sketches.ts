import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Sketch, SketchTruth } from "../core/testdata/render/sketch.ts";

/** The pen strokes; they are not part of the project. */
export const SKETCH_DATA = process.env.SKETCH_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));

/** What a measurement says if they are not there. */
export function noDrawings(): string {
  return `The drawings are not on this machine (${SKETCH_DATA}): nothing measured on them.`;
}

/** Which drafters' drawings: see models/training/splits.json. */
export type Part = "training" | "validation" | "measuring";

/** The drawings with which the project began, and later ones by other drafters. */
export const COLLECTIONS = ["present", "new"] as const;

export type Collection = (typeof COLLECTIONS)[number];

const FOLDER_OF: Readonly<Record<Collection, string>> = { present: SKETCH_DATA, new: `${SKETCH_DATA}/more` };

export interface CollectedSketch {
  readonly sketch: Sketch;
  readonly truth: SketchTruth;
  readonly collection: Collection;
}

/** Drawings whose recorded truth differs from their picture, as seen by eye; no reading can be right. */
export const WRONG_TRUTHS: ReadonlySet<string> = new Set(["ds31_EQ6_2", "ds37_EQ3_2", "ds41_EQ2_1", "ds44_EQ4_2"]);

/** It is not known who drew these, perhaps people of other sets: they are used for training, never for measuring. */
const UNKNOWN_PEOPLE = "drawstyle_lab";

/** All circuits of `part`'s drafters, duplicates and drafts left out; null if the data is not on this machine. */
export function loadDrawings(
  part: Part,
  { collections = COLLECTIONS }: { readonly collections?: readonly Collection[] } = {},
): CollectedSketch[] | null {
  if (!existsSync(`${FOLDER_OF.present}/truth.json`)) return null;
  return collections.flatMap((collection) =>
    tableOf<SketchTruth>(collection, "truth.json")
      .filter((truth) => isMeasurable(truth) && partOf(truth) === part)
      .map((truth) => ({ truth: withLetters(truth), collection, sketch: sketchOf(truth, FOLDER_OF[collection]) })),
  );
}

/** Real photographs with what they show, and where their files are. */
export function loadPhotos(): { readonly photo: SketchTruth; readonly path: string }[] {
  return COLLECTIONS.flatMap((collection) =>
    tableOf<Omit<SketchTruth, "usable"> & { readonly usable?: boolean; readonly file: string }>(
      collection,
      "photos.json",
    ).map((photo) => ({
      photo: { ...photo, usable: photo.usable ?? true },
      path: `${FOLDER_OF[collection]}/${photo.file}`,
    })),
  );
}

/** Paths of pictures that people took of their own homework: found in public repositories, and none on a template. */
export function loadHomework(): string[] {
  const folder = `${SKETCH_DATA}/real`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /\.(jpe?g|png)$/.test(name)).map((name) => `${folder}/${name}`);
}

function tableOf<Row>(collection: Collection, file: string): Row[] {
  const path = `${FOLDER_OF[collection]}/${file}`;
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Row[]) : [];
}

function isMeasurable({ duplicate_of, set, verified }: SketchTruth): boolean {
  return duplicate_of === undefined && verified !== "none" && set !== UNKNOWN_PEOPLE;
}

/** Letters are capitals, as in expressions: a to g are A to G. */
function withLetters(truth: SketchTruth): SketchTruth {
  const { inputs } = truth;
  return inputs.every((name) => /^[a-g]$/i.test(name))
    ? { ...truth, inputs: inputs.map((name) => name.toUpperCase()) }
    : truth;
}

function sketchOf({ set, id }: SketchTruth, folder: string): Sketch {
  return JSON.parse(readFileSync(`${folder}/sketches/${set}/${id}.json`, "utf8")) as Sketch;
}

/** The numbers of drafters in each set. */
type Drafters = Record<string, readonly string[]>;

interface Split {
  readonly measuring: Drafters;
  readonly validation: Drafters;
  readonly folds: readonly Drafters[];
}

const SPLIT = JSON.parse(readFileSync(new URL("../models/training/splits.json", import.meta.url), "utf8")) as Split;

/** Number of folds into which the training drafters are divided. */
export const FOLDS = SPLIT.folds.length;

/** The fold of a training drafter, from 0; -1 for drafters of other parts. */
export function foldOf({ set, drafter }: { readonly set: string; readonly drafter: string }): number {
  return SPLIT.folds.findIndex((fold) => isListed(fold, { set, drafter }));
}

/** The part to which a drafter belongs: drafters are split, never drawings. */
export function partOf({ set, drafter }: { readonly set: string; readonly drafter: string }): Part {
  const part = (["measuring", "validation"] as const).find((name) => isListed(SPLIT[name], { set, drafter }));
  return part ?? "training";
}

/** Sets drawn by the people of another set, as in `models/training/recorded/drafters.py`. */
const PEOPLE_OF: Readonly<Record<string, string>> = {
  gatestudy_more: "gatestudy",
  drawstyle_pilot: "drawstyle",
};

function isListed(drafters: Drafters, { set, drafter }: { readonly set: string; readonly drafter: string }): boolean {
  return drafters[PEOPLE_OF[set] ?? set]?.includes(drafter.replace(/^gm/, "")) ?? false;
}
