import { z } from "zod";
import { timeSchema } from "../common.ts";

/** What a provider adds to the address to which the browser comes back; codes of some are long. */
export const signOnAnswerQuery = z.object({
  state: z.string().max(200).optional(),
  code: z.string().max(8000).optional(),
  iss: z.string().max(500).optional(),
  error: z.string().max(200).optional(),
});

/** Whether the account is linked to a person at the provider; null: it is not. */
export const signOnLinkResponse = z.object({ linked_at: timeSchema.nullable() });
