import { type Corrections, correctMarks } from "../corrections/correct-marks.ts";
import { correctedPlaces, withoutAccepted } from "../corrections/place-wire-corrections.ts";
import { outputTables } from "../expressions/derive-expressions.ts";
import { blocksOf } from "../gates/other-symbols.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { Detector } from "../marks/detector/detector.ts";
import { drawingAlone } from "../marks/drawing-alone.ts";
import type { GateMark, Marks } from "../marks/marks.ts";
import { circuitProblem } from "../netlist/circuit-problems.ts";
import { mainReason } from "../netlist/main-reason.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { READING } from "../rules/limits.ts";
import { isBareTemplate, NO_INK } from "../rules/problem.ts";
import type { PossibleCircuit } from "../verdict/evidence.ts";
import type { Wires } from "../wires/read-wires.ts";
import { type PageReading, readGatesOf } from "./page-reading.ts";
import { possibleCircuits } from "./possible-circuits.ts";
import { correctedPredictions, machinePredictions, type Prediction, sheetPlace } from "./prediction.ts";
import { type MarksReading, readMarks, type Stage, takeForText, textReader } from "./read-marks.ts";
import type { PageSight } from "./see-page.ts";
import { type TriedGates, tryGates } from "./try-gates.ts";

/** A reading before those of all looks are joined. */
export type LookReading = Omit<PageReading, "looks" | "confidence">;

/** What one look at a page shows. */
export interface Conclusion {
  readonly reading: LookReading;
  /** How long it took, in steps of `READING.steps`. */
  readonly steps: number;
  readonly circuits: readonly PossibleCircuit[];
  /** Null if nothing was followed. */
  readonly followed: Followed | null;
}

/** How a look's circuit was found. */
export interface Followed {
  /** The marks that count, with all texts. */
  readonly marks: Marks;
  readonly wires: Wires;
  /** Which gates were tried, the accepted ones first; `cost` is a logarithm of probability. */
  readonly tried: readonly { readonly gates: readonly GateMark[]; readonly faults: number; readonly cost: number }[];
}

interface Concluding {
  readonly detector: Detector;
  readonly corrections: Corrections | null;
  readonly onStage?: (stage: Stage) => void;
}

/** The reading of a page that was seen, with a person's corrections, if there are any. */
export async function concludePage(sight: PageSight, concluding: Concluding): Promise<Conclusion> {
  const { page } = sight;
  const { detector, corrections, onStage } = concluding;
  const corrected = corrections ? await correctMarks(page, sight.marks, { corrections, detector }) : sight.marks;
  const { marks: seen, aside } = drawingAlone(corrected, {
    ...page,
    blocks: blocksOf(page, corrected.gates),
    ...(corrections ? correctedPlaces(page, corrections) : { places: [] }),
  });
  if (seen.gates.length > READING.gates) return nothingRead(sight, { why: "too-many-lines", corrections });
  const needsGates = corrections === null && !isBareTemplate(sight);
  if (needsGates && seen.gates.length + seen.doubtful.length === 0)
    return nothingRead(sight, { why: "no-gates", corrections: null });
  const found = await findCircuit(page, seen, concluding);
  if (found === null) return nothingRead(sight, { why: "too-many-lines", corrections });
  const { best, tried, steps } = found;
  const { marks, wires, built, derived, problems } = best.result;
  if (needsGates && built.netlist.gates.length === 0) return nothingRead(sight, { why: "no-gates", corrections: null });
  const told = needsGates ? mainReason(problems, built.netlist.gates.length) : problems;
  const predictions = machinePredictions(page, marks, { wires, built });
  const circuits = possibleCircuits(page, { best: best.result, corrections, others: otherCircuits(found) });
  onStage?.("alternatives");
  const reading = {
    width: sight.width,
    height: sight.height,
    gates: readGatesOf(built.netlist),
    inputs: derived.inputs,
    outputs: outputTables(derived.outputs),
    problems: withoutAccepted([...sight.problems, ...told], corrections?.wires ?? []),
    netlist: built.netlist,
    wires: built.wires,
    aside: aside.map((box) => applyHomographyToBox(page.toPicture, box)),
    predictions: placed(page, predictions, corrections),
  };
  const costs = tried.map(({ attempt: { gates, faults }, cost }) => ({ gates, faults, cost }));
  return { reading, steps, circuits, followed: { marks, wires, tried: costs } };
}

interface FoundCircuit extends TriedGates<MarksReading> {
  /** Of all that was tried. */
  readonly steps: number;
}

/** The likeliest circuit of the marks, and what else was tried; null if there is too much ink to follow. */
async function findCircuit(
  page: CleanPage,
  seen: Marks,
  { detector, corrections, onStage }: Concluding,
): Promise<FoundCircuit | null> {
  const settings = { textsOf: textReader(page, detector), corrections, ...(onStage ? { onStage } : {}) };
  let steps = 0;
  const attempt = async (gates: readonly GateMark[]) => {
    const left = seen.gates.filter((gate) => !gates.includes(gate)).map(({ box }) => box);
    const result = await readMarks(page, { ...takeForText(seen, { page, boxes: left }), gates }, settings);
    steps += result.steps;
    return { gates, result, faults: result.problems.length, steps: result.steps };
  };
  const first = await attempt(seen.gates);
  if (!first.result.isFollowed) return null;
  // What a person kept or removed is not doubted, and adding or removing gates does not repair a page of scribbles.
  const isDoubted = corrections === null && first.result.wires.isComplete;
  const tried = isDoubted ? await tryGates(first, { doubtful: seen.doubtful, attempt }) : { best: first, tried: [] };
  return { ...tried, steps };
}

/** What was tried instead of the best circuit, and how much dearer it is. */
function otherCircuits({ best, tried }: FoundCircuit): { readonly circuit: MarksReading; readonly cost: number }[] {
  const own = tried.find(({ attempt: { gates } }) => gates === best.gates)?.cost ?? 0;
  return tried.flatMap(({ attempt: { result }, cost }) =>
    result === best.result ? [] : [{ circuit: result, cost: cost - own }],
  );
}

interface NothingRead {
  readonly why: "no-gates" | "too-many-lines";
  readonly corrections: Corrections | null;
}

/**
 * A page without a gate is no circuit, whatever else is on it: only that is said, if no ink is not said already. Of a
 * page with too many lines only that is said, and what a person corrected.
 */
function nothingRead({ page, width, height, problems }: PageSight, { why, corrections }: NothingRead): Conclusion {
  const isKnown = why === "no-gates" && problems.some(({ code }) => code === NO_INK);
  const reading = {
    width,
    height,
    gates: [],
    inputs: [],
    outputs: [],
    problems: isKnown ? problems : [...problems, circuitProblem(why, {})],
    netlist: { nets: 0, gates: [], inputs: [], outputs: [] },
    wires: [],
    aside: [],
    predictions: placed(page, [], corrections),
  };
  return { reading, steps: why === "no-gates" ? 0 : Number.POSITIVE_INFINITY, circuits: [], followed: null };
}

function placed(
  page: CleanPage,
  found: readonly Prediction[],
  corrections: Corrections | null,
): LookReading["predictions"] {
  const predictions = corrections ? correctedPredictions(found, corrections) : found;
  return predictions.map((prediction) => ({ ...prediction, sheet: sheetPlace(page, prediction.box) }));
}
