import { VARIABLE_LETTERS } from "../boolean/forms.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { TextMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Problem } from "../rules/problem.ts";
import type { Terminal } from "./netlist.ts";

/** A letter that is read with less confidence than this may be something else that stands on the page. */
const CLEAR_LETTER = 0.8;

/** Names at the pins of flip-flops: a drawing that has them as inputs has a box that was not read. */
const FLIP_FLOP_PINS = ["Clk", "Q", "J", "K"];

/**
 * What the letters of a page tell of a misread wire or letter: an input without a letter beside others that have one,
 * a letter A to G that names no input and no output,
 * and an input that is named like a flip-flop's pin.
 *
 * @param lettered for each of `inputs` whether a text stands beside its wire.
 */
export function letterProblems(
  page: CleanPage,
  texts: readonly TextMark[],
  {
    inputs,
    outputs,
    lettered,
  }: { inputs: readonly Terminal[]; outputs: readonly Terminal[]; lettered: readonly boolean[] },
): Problem[] {
  if (!lettered.includes(true)) return [];
  const clocked = inputs.filter(({ name }) => FLIP_FLOP_PINS.includes(name));
  const names = new Set([...inputs, ...outputs].map(({ name }) => name));
  const bare = inputs.filter((_, index) => !lettered[index]);
  const idle = texts.filter(
    ({ text, confidence }) =>
      text !== null && confidence >= CLEAR_LETTER && VARIABLE_LETTERS.includes(text) && !names.has(text),
  );
  return [
    ...bare.map(unletteredInput),
    ...clocked.map(({ name, box }) => ({
      code: "sequential-circuit",
      message: `An input is named ${name}, as at a flip-flop: only circuits without memory can be read.`,
      ...(box ? { box } : {}),
    })),
    ...idle.map(({ text, box }) => ({ ...idleLetter(text!), box: applyHomographyToBox(page.toPicture, box) })),
  ];
}

/** What is said of an input without a letter where others have one. */
export function unletteredInput({ name, box }: Terminal): Problem {
  return {
    code: "unlettered-input",
    message: `No letter was found beside this input, but beside others: it was named ${name}. Check it.`,
    ...(box ? { box } : {}),
  };
}

/** What is said of a letter that names nothing. */
export function idleLetter(letter: string): Problem {
  return {
    code: "idle-letter",
    message: `No input or output is named by this letter ${letter}: check the wire beside it.`,
  };
}
