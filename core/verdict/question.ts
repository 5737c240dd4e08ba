import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { printedOutputs } from "./alternatives.ts";
import { AS_READ, choiceText, differencesOf, namedChoiceText, sentence } from "./choice-text.ts";
import { circuitName } from "./circuit-name.ts";
import type { PageLook } from "./evidence.ts";
import { conditionText, type ReadingDifference } from "./reading-differences.ts";
import type { PageVerdict } from "./verdict.ts";

/** Number of readings that are offered to a person. */
const MOST_CHOICES = 3;

/** One way to read the page, or one of its drawings. */
export interface QuestionChoice {
  /** The same for the same circuit of the same page, whatever else is known about it. */
  readonly name: string;
  /** "As it was read.", what is different: "This gate is a NAND.", or which drawing it is. */
  readonly text: string;
  /** Where, in pixels of the upright original picture. */
  readonly places: readonly { readonly text: string; readonly box: PictureBox }[];
  /** What it earns; null if it cannot be compared with the keys. */
  readonly points: number | null;
  readonly outputs: readonly { readonly name: string; readonly expression: string }[];
}

/** What a person is asked about a page. */
export interface DecidingQuestion {
  /** The deciding point: "If these two wires cross, the answer is right." */
  readonly text: string;
  /** Two or three readings, the page's own first, without places; or up to four drawings, each with its place. */
  readonly choices: readonly QuestionChoice[];
}

/** A question with the circuits of its choices. */
export interface AskedQuestion {
  readonly question: DecidingQuestion;
  /** In the order of the choices. */
  readonly netlists: readonly Netlist[];
}

/**
 * What a person is asked about a page whose verdict is not sure; null if no other reading is plausible.
 *
 * @param looks as for `verdictOf`.
 */
export function questionOf(
  looks: readonly PageLook[],
  verdict: PageVerdict,
  { maximum }: { maximum: number },
): AskedQuestion | null {
  const circuit = looks[0]?.circuits[0];
  if (circuit === undefined) return null;
  const rivals = offeredRivals(verdict, maximum);
  if (rivals.length === 0) return null;
  const asRead: QuestionChoice = {
    name: circuitName(circuit.netlist),
    text: AS_READ,
    places: [],
    points: verdict.points,
    outputs: printedOutputs(circuit.netlist),
  };
  const others = rivals.map(({ reading, points }) => {
    return { reading, points, differences: differencesOf(reading, looks) };
  });
  const deciding = others[0]!;
  const texts = others.map(({ differences }) => choiceText(differences));
  return {
    question: {
      text: `If ${conditionText(deciding.differences)}, ${consequence(deciding.points, maximum)}.`,
      choices: [
        asRead,
        ...others.map(({ reading, points, differences }, index): QuestionChoice => {
          const { netlist } = reading;
          const text = texts[index]!;
          const isAlone = texts.filter((each) => each === text).length === 1;
          return {
            name: circuitName(netlist),
            text: isAlone ? text : namedChoiceText(reading, looks),
            places: placesOf(differences),
            points,
            outputs: printedOutputs(netlist),
          };
        }),
      ],
    },
    netlists: [circuit.netlist, ...others.map(({ reading }) => reading.netlist)],
  };
}

/**
 * The likeliest reading that earns more, if there is one, and the likeliest that earns full marks, then the others, the
 * likeliest first. If a page cannot be graded as it was read, readings that all earn nothing are not offered: comparing
 * them would take as long as grading the page by hand.
 */
function offeredRivals({ points, rivals }: PageVerdict, maximum: number): PageVerdict["rivals"] {
  const better = rivals.filter((rival) => rival.points! > (points ?? 0));
  if (points === null && better.length === 0) return [];
  const right = rivals.filter((rival) => rival.points! >= maximum);
  return [...new Set([...better.slice(0, 1), ...right.slice(0, 1), ...rivals])].slice(0, MOST_CHOICES - 1);
}

function consequence(points: number | null, maximum: number): string {
  if (points === null) return "it cannot be graded by the keys";
  if (points >= maximum) return "the answer is right";
  return `it earns ${points} of ${maximum} points`;
}

function placesOf(differences: readonly ReadingDifference[]): QuestionChoice["places"] {
  return differences.flatMap(({ text, box }) => (box === undefined ? [] : [{ text: sentence(text), box }]));
}
