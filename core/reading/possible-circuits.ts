import { VARIABLE_LETTERS } from "../boolean/variable-letters.ts";
import type { Corrections } from "../corrections/correct-marks.ts";
import type { Bubble, Gates } from "../gates/read-gates.ts";
import { isAt, isSameBox } from "../geometry/boxes.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import { type BuiltNetlist, buildNetlist } from "../netlist/build-netlist.ts";
import { checkNetlist } from "../netlist/check-netlist.ts";
import type { Terminal } from "../netlist/netlist.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATE_CLASSES, takesInputs } from "../rules/gates.ts";
import type { Doubt, PossibleCircuit } from "../verdict/evidence.ts";
import { inverterDoubts } from "./inverter-doubts.ts";
import { pointPredictions } from "./prediction.ts";
import { LEAST_SCORE, logOdds, type ReadCircuit } from "./read-circuit.ts";

/** Anything that costs more than this is ruled out by the ink. */
const MOST_COST = 10;

/** A circle belongs to a pin within this many gate sizes. */
const CIRCLE_REACH = 0.5;

/**
 * The costs of a letter being another one, more if no other input of the page has it, and of an overlooked bar: the
 * letters and gates of the whole page were already considered together when it was read.
 */
const NAME_COSTS = { other: 2, unused: 1.5, bar: 6 } as const;

/** The classifier is surer of a gate's class than it says. */
const CLASS_WEIGHT = 1.25;

/** The networks were trained to give this much to each other class of a gate whose class is beyond doubt. */
const SMOOTHED = 0.004;

/** The cost of wires connected in another way: a constant, and a factor for the search's cost. */
const WIRE_COSTS = { other: 1.7, weight: 1.5 } as const;

/** The cost of each fault more than the likeliest circuit has: drawn circuits are seldom faulty. */
const FAULT_COST = 1;

/** The cost of an output on the wire of a gate that nothing reads although other outputs have names. */
const UNNAMED_OUTPUT_COST = 1;

interface Possibilities {
  /** The likeliest circuit. */
  readonly best: ReadCircuit & { readonly built: BuiltNetlist };
  /** Circuits with other gates, and their costs. */
  readonly others: readonly { readonly circuit: ReadCircuit; readonly cost: number }[];
  readonly corrections: Corrections | null;
}

/** All circuits that one look at a page makes possible, the likeliest first. */
export function possibleCircuits(page: CleanPage, { best, others, corrections }: Possibilities): PossibleCircuit[] {
  if (corrections !== null) return [correctedCircuit(page, best, corrections)];
  const rewired = best.wires.others.map(({ wires, dearer }) => {
    const drawn = buildNetlist(page, best.marks, { wires });
    const problems = [...drawn.problems, ...checkNetlist(drawn.netlist)];
    const faults = Math.max(0, problems.length - best.problems.length);
    return possible(
      page,
      { ...best, wires, drawn, problems },
      WIRE_COSTS.other + WIRE_COSTS.weight * dearer + FAULT_COST * faults,
    );
  });
  const regated = others.map(({ circuit, cost }) => possible(page, circuit, Math.max(0, cost)));
  const completed = withMoreOutputs(best).map((circuit) => possible(page, circuit, UNNAMED_OUTPUT_COST));
  return [possible(page, best, 0), ...[...completed, ...rewired, ...regated].filter(({ cost }) => cost <= MOST_COST)];
}

/** The circuit with the wires of its last gates as outputs; none if all gates are read. */
function withMoreOutputs(circuit: ReadCircuit): ReadCircuit[] {
  const { drawn } = circuit;
  const { gates, outputs } = drawn.netlist;
  const read = new Set([...outputs, ...gates.flatMap(({ inputs }) => inputs)].map(({ net }) => net));
  const last = gates.filter(({ output }) => output !== null && !read.has(output));
  if (last.length === 0) return [];
  const more = last.map(({ output, box }, k): Terminal => {
    return { name: `OUT ${outputs.length + k + 1}`, net: output!, ...(box && { box }) };
  });
  const netlist = { ...drawn.netlist, outputs: [...outputs, ...more] };
  return [{ ...circuit, drawn: { ...drawn, netlist }, problems: [...drawn.problems, ...checkNetlist(netlist)] }];
}

function possible(page: CleanPage, circuit: ReadCircuit, cost: number): PossibleCircuit {
  return {
    netlist: circuit.drawn.netlist,
    cost,
    faults: circuit.problems.length,
    doubts: circuitDoubts(page, circuit),
    meetings: meetingsOf(page, circuit),
  };
}

