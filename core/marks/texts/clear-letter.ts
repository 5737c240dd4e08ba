import { VARIABLE_LETTERS } from "../../boolean/variable-letters.ts";
import type { TextMark } from "../marks.ts";

/** A letter that is read with less confidence than this may be something else on the page. */
const CLEAR = 0.8;

/** True for a text that is clearly one of the letters that inputs have. */
export function isClearLetter({ text, confidence }: Pick<TextMark, "text" | "confidence">): boolean {
  return text !== null && confidence >= CLEAR && VARIABLE_LETTERS.includes(text);
}
