import { applyHomographyToBox } from "../geometry/homography.ts";
import type { TextMark } from "../marks/marks.ts";
import { isClearLetter } from "../marks/texts/clear-letter.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Problem } from "../rules/problem.ts";
import { circuitProblem } from "./circuit-problems.ts";
import type { Terminal } from "./netlist.ts";

/** Names at the pins of flip-flops: a drawing that has them as inputs has a box that was not read. */
const FLIP_FLOP_PINS = ["Clk", "Q", "J", "K"];

/**
 * Signs in a page's letters that a wire or a letter was misread: an input without a letter although others have one, a
 * letter A to G that names no input and no output, and an input that is named like a flip-flop's pin.
 *
 * @param lettered for each of `inputs` whether there is a text next to its wire.
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
  const idle = texts.filter((mark) => isClearLetter(mark) && !names.has(mark.text!));
  return [
    ...bare.map((input) => circuitProblem("unlettered-input", input, input)),
    ...clocked.map((input) => circuitProblem("sequential-circuit", input, input)),
    ...idle.map(({ text, box }) =>
      circuitProblem("idle-letter", { letter: text! }, { box: applyHomographyToBox(page.toPicture, box) }),
    ),
  ];
}
