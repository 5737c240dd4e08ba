import { z } from "zod";
import { QUESTION } from "../limits.ts";
import { PICTURE_TOO_LARGE, type Question } from "./question.ts";

/** The shape of an item's question; `checkQuestion` checks it. */
export const questionSchema = z.strictObject({
  text: z.string("A question's text must be a text").max(10_000).default(""),
  picture: z
    .string("A picture must be a text")
    .max(QUESTION.sentPictureLength, PICTURE_TOO_LARGE)
    .nullable()
    .default(null),
}) satisfies z.ZodType<Question>;
