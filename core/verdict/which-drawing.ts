import { type SeparateDrawing, separateDrawings } from "../grade/separate-drawings.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { printedOutputs } from "./alternatives.ts";
import { circuitName } from "./circuit-name.ts";
import type { AskedQuestion, QuestionChoice } from "./question.ts";
import { type GradedItem, pointsBy } from "./weigh-points.ts";

/** More are not offered: they are rather the parts of a drawing that was read badly. */
const MOST_DRAWINGS = 4;

/** A drawing with what it is called among those of its page. */
interface DrawingChoice extends SeparateDrawing {
  readonly text: string;
}

/** The separate drawings on a page, each as a person chooses it; none if there is only one. */
export function drawingChoices(page: Netlist): DrawingChoice[] {
  const drawings = separateDrawings(page);
  if (drawings.length < 2) return [];
  return drawings.map((drawing, index) => {
    return { ...drawing, text: `Drawing ${index + 1} of ${drawings.length} counts.` };
  });
}

/**
 * Asks which of the drawings on a page counts. Null if there are too many, or if one of them has fewer outputs than the
 * item: then some may be one answer together.
 *
 * @throws {RangeError} if a key is not an expression.
 */
export function whichDrawing(page: Netlist, item: GradedItem): AskedQuestion | null {
  const drawings = drawingChoices(page);
  const isPart = ({ netlist }: SeparateDrawing) => netlist.outputs.length < item.keys.length;
  if (drawings.length < 2 || drawings.length > MOST_DRAWINGS || drawings.some(isPart)) return null;
  const pointsOf = pointsBy(item);
  return {
    question: {
      text: `The page has ${drawings.length} drawings: say which one counts. What is read of the others is left aside.`,
      choices: drawings.map(
        ({ netlist, text, box }): QuestionChoice => ({
          name: circuitName(netlist),
          text,
          places: [{ text, box }],
          points: pointsOf(netlist),
          outputs: printedOutputs(netlist),
        }),
      ),
    },
    netlists: drawings.map(({ netlist }) => netlist),
  };
}
