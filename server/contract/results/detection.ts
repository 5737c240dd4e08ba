import { z } from "zod";
import type { Frozen } from "../../../core/basics/frozen.ts";
import { boxSchema, MOST_CORRECTIONS, wireCorrectionSchema } from "../../../core/corrections/correction-schemas.ts";
import type { Netlist } from "../../../core/netlist/netlist.ts";
import { atMost } from "../../../core/rules/at-most.ts";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { PREDICTION_CLASSES } from "../../../core/rules/prediction-class.ts";
import { idSchema, problemSchema } from "../common.ts";
import { ANALYSIS_STATES } from "./file.ts";

export const predictionSchema = boxSchema.extend({
  id: idSchema,
  circuit_analysis_id: idSchema,
  class_name: z.enum(PREDICTION_CLASSES),
  /** 0 to 1; a person's prediction is certain. */
  confidence: z.number().min(0).max(1),
  /** Red, green, blue, each 0 to 255: fixed for each class. */
  color: z.tuple([z.number(), z.number(), z.number()]),
  /** Counts from 1 within the page. */
  object_id: z.number(),
  /** What is written next to a terminal ('A'), otherwise the class and number ('NAND 2'). */
  label: z.string(),
  /** The name of a terminal: 'A', or '~A' for a complement; empty if it is not known. */
  name: z.string(),
});
export type PredictionView = Frozen<z.infer<typeof predictionSchema>>;

/** Rows by output name: input bits, then the output bit. */
const truthTableSchema = z.record(z.string(), z.array(z.string()));

/** Each map has one entry: output name to expression, in letters. */
const booleanExpressionsSchema = z.array(z.record(z.string(), z.string()));

const circuitAnalysisSchema = z.object({
  id: idSchema,
  file_id: idSchema,
  state: z.enum(ANALYSIS_STATES),
  /** Why it failed, for the user. */
  error: z.string().nullable(),
  predictions: z.array(predictionSchema),
  /**
   * Used the next time the gates are detected; after a correction the page is read with `read_threshold`. Null: no fixed
   * threshold was set ('auto').
   */
  threshold_value: z.number().nullable(),
  /** The threshold of the last reading. */
  read_threshold: z.number().nullable(),
  boolean_expressions: booleanExpressionsSchema,
  truth_table: truthTableSchema,
  /** The letters of the tables' input bits, in their order. */
  inputs: z.array(z.string()),
  /** The outputs in their order. */
  outputs: z.array(z.object({ name: z.string(), expression: z.string(), truth_table: z.array(z.string()) })),
  problems: z.array(problemSchema),
  /** Pixels of the upright page picture, which all boxes refer to; 0 before the page was read. */
  width: z.number(),
  height: z.number(),
  /** The wires of each net, as lines over the picture; of no net, those that lead to no gate. */
  wires: z.array(
    z.object({ net: z.number().nullable(), lines: z.array(z.array(z.object({ x: z.number(), y: z.number() }))) }),
  ),
  /** Around what was left aside because nothing joins it to the drawing. */
  aside: z.array(boxSchema),
  /** The circuit as it was read, to show the values of a row on its wires. */
  netlist: z.custom<Netlist>().nullish(),
  /** A person's corrections of the wires, the oldest first. */
  wire_corrections: z.array(wireCorrectionSchema),
  /** A person has changed predictions since the page was read. */
  edited: z.boolean(),
  /** Counts people's changes of what the page shows: its grade is none. */
  revision: z.number(),
});
export type CircuitAnalysis = Frozen<z.infer<typeof circuitAnalysisSchema>>;

export const circuitDataResponse = z.object({ circuit_analysis: circuitAnalysisSchema });

export const validateExpressionBody = z.object({ expression: z.string().check(atMost(500)) });
export const validateExpressionResponse = z.object({
  valid: z.boolean(),
  /** What is wrong and where; null if it is valid. */
  message: z.string().nullable(),
});

export const truthTableBody = z.object({
  /** Expressions in letters or in the saved form, or maps of output name to expression. */
  expressions: z
    .array(
      z.union([
        z.string().check(atMost(5000)),
        z.record(z.string().check(atMost(100)), z.string().check(atMost(5000))),
      ]),
    )
    .max(64),
});
export const truthTableResponse = z.object({ truth_table: truthTableSchema, inputs: z.array(z.string()) });

export const similarQuery = z.object({
  task_id: idSchema,
  margin_of_error: z.coerce.number().min(0).max(100).default(5),
});
/** Groups of file IDs. */
export const similarResponse = z.object({ flagged_circuits: z.array(z.array(idSchema)) });

/**
 * What the person saw: if the prediction has another class or name by now, the response is 409 `prediction-changed` and
 * nothing is changed. Without it the change is always made.
 */
export const deletePredictionQuery = z.object({ seenClass: z.enum(PREDICTION_CLASSES).optional() });

const modeSchema = z.enum(["single", "multiple"]).default("single");

/** The name of an input or output: 'A', or '~A' for a complement. By default the next free one. */
const labelSchema = z.string().trim().check(atMost(TEXT_LENGTHS.label)).optional();

export const addPredictionBody = boxSchema.extend({ className: z.enum(PREDICTION_CLASSES), label: labelSchema });
export const editPredictionBody = z.object({
  className: z.enum(PREDICTION_CLASSES),
  predictionId: idSchema,
  label: labelSchema,
  /** As for removing; what is left out is not compared. */
  seen: z
    .object({ className: z.enum(PREDICTION_CLASSES), label: z.string() })
    .partial()
    .optional(),
});
export const movePredictionBody = boxSchema.extend({
  predictionId: idSchema,
  /** As for removing: where the person saw it. */
  seen: boxSchema.optional(),
});
export const predictionsEditedResponse = z.object({
  filtered_predictions: z.array(predictionSchema),
  /** That of the page after this change. */
  revision: z.number(),
});

const wireCorrectionsSchema = z.array(wireCorrectionSchema).max(MOST_CORRECTIONS.wires);

export const correctWiresBody = z.object({
  /** All that apply to the page from now on, the oldest first; an empty list takes them all back. */
  corrections: wireCorrectionsSchema,
  /**
   * Those that the person saw before: only what differs from them is changed, so that what others said meanwhile stays.
   * Without it all earlier corrections are replaced.
   */
  seen: wireCorrectionsSchema.optional(),
});

export const filterThresholdBody = z.object({
  /** 'auto' removes grid and shading without a fixed value. */
  thresholdValue: z.union([z.literal("auto"), z.number().int().min(0).max(255)]),
  mode: modeSchema,
  fileId: idSchema,
});

export const processDetectionBody = z.object({
  mode: modeSchema,
  /**
   * What becomes of a person's corrections of this page: they are applied to what is detected, or discarded. A correction
   * of a wire that no longer finds its place is a problem `lost-correction`.
   */
  corrections: z.enum(["keep", "discard"]).default("discard"),
  /**
   * The page's `revision` that the person saw: if it was corrected since, the response is 409 `page-corrected` and
   * nothing is discarded. Without it all corrections of the page are discarded.
   */
  seen: z.number().optional(),
});
export const processDetectionResponse = z.object({ predictions: z.array(predictionSchema) });

export const analyzeCircuitResponse = z.object({
  boolean_expressions: booleanExpressionsSchema,
  truth_table: truthTableSchema,
  inputs: z.array(z.string()),
  problems: z.array(problemSchema),
});
