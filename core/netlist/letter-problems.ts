import { isSameBox } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { TextMark } from "../marks/marks.ts";
import { isClearLetter } from "../marks/texts/clear-letter.ts";
import { areOneName } from "../marks/texts/text-boxes.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Problem } from "../rules/problem.ts";
import { circuitProblem } from "./circuit-problems.ts";
import type { Terminal } from "./netlist.ts";

/** Students write the values of a row of the table next to inputs. */
const VALUES = ["0", "O", "1", "I"];

/** Names at the pins of flip-flops: a drawing that has them as inputs has a box that was not read. */
const FLIP_FLOP_PINS = ["Clk", "Q", "J", "K"];

/**
 * Signs in a page's letters that a wire or a letter was misread: an input without a letter although others have one, or
 * whose name was not read although it may be another's, a letter A to G that names no input and no output, an input of
 * whose name only a part was read, and an input that is named like a flip-flop's pin.
 *
 * @param lettered for each of `inputs` whether there is a text next to its wire.
 * @param mayRepeat whether the page may name its inputs again at each gate.
 * @param across for each of `inputs` whether its wire runs across the page, not down.
 * @param mayName whether a text is where the name of an input or output may be: not away from the drawing, and not at a
 * wire from gate to gate, which may have a name, too.
 */
export function letterProblems(
  page: CleanPage,
  texts: readonly TextMark[],
  {
    inputs,
    outputs,
    lettered,
    mayRepeat = false,
    across,
    mayName = () => true,
  }: {
    inputs: readonly Terminal[];
    outputs: readonly Terminal[];
    lettered: readonly boolean[];
    mayRepeat?: boolean;
    across: readonly boolean[];
    mayName?: (text: TextMark) => boolean;
  },
): Problem[] {
  if (!lettered.includes(true)) return [];
  const clocked = inputs.filter(({ name }) => FLIP_FLOP_PINS.includes(name));
  const names = new Set([...inputs, ...outputs].map(({ name }) => name));
  const bare = inputs.filter(({ unread }, index) => !lettered[index] || (mayRepeat && unread));
  const idle = texts.filter((mark) => !mark.isPrinted && isClearLetter(mark) && !names.has(mark.text!));
  const placed = texts.map((mark) => ({ mark, box: applyHomographyToBox(page.toPicture, mark.box) }));
  const isName = (box: PictureBox) =>
    [...inputs, ...outputs].some((terminal) => terminal.box && isSameBox(terminal.box, box));
  const partly = inputs.filter(({ name, box, unnamed }, index) => {
    const own = placed.find((each) => box && isSameBox(each.box, box))?.mark;
    if (box === undefined || unnamed || own === undefined || own.isPrinted) return false;
    return placed.some((other) => {
      if (
        other.mark === own ||
        other.mark.isPrinted ||
        idle.includes(other.mark) ||
        !areOneName(other.mark.box, own.box)
      )
        return false;
      // Names of wires that run down the page are next to each other.
      if (isName(other.box)) return across[index]! && name.length > 1;
      return name.length > 1 || !VALUES.includes(likeliest(other.mark));
    });
  });
  return [
    ...bare.map((input) => circuitProblem("unlettered-input", input, input)),
    ...partly.map((input) => circuitProblem("part-of-name", input, input)),
    ...clocked.map((input) => circuitProblem("sequential-circuit", input, input)),
    ...idle
      .filter(mayName)
      .map(({ text, box }) =>
        circuitProblem("idle-letter", { letter: text! }, { box: applyHomographyToBox(page.toPicture, box) }),
      ),
  ];
}

/** The likeliest reading of a text; empty if nothing is known. */
function likeliest({ text, readings = [] }: TextMark): string {
  return text ?? readings[0]?.text ?? "";
}
