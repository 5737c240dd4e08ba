import { z } from "zod";
import { atMost } from "../../../core/rules/at-most.ts";

/** SHA-256, hex. */
export const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, "This is not a SHA-256.");

/** What results are based on; see core/results/results-manifest.ts. */
export const manifestSchema = z.object({
  program: z.string().check(atMost(50)),
  model: hashSchema.nullable(),
  key_version: hashSchema,
  settings: z.object({
    threshold: z.union([z.literal("auto"), z.number().int().min(0).max(255)]),
    /** Percent; null in results of older versions, which had other settings. */
    certainty: z.number().min(0).max(100).nullable().default(null),
  }),
});
