import { z } from "zod";
import { atMost } from "../rules/at-most.ts";
import { TEXT_LENGTHS } from "../rules/limits.ts";
import { PREDICTION_CLASSES } from "../rules/prediction-class.ts";
import { MOST_WAY_POINTS, type WireCorrection } from "../wires/correct/wire-correction.ts";
import type { Corrections } from "./correct-marks.ts";

/** Far outside any picture, so that a number stays a number of pixels. */
const coordinate = z.number().min(-20_000).max(20_000);
const side = z.number().positive().max(20_000);

/** A place in pixels of the upright page picture. */
const placeSchema = z.object({ x: coordinate, y: coordinate });

/** A box in pixels of the upright page picture; x, y is its top left corner. */
export const boxSchema = placeSchema.extend({ width: side, height: side });

/** A way that a person pulled. */
const waySchema = z.array(placeSchema).min(2).max(MOST_WAY_POINTS).readonly();

/** More than any real page has: an attacker must not fill the disk. */
export const MOST_CORRECTIONS = { predictions: 1000, wires: 200 } as const;

/** A person's correction of the wires, as JSON. */
export const wireCorrectionSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("join"), from: placeSchema, to: placeSchema }),
  z.object({ kind: z.literal("cut"), at: placeSchema }),
  z.object({ kind: z.literal("meeting"), at: placeSchema, as: z.enum(["crosses", "joins"]) }),
  z.object({ kind: z.literal("erase"), points: waySchema }),
  z.object({ kind: z.literal("draw"), points: waySchema }),
  z.object({ kind: z.literal("attach"), end: placeSchema, pin: placeSchema, role: z.enum(["input", "output"]) }),
  z.object({ kind: z.literal("invert"), pin: placeSchema, inverted: z.boolean() }),
  z.object({ kind: z.literal("include"), from: placeSchema, to: placeSchema }),
  z.object({ kind: z.literal("accept"), code: z.string().check(atMost(50)), at: placeSchema.nullable() }),
]) satisfies z.ZodType<WireCorrection>;

export const thresholdSchema = z.union([z.literal("auto"), z.number().int().min(0).max(255)]);

const placedClass = boxSchema.extend({ class_name: z.enum(PREDICTION_CLASSES) });

/** The corrections of a page as JSON, the same in `corrections.json`, in `results.json` and in the server's API. */
export const correctionsSchema = z.object({
  /** What the page was read with when it was corrected. */
  threshold: thresholdSchema,
  /** Every gate of the page; inputs, outputs, junctions and intersections only if a person placed or changed them. */
  predictions: z
    .array(
      placedClass.extend({
        confidence: z.number().min(0).max(1),
        /** The name of an input or output: 'A', or '~A' for a complement. */
        label: z.string().check(atMost(TEXT_LENGTHS.label)).optional(),
        by: z.enum(["machine", "person"]),
      }),
    )
    .max(MOST_CORRECTIONS.predictions),
  /** What a person removed, or changed into something else. */
  removed: z.array(placedClass).max(MOST_CORRECTIONS.predictions),
  /** What a person says of the wires, the oldest first. */
  wires: z.array(wireCorrectionSchema).max(MOST_CORRECTIONS.wires),
});
export type CorrectionsRecord = z.infer<typeof correctionsSchema>;

/** What makes a page upright: quarter turns clockwise; from 4 it is mirrored first. */
export const turnSchema = z.literal([0, 1, 2, 3, 4, 5, 6, 7]);

/** A page of a file, which its content identifies. */
export const pagePlaceSchema = z.object({
  /** SHA-256 of the file's bytes, hex, and the page in it, from 1. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, "This is not a SHA-256."),
  page: z.number().int().min(1),
  turn: turnSchema,
});
export type PagePlace = z.infer<typeof pagePlaceSchema>;

/** The corrections of a page. */
export const pageCorrectionsSchema = pagePlaceSchema.extend({ corrections: correctionsSchema });
export type PageCorrections = z.infer<typeof pageCorrectionsSchema>;

/**
 * Corrections as JSON; the numbers are as they are, so that they are the same corrections when they are read.
 *
 * @example
 * correctionsRecord({ predictions: [], removed: [] }, "auto").wires; // []
 */
export function correctionsRecord(
  { predictions, removed, wires = [] }: Corrections,
  threshold: CorrectionsRecord["threshold"],
): CorrectionsRecord {
  return {
    threshold,
    predictions: predictions.map(({ className, box, confidence, label, by }) => {
      return { class_name: className, ...sides(box), confidence, ...(label !== undefined && { label }), by };
    }),
    removed: removed.map(({ className, box }) => ({ class_name: className, ...sides(box) })),
    wires: [...wires],
  };
}

/** What was written by `correctionsRecord`. */
export function correctionsOf({ predictions, removed, wires }: CorrectionsRecord): Corrections {
  return {
    predictions: predictions.map(({ class_name, confidence, label, by, ...box }) => {
      return { className: class_name, box: sides(box), confidence, ...(label !== undefined && { label }), by };
    }),
    removed: removed.map(({ class_name, ...box }) => ({ className: class_name, box: sides(box) })),
    wires,
  };
}

function sides({ x, y, width, height }: z.infer<typeof boxSchema>): z.infer<typeof boxSchema> {
  return { x, y, width, height };
}
