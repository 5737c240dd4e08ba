import { z } from "zod";
import { boxSchema } from "../../core/corrections/correction-schemas.ts";
import { atMost } from "../../core/rules/at-most.ts";

/** The ID of an object: unguessable, 22 characters of base64url. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, "This is not an ID.");

/** A time in UTC: `2026-11-21T15:59:59.999Z`. */
export const timeSchema = z.iso.datetime();

/** A person's input: fields that are left out count as empty, so that the form's own rule applies. */
export function typedText(maxLength = 500) {
  return z
    .string()
    .check(atMost(maxLength, `At most ${maxLength} characters.`))
    .default("");
}

/** The response of calls that only do something. */
export const messageSchema = z.object({ message: z.string() });

/** Something about a drawing that a person should look at. */
export const problemSchema = z.object({ code: z.string(), message: z.string(), box: boxSchema.optional() });

const issueSchema = z.object({ code: z.string(), field: z.string(), message: z.string() });

/** The body of every response from 400 on. */
export const errorBodySchema = z.object({
  error: z.object({
    /** kebab-case and stable. */
    code: z.string(),
    /** For the user. */
    message: z.string(),
    /** Every field that breaks a rule, if fields do; `message` is then the first one's. */
    issues: z.array(issueSchema).optional(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
