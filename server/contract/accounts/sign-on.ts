import { z } from "zod";
import { atMost } from "../../../core/rules/at-most.ts";
import { timeSchema } from "../common.ts";

/** What a provider adds to the address to which the browser comes back; codes of some are long. */
export const signOnAnswerQuery = z.object({
  state: z.string().check(atMost(200)).optional(),
  code: z.string().check(atMost(8000)).optional(),
  iss: z.string().check(atMost(500)).optional(),
  error: z.string().check(atMost(200)).optional(),
});

/** Whether the account is linked to a person at the provider; null: it is not. */
export const signOnLinkResponse = z.object({ linked_at: timeSchema.nullable() });
