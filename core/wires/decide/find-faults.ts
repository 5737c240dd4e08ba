import type { Gates } from "../../gates/read-gates.ts";
import { type GateClass, mayInvert } from "../../rules/gate-class.ts";
import type { CompiledOptions } from "./compiled-options.ts";

/** What makes a circuit illegal: a legal one has every input driven once, no outputs joined and no feedback. */
export interface Fault {
  readonly kind:
    | "open-input"
    | "extra-input"
    | "no-output"
    | "shorted"
    | "undriven"
    | "joined-inputs"
    | "feedback"
    | "lost-bubble";
  readonly gate?: number;
  readonly net?: number;
}

const PENALTY: Readonly<Record<Fault["kind"], number>> = {
  "open-input": 3,
  "extra-input": 3,
  "no-output": 2.2,
  shorted: 3.5,
  undriven: 3,
  "joined-inputs": 2,
  feedback: 1,
  "lost-bubble": 1.2,
};

/** Of a gate's width across its direction: ends of one net that are this close are one pin. */
export const ONE_PIN = 0.2;

/** An input without a letter where others have one. */
const NO_LETTER = 0.6;
/** An unnamed input whose wire begins in a gate: rather a bit of its outline. */
const BEGINS_IN_GATE = 1.2;
/** A named wire that leads to no gate. */
const IDLE_INPUT = 1.5;
/** An input's letter on a wire that a gate drives. */
const DRIVEN_INPUT = 1.5;
/** Each input of a gate beyond two. */
const MANY_INPUTS = 0.15;
/** Two inputs of a gate on one net: so a NAND becomes an inverter; elsewhere nobody draws it. */
const REPEATED = { inverter: 0.3, other: 1.5 } as const;

/** A text next to a wire end. */
export interface Letter {
  /** The letter, or a unique text if it could not be read. */
  readonly name: string;
  /** The end points away from where the drawing's outputs are: the letter can only name an input. */
  readonly isInput: boolean;
}

/** A circuit that a choice of options gives, as a search looks at it. */
interface Drawn {
  /** For each line the number of its net, 0 … `nets` - 1. */
  readonly netOfEdge: Int32Array;
  readonly nets: number;
  /** Decisions of the ends that are pins, and of those that are free. */
  readonly pins: readonly number[];
  readonly free: readonly number[];
  /** Lines that end free where a stem was cut off. */
  readonly loose: readonly number[];
  /** The net that each gate drives, or -1. */
  readonly outputOf: Int32Array;
  readonly choice: readonly number[];
  readonly letters: readonly Letter[];
  /** For each decision the index of its letter, or -1. */
  readonly letterAt: Int32Array;
  /** For each decision 1 where it is about a place in a gate. */
  readonly atGate: Uint8Array;
}

