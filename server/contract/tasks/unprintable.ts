import { z } from "zod";

/** What a PDF lacks, in the words of the command. */
const lackingSchema = z.object({
  /** A sentence each: which names are left out, and which characters are replaced. */
  lacking: z.array(z.string()).readonly(),
  /** What helps; null if nothing is lacking. */
  advice: z.string().nullable(),
});

export const unprintableResponse = z.object({ templates: lackingSchema, feedback: lackingSchema });
export type Unprintable = z.infer<typeof unprintableResponse>;
