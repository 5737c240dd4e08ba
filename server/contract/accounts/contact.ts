import { z } from "zod";
import { typedText } from "../common.ts";

export const contactBody = z.object({
  firstName: typedText(200),
  lastName: typedText(200),
  email: typedText(200),
  message: typedText(10_000),
});
