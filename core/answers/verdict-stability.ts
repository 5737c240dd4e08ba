import { variablesOf } from "../boolean/variables.ts";
import { deriveExpressions, outputTables } from "../expressions/derive-expressions.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import { type AnswerKey, gradeItem, keyExpression } from "../grade/grade-item.ts";
import { matchInputs } from "../grade/match-inputs.ts";
import { takesInputs } from "../netlist/gate-logic.ts";
import type { Netlist } from "../netlist/netlist.ts";
import { GATE_CLASSES } from "../rules/gate-class.ts";
import type { PredictionClass } from "../rules/prediction-class.ts";
import type { Problem } from "../rules/problem.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import { applyChange, type Change } from "./change.ts";
import { gateName, withArticle } from "./describe-change.ts";

/** A gate or letter with less confidence than this may be a different one. */
const DOUBTED = 0.9;

/** The maximum number of corrections tried, the least certain places first. */
const MOST_TRIED = 60;

/** What a reader may have mistaken, as the change that undoes it. */
type PlaceChange = Extract<Change, { readonly kind: "gate-class" | "pin-inversion" | "input-name" }>;

/** A correction of the reading that would change the points. */
export interface Correction {
  /** "if AND 1 (62 %) is a NAND" */
  readonly text: string;
  readonly change: PlaceChange;
  /** Of the place as it was read, 0 … 1. */
  readonly confidence: number;
  /** What the keys would then give; null if the tables cannot be compared. */
  readonly points: number | null;
}

/** Whether the points of a page hang on a place that may be read otherwise. */
export interface VerdictStability {
  /** No plausible correction of one place changes the points. */
  readonly stable: boolean;
  /** Places that were doubted. */
  readonly doubted: number;
  /** The points of the page as it was read; null if the tables cannot be compared. */
  readonly points: number | null;
  /** The corrections that change them, starting with the least certain place. */
  readonly corrections: readonly Correction[];
}

export interface DoubtedReading {
  readonly netlist: Netlist | null;
  readonly predictions: readonly {
    readonly className: PredictionClass;
    readonly box: PictureBox;
    readonly confidence: number;
  }[];
}

/**
 * The points of a page if a doubtful place was misread: each gate below 90 % confidence as every other class and
 * without its bubbles, each such letter as every other one of the page, one at a time. Other meetings of wires are not
 * tried: that would need the ink.
 *
 * @throws {RangeError} if a key is not a valid expression.
 * @example
 * verdictStability(reading, keys); // { stable: false, corrections: [{ text: "if AND 1 (62 %) is a NAND", points: 5, … }], … }
 */
export function verdictStability(
  reading: DoubtedReading,
  keys: readonly AnswerKey[],
  grading: Grading = {},
): VerdictStability {
  const { netlist } = reading;
  if (netlist === null) return { stable: true, doubted: 0, points: null, corrections: [] };
  const points = pointsOf(netlist, keys, grading);
  const places = doubtedPlaces(netlist, reading.predictions);
  const corrections = places
    .flatMap(({ confidence, changes }) => changes.map((change) => ({ change, confidence })))
    .slice(0, MOST_TRIED)
    .map(({ change, confidence }): Correction => {
      const text = describeCorrection(change, { netlist, confidence });
      return { text, change, confidence, points: pointsOf(applyChange(netlist, change), keys, grading) };
    })
    .filter((correction) => correction.points !== points);
  return { stable: corrections.length === 0, doubted: places.length, points, corrections };
}

/**
 * Why a person should look at a page whose points depend on a doubtful place: the least certain one, with its place.
 *
 * @example
 * unstableVerdict(stability, netlist); // [{ code: "unstable-verdict", message: "The points hang on …", box }]
 */
export function unstableVerdict({ points, corrections }: VerdictStability, netlist: Netlist | null): Problem[] {
  const [first] = corrections;
  if (first === undefined || netlist === null) return [];
  const then = first.points === null ? "there would be none" : `they would be ${first.points}`;
  const now = points === null ? "" : `, not ${points}`;
  const { change } = first;
  const box = change.kind === "input-name" ? netlist.inputs[change.input]?.box : netlist.gates[change.gate]?.box;
  const message = `The points depend on a doubtful place: ${first.text}, ${then}${now}. Check it.`;
  return [{ code: "unstable-verdict", message, ...(box && { box }) }];
}

interface Grading {
  /** The item's. */
  readonly rubric?: Rubric | null | undefined;
}

function pointsOf(netlist: Netlist, keys: readonly AnswerKey[], grading: Grading): number | null {
  // Tables that are not compared are not made: each additional input doubles their size.
  const names = new Set(netlist.inputs.map(({ name }) => name));
  if (matchInputs([...names], variablesOf(keys.map(keyExpression))) === null) return null;
  const { inputs, outputs } = deriveExpressions(netlist);
  return gradeItem(keys, { inputs, outputs: outputTables(outputs), problems: [], netlist }, grading).points;
}

interface DoubtedPlace {
  readonly confidence: number;
  readonly changes: readonly PlaceChange[];
}

/** The least certain first. */
function doubtedPlaces(netlist: Netlist, predictions: DoubtedReading["predictions"]): DoubtedPlace[] {
  const gates = netlist.gates.map(({ gateClass, inputs, confidence = 1 }, gate): DoubtedPlace => {
    const classes = GATE_CLASSES.filter((to) => to !== gateClass && takesInputs(to, inputs.length));
    const bubbles = inputs.flatMap(({ inverted }, pin) => (inverted ? [pin] : []));
    const changes = [
      ...classes.map((to): PlaceChange => ({ kind: "gate-class", gate, to })),
      ...bubbles.map((pin): PlaceChange => ({ kind: "pin-inversion", gate, pin })),
    ];
    return { confidence, changes };
  });
  const names = [...new Set(netlist.inputs.map(({ name }) => name))];
  const letters = netlist.inputs.map(({ name, box }, input): DoubtedPlace => {
    const seen = predictions.find((each) => each.className === "input" && box !== undefined && isSame(each.box, box));
    const others = names.filter((other) => other !== name);
    return {
      confidence: seen?.confidence ?? 1,
      changes: others.map((other): PlaceChange => ({ kind: "input-name", input, name: other })),
    };
  });
  return [...gates, ...letters]
    .filter(({ confidence }) => confidence < DOUBTED)
    .sort((a, b) => a.confidence - b.confidence);
}

/** The same box except for rounding. */
function isSame(a: PictureBox, b: PictureBox): boolean {
  const near = (p: number, q: number) => Math.abs(p - q) < 0.5;
  return near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height);
}

function describeCorrection(
  change: PlaceChange,
  { netlist, confidence }: { netlist: Netlist; confidence: number },
): string {
  const sure = `(${Math.floor(100 * confidence)} %)`;
  if (change.kind === "input-name") {
    return `if the letter ${netlist.inputs[change.input]!.name} ${sure} is ${withArticle(change.name)}`;
  }
  const gate = `if ${gateName(change.gate, netlist)} ${sure}`;
  if (change.kind === "gate-class") return `${gate} is ${withArticle(change.to)}`;
  return `${gate} has no bubble at its input ${change.pin + 1}`;
}
