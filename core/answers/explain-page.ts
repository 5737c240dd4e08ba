import type { AnswerKey } from "../grade/item-function.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { applyChange } from "./change.ts";
import { describeChanges } from "./describe-change.ts";
import { type Explanation, explainAnswer } from "./explain-answer.ts";
import { type ChangeMark, type DrawnWires, markChange } from "./mark-change.ts";
import { wantedOf, withInputs } from "./wanted.ts";

/** Why a page's circuit does not do what its item's keys require, in words and as places on its picture. */
export interface PageExplanation extends Pick<Explanation, "outcome" | "differing" | "rows" | "left"> {
  /** One sentence or two: "AND 1 should be an OR." */
  readonly text: string;
  /** Other single changes that make it right. */
  readonly alternatives: readonly string[];
  /** The places that `text` names. */
  readonly marks: readonly ChangeMark[];
}

const NO_CHANGE = "No one or two changes of a gate or wire make it right.";

/**
 * Explains a page's circuit against the keys of its item.
 *
 * @throws {RangeError} if a key is not a valid expression.
 * @example
 * explainPage(reading, keys); // { outcome: "one", text: "AND 1 should be an OR.", marks: [{ role: "change", box }], … }
 */
export function explainPage(
  { netlist, wires }: { readonly netlist: Netlist; readonly wires: DrawnWires },
  keys: readonly AnswerKey[],
): PageExplanation {
  const explanation = explainAnswer(netlist, keys);
  const { outcome, changes, differing, rows, left } = explanation;
  const wanted = wantedOf(keys, netlist);
  const whole = wanted ? withInputs(netlist, wanted.inputs) : netlist;
  let now = whole;
  const marks = changes.flatMap((change) => {
    const own = markChange(change, { netlist: now, wires });
    now = applyChange(now, change);
    return own;
  });
  return {
    outcome,
    text: textOf(explanation, describeChanges(changes, whole)),
    alternatives: explanation.alternatives.flatMap((change) => describeChanges([change], whole)),
    marks,
    differing,
    rows,
    left,
  };
}

function textOf({ outcome, differing, rows, left }: Explanation, sentences: readonly string[]): string {
  const said = sentences.join(" ");
  switch (outcome) {
    case "right":
      return "The circuit computes what is required.";
    case "one":
      return said;
    case "two":
      return `Two changes: ${said}`;
    case "nearest":
      return `${NO_CHANGE} Nearest: ${said} That leaves ${left} of ${rows} rows wrong, not ${differing}.`;
    case "none":
      return `${NO_CHANGE} ${differing} of ${rows} rows are wrong.`;
    case "not-searched":
      return "There is no circuit to search, or it has too many inputs.";
  }
}
