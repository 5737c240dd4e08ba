import { z } from "zod";
import { GATE_CLASSES } from "../gates.ts";
import type { Rubric } from "./rubric.ts";

const number = z.number("A rubric's values are whole numbers").optional();

/**
 * The shape of a rubric; `checkRubric` checks its numbers. Strict, as a rule with a misspelt name would silently add or
 * take off no points.
 */
export const rubricSchema = z.strictObject({
  right_rows_from: number,
  inverted: number,
  extra_output: number,
  allowed_gates: z
    .strictObject({
      classes: z
        .array(z.enum(GATE_CLASSES, `A gate must be one of ${GATE_CLASSES.join(", ")}`))
        .max(50)
        .readonly(),
      deduction: z.number("The deduction must be a whole number"),
    })
    .optional(),
  most_gates: z
    .strictObject({
      count: z.number("The count must be a whole number"),
      deduction: z.number("The deduction must be a whole number"),
    })
    .optional(),
  floor: number,
}) satisfies z.ZodType<Rubric>;
