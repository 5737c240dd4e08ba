import { z } from "zod";
import { TEXT_LENGTHS } from "../../../core/rules/limits.ts";
import { typedText } from "../common.ts";

export const contactBody = z.object({
  firstName: typedText(TEXT_LENGTHS.contactLine),
  lastName: typedText(TEXT_LENGTHS.contactLine),
  email: typedText(TEXT_LENGTHS.contactLine),
  message: typedText(TEXT_LENGTHS.contactMessage),
});