/** Sums up the penalties of a circuit's faults and oddities; `faults` gets the faults, where it is given. */
export function faultFinder(
  { edges, gates }: { edges: number; gates: Gates },
  options: CompiledOptions,
): (drawn: Drawn, faults: Fault[] | undefined) => number {
  const drivers = new Int32Array(edges);
  const sinks = new Int32Array(edges);
  const ends = new Int32Array(edges);
  const outside = new Int32Array(edges);
  const names: string[][] = Array.from({ length: edges }, () => []);
  const inputs: number[][] = gates.bodies.map(() => []);
  const places: number[][] = gates.bodies.map(() => []);
  const circles = new Int32Array(gates.bubbles.length);

  return ({ netOfEdge, nets, pins, free, loose, outputOf, choice, letters, letterAt, atGate }, faults) => {
    let sum = 0;
    const fault = (kind: Fault["kind"], where: Omit<Fault, "kind">) => {
      sum += PENALTY[kind];
      faults?.push({ kind, ...where });
    };
    for (let net = 0; net < nets; net++) {
      drivers[net] = sinks[net] = ends[net] = outside[net] = 0;
      names[net]!.length = 0;
    }
    for (let gate = 0; gate < inputs.length; gate++) inputs[gate]!.length = places[gate]!.length = 0;
    circles.fill(0);
    for (const net of outputOf) if (net !== -1) drivers[net]!++;
    for (const index of pins) {
      const option = options.first[index]! + choice[index]!;
      if (options.isOutput[option] === 1) continue;
      const net = netOfEdge[options.edge[index]!]!;
      sinks[net]!++;
      if (options.bubble[option] !== -1) circles[options.bubble[option]!]!++;
      const gate = options.gate[option]!;
      const across = options.across[option]!;
      if (!hasPin(inputs[gate]!, places[gate]!, { net, across })) {
        inputs[gate]!.push(net);
        places[gate]!.push(across);
      }
    }
    const addName = (net: number, name: string) => {
      if (!names[net]!.includes(name)) names[net]!.push(name);
    };
    for (const decision of free) {
      const net = netOfEdge[options.edge[decision]!]!;
      ends[net]!++;
      if (atGate[decision] === 0) outside[net]!++;
      const letter = letters[letterAt[decision]!];
      if (letter === undefined) continue;
      addName(net, letter.name);
      if (letter.isInput && drivers[net]! > 0) sum += DRIVEN_INPUT;
    }
    // A stem is only cut off for a name behind it.
    for (const edge of loose) {
      const net = netOfEdge[edge]!;
      ends[net]!++;
      outside[net]!++;
      addName(net, "behind a cut stem");
    }
    for (let gate = 0; gate < inputs.length; gate++) {
      const count = inputs[gate]!.length;
      const { gateClass } = gates.bodies[gate]!;
      const isNot = gateClass === "NOT";
      for (let k = count; k < (isNot ? 1 : 2); k++) fault("open-input", { gate });
      if (isNot) for (let k = 1; k < count; k++) fault("extra-input", { gate });
      else if (count > 1) sum += MANY_INPUTS * (count - 2) + repeatCost(gateClass, count) * repeated(inputs[gate]!);
    }
    for (let bubble = 0; bubble < circles.length; bubble++) {
      if (circles[bubble] !== 1) fault("lost-bubble", { gate: gates.bubbles[bubble]!.gate });
    }
    let leaves = 0;
    for (let net = 0; net < nets; net++) {
      for (let k = 1; k < drivers[net]!; k++) fault("shorted", { net });
      if (drivers[net] === 0 && sinks[net]! > 0) {
        if (ends[net] === 0) fault("undriven", { net });
        sum += 0.25 + (letters.length > 0 && names[net]!.length === 0 ? NO_LETTER : 0);
        if (ends[net]! > 0 && outside[net] === 0 && names[net]!.length === 0) sum += BEGINS_IN_GATE;
        for (let k = 1; k < names[net]!.length; k++) fault("joined-inputs", { net });
      }
      if (drivers[net]! > 0 && sinks[net] === 0) {
        leaves++;
        sum += 0.4;
      }
      if (drivers[net] === 0 && sinks[net] === 0) sum += names[net]!.length === 0 ? 0.5 : IDLE_INPUT;
    }
    // One gate may stand at the end of the drawing without a wire: it is the output.
    let excused = leaves === 0 ? 1 : 0;
    for (let gate = 0; gate < outputOf.length; gate++) {
      if (outputOf[gate] !== -1) continue;
      if (excused > 0) {
        excused--;
        sum += 0.8;
      } else fault("no-output", { gate });
    }
    for (const gate of gatesInLoops(inputs, outputOf)) fault("feedback", { gate });
    return sum;
  };
}

function hasPin(
  nets: readonly number[],
  places: readonly number[],
  { net, across }: { net: number; across: number },
): boolean {
  for (let k = 0; k < nets.length; k++) if (nets[k] === net && Math.abs(places[k]! - across) < ONE_PIN) return true;
  return false;
}

function repeatCost(gateClass: GateClass, inputs: number): number {
  return mayInvert(gateClass, inputs) ? REPEATED.inverter : REPEATED.other;
}

/** How many of a gate's inputs are on a net that another one is on. */
function repeated(nets: readonly number[]): number {
  let count = 0;
  for (let k = 1; k < nets.length; k++) if (nets.indexOf(nets[k]!) < k) count++;
  return count;
}

/** One gate for each way back that a walk from the outputs to the inputs finds. */
function gatesInLoops(inputs: readonly (readonly number[])[], outputOf: Int32Array): Set<number> {
  const state = new Uint8Array(outputOf.length);
  const found = new Set<number>();
  const visit = (gate: number) => {
    state[gate] = 1;
    for (const net of inputs[gate]!) {
      for (let driver = 0; driver < outputOf.length; driver++) {
        if (outputOf[driver] !== net) continue;
        if (state[driver] === 1) found.add(driver);
        if (state[driver] === 0) visit(driver);
      }
    }
    state[gate] = 2;
  };
  for (let gate = 0; gate < outputOf.length; gate++) if (state[gate] === 0) visit(gate);
  return found;
}
