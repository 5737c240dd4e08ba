import { excerptAround } from "../../core/boolean/excerpt.ts";

/**
 * A text with a caret under a position, and what is wrong there; of a long text only the part around it.
 *
 * @example
 * caretLines({ text: "A ^", offset: 3, reason: "expected an operand" }); // ["A ^", "   ^ expected an operand"]
 */
export function caretLines(place: {
  readonly text: string;
  readonly offset: number;
  readonly reason: string;
}): [text: string, caret: string] {
  const { text, at } = excerptAround(place.text, place.offset);
  return [text, `${" ".repeat(at)}^ ${place.reason}`];
}