/** The circuit that a person has corrected: what they placed there is certain, and so is how wires meet. */
function correctedCircuit(
  page: CleanPage,
  circuit: Possibilities["best"],
  { predictions }: Corrections,
): PossibleCircuit {
  const own = predictions.filter(({ by }) => by === "person");
  const doubts = circuitDoubts(page, circuit).filter(({ box }) => !own.some((each) => box && isAt(each.box, box)));
  const { netlist } = circuit.built;
  const isThere = ({ change }: Doubt) => !("input" in change) || netlist.inputs[change.input] !== undefined;
  return { ...possible(page, circuit, 0), netlist, doubts: doubts.filter(isThere) };
}

function meetingsOf(page: CleanPage, { wires }: ReadCircuit): PossibleCircuit["meetings"] {
  return pointPredictions(page, wires).flatMap(({ className, box }) =>
    className === "junction" || className === "intersection" ? [{ className, box }] : [],
  );
}

/** The places of a circuit that may be something else, with the networks' scores. */
function circuitDoubts(page: CleanPage, circuit: ReadCircuit): Doubt[] {
  const doubts = [
    ...classDoubts(circuit),
    ...circleDoubts(circuit),
    ...letterDoubts(page, circuit),
    ...inverterDoubts(page, circuit),
  ];
  return doubts.filter(({ cost }) => cost < MOST_COST).sort((a, b) => a.cost - b.cost);
}

function classDoubts({ wires: { gates }, drawn: { netlist } }: ReadCircuit): Doubt[] {
  return netlist.gates.flatMap(({ gateClass, inputs, box }, gate) => {
    const scores = gates.classScores[gate] ?? [];
    const scoreOf = (k: number) => Math.max((scores[k] ?? 0) - SMOOTHED, LEAST_SCORE);
    const own = scoreOf(GATE_CLASSES.indexOf(gateClass));
    return GATE_CLASSES.flatMap((to, k): Doubt[] => {
      if (to === gateClass || !takesInputs(to, inputs.length)) return [];
      const cost = CLASS_WEIGHT * Math.log(own / scoreOf(k));
      return [{ change: { kind: "gate-class", gate, to }, cost, ...(box && { box }) }];
    });
  });
}

function circleDoubts({ wires: { gates }, drawn }: ReadCircuit): Doubt[] {
  return drawn.pins.flatMap((pins, gate) =>
    pins.flatMap(({ at, bubble }, pin): Doubt[] => {
      const box = drawn.netlist.gates[gate]?.box;
      const change = { kind: "pin-inversion", gate, pin } as const;
      const seen = gates.bubbles[bubble];
      if (seen !== undefined) return [{ change, cost: logOdds(seen.probability), ...(box && { box }) }];
      const near = gates.unlikely
        .filter((circle) => circle.gate === gate && isNear(circle, at, gates) && isNearestPin(circle, at, pins))
        .map(({ probability }) => probability);
      return near.length === 0 ? [] : [{ change, cost: -logOdds(Math.max(...near)), ...(box && { box }) }];
    }),
  );
}

function isNear(circle: Bubble, at: Bubble["at"], { unit }: Gates): boolean {
  return distanceBetween(circle.at, at) < CIRCLE_REACH * unit;
}

function isNearestPin(circle: Bubble, at: Bubble["at"], pins: readonly { readonly at: Bubble["at"] }[]): boolean {
  const own = distanceBetween(circle.at, at);
  return pins.every((other) => distanceBetween(circle.at, other.at) >= own);
}

function letterDoubts(page: CleanPage, { marks, drawn: { netlist } }: ReadCircuit): Doubt[] {
  const used = new Set(netlist.inputs.filter(({ unnamed }) => !unnamed).map(({ name }) => name));
  const texts = marks.texts.map((text) => ({
    ...text,
    box: applyHomographyToBox(page.toPicture, text.box as PageBox),
  }));
  return netlist.inputs.flatMap(({ name, box, unnamed }, input): Doubt[] => {
    if (box === undefined) return [];
    const named = (other: string, cost: number): Doubt => {
      return { change: { kind: "input-name", input, name: other }, cost, box };
    };
    const others = [...used].filter((other) => other !== name);
    if (unnamed) return others.map((other) => named(other, NAME_COSTS.other));
    const text = texts.find((mark) => isSameBox(mark.box, box));
    const readings = text?.readings ?? [];
    const scoreOf = (letter: string) => readings.find((reading) => reading.text === letter)?.score ?? 0;
    const own = Math.max(scoreOf(name), LEAST_SCORE);
    const costOf = (other: string) => NAME_COSTS.other + Math.log(own / Math.max(scoreOf(other), LEAST_SCORE));
    const seen = VARIABLE_LETTERS.filter((letter) => letter !== name && !used.has(letter) && scoreOf(letter) > 0);
    return [
      ...others.map((other) => named(other, costOf(other))),
      ...seen.map((letter) => named(letter, costOf(letter) + NAME_COSTS.unused)),
      { change: { kind: "input-inversion", input }, cost: NAME_COSTS.bar, box },
    ];
  });
}
