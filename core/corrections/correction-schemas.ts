import { z } from "zod";
import { atMost } from "../rules/at-most.ts";
import { MOST_WAY_POINTS, type WireCorrection } from "../wires/correct/wire-correction.ts";

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
