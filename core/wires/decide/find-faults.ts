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

/** Ends of one net that are this close are one pin, as a share of the gate's width across its direction. */
export const ONE_PIN = 0.2;

/** An input without a letter where others have one. */
const NO_LETTER = 0.6;
/** An unnamed input whose wire begins in a gate: more likely a piece of its outline. */
const BEGINS_IN_GATE = 1.2;
/** A named wire that leads to no gate. */
const IDLE_INPUT = 1.5;
/** An input's letter on a wire that a gate drives. */
const DRIVEN_INPUT = 1.5;
/** Each input of a gate beyond two. */
const MANY_INPUTS = 0.15;
/** Two inputs of a gate on one net: this makes an inverter of a NAND or NOR; nobody draws it on other gates. */
const REPEATED = { inverter: 0.3, other: 1.5 } as const;

/** A text next to a wire end. */
export interface Letter {
  /** The letter, or a unique text if it could not be read. */
  readonly name: string;
  /** The end points away from where the drawing's outputs are: the letter can only name an input. */
  readonly isInput: boolean;
  /** The end points to where the drawing's outputs are. */
  readonly isOutput: boolean;
}

/** A circuit that a choice of options gives, as a search looks at it. */
interface Drawn {
  /** For each line the number of its net, 0 … `nets` - 1. */
  readonly netOfEdge: Int32Array;
  readonly nets: number;
  /** Decisions of the ends that are pins, and of those that are free. */
  readonly pins: Members;
  readonly free: Members;
  /** Lines that end free where a stem was cut off. */
  readonly loose: Members;
  /** The net that each gate drives, or -1. */
  readonly outputOf: Int32Array;
  readonly choice: readonly number[];
}

/** Numbers in reused memory: the first `count` of `all`. */
export interface Members {
  readonly all: Int32Array;
  count: number;
}

/** What does not depend on how the places are read. */
interface Surroundings {
  readonly edges: number;
  readonly gates: Gates;
  readonly letters: readonly Letter[];
  /** For each decision the index of its letter, or -1. */
  readonly letterAt: Int32Array;
  /** For each decision 1 if it is about a place in a gate. */
  readonly atGate: Uint8Array;
}

/** Adds up the penalties of a circuit's faults and oddities; if `faults` is given, it gets the faults. */
export function faultFinder(
  { edges, gates, letters, letterAt, atGate }: Surroundings,
  options: CompiledOptions,
): (drawn: Drawn, faults: Fault[] | undefined) => number {
  const drivers = new Int32Array(edges);
  const sinks = new Int32Array(edges);
  const ends = new Int32Array(edges);
  const outside = new Int32Array(edges);
  const leading = new Int32Array(edges);
  const isCut = new Uint8Array(edges);
  const names = namesOfNets(edges, letters);
  const inputs = gateInputs(gates.bodies.length, options.first.length);
  const circles = new Int32Array(gates.bubbles.length);
  const findLoops = loopFinder(inputs);

  return ({ netOfEdge, nets, pins, free, loose, outputOf, choice }, faults) => {
    let sum = 0;
    drivers.fill(0, 0, nets);
    sinks.fill(0, 0, nets);
    ends.fill(0, 0, nets);
    outside.fill(0, 0, nets);
    leading.fill(0, 0, nets);
    isCut.fill(0, 0, nets);
    names.clear(nets);
    inputs.count.fill(0);
    circles.fill(0);
    for (let gate = 0; gate < outputOf.length; gate++) if (outputOf[gate] !== -1) drivers[outputOf[gate]!]!++;
    for (let k = 0; k < pins.count; k++) {
      const index = pins.all[k]!;
      const option = options.first[index]! + choice[index]!;
      if (options.isOutput[option] === 1) continue;
      const net = netOfEdge[options.edge[index]!]!;
      sinks[net]!++;
      if (options.bubble[option] !== -1) circles[options.bubble[option]!]!++;
      inputs.add(options.gate[option]!, net, options.across[option]!);
    }
    for (let k = 0; k < free.count; k++) {
      const decision = free.all[k]!;
      const net = netOfEdge[options.edge[decision]!]!;
      ends[net]!++;
      if (atGate[decision] === 0) outside[net]!++;
      const letter = letterAt[decision]!;
      if (letter === -1) continue;
      names.add(net, letter);
      if (letters[letter]!.isOutput) leading[net]!++;
      if (letters[letter]!.isInput && drivers[net]! > 0) sum += DRIVEN_INPUT;
    }
    for (let k = 0; k < loose.count; k++) {
      const net = netOfEdge[loose.all[k]!]!;
      ends[net]!++;
      outside[net]!++;
      // A stem is only cut off for a name behind it.
      if (isCut[net] === 0) names.count[net]!++;
      isCut[net] = 1;
    }
    for (let gate = 0; gate < inputs.count.length; gate++) {
      const count = inputs.count[gate]!;
      const { gateClass } = gates.bodies[gate]!;
      const isNot = gateClass === "NOT";
      for (let k = count; k < (isNot ? 1 : 2); k++) {
        sum += PENALTY["open-input"];
        faults?.push({ kind: "open-input", gate });
      }
      if (!isNot) {
        if (count > 1) sum += MANY_INPUTS * (count - 2) + repeatCost(gateClass, count) * inputs.repeated(gate);
        continue;
      }
      for (let k = 1; k < count; k++) {
        sum += PENALTY["extra-input"];
        faults?.push({ kind: "extra-input", gate });
      }
    }
    for (let bubble = 0; bubble < circles.length; bubble++) {
      if (circles[bubble] === 1) continue;
      sum += PENALTY["lost-bubble"];
      faults?.push({ kind: "lost-bubble", gate: gates.bubbles[bubble]!.gate });
    }
    let leaves = 0;
    for (let net = 0; net < nets; net++) {
      const named = names.count[net]!;
      // An input's wire may lead on to outputs.
      const begun = named > leading[net]! ? named - leading[net]! : named;
      for (let k = 1; k < drivers[net]!; k++) {
        sum += PENALTY.shorted;
        faults?.push({ kind: "shorted", net });
      }
      if (drivers[net] === 0 && sinks[net]! > 0) {
        if (ends[net] === 0) {
          sum += PENALTY.undriven;
          faults?.push({ kind: "undriven", net });
        }
        sum += 0.25 + (letters.length > 0 && named === 0 ? NO_LETTER : 0);
        if (ends[net]! > 0 && outside[net] === 0 && named === 0) sum += BEGINS_IN_GATE;
        for (let k = 1; k < begun; k++) {
          sum += PENALTY["joined-inputs"];
          faults?.push({ kind: "joined-inputs", net });
        }
      }
      if (drivers[net]! > 0 && sinks[net] === 0) {
        leaves++;
        sum += 0.4;
      }
      if (drivers[net] === 0 && sinks[net] === 0) sum += named === 0 || begun < named ? 0.5 : IDLE_INPUT;
    }
    // One gate may stand at the end of the drawing without a wire: it is the output.
    let excused = leaves === 0 ? 1 : 0;
    for (let gate = 0; gate < outputOf.length; gate++) {
      if (outputOf[gate] !== -1) continue;
      if (excused > 0) {
        excused--;
        sum += 0.8;
        continue;
      }
      sum += PENALTY["no-output"];
      faults?.push({ kind: "no-output", gate });
    }
    const loops = findLoops(outputOf);
    for (let k = 0; k < loops.count; k++) {
      sum += PENALTY.feedback;
      faults?.push({ kind: "feedback", gate: loops.all[k]! });
    }
    return sum;
  };
}

/** How many different letters each net has. */
function namesOfNets(edges: number, letters: readonly Letter[]) {
  const different = [...new Set(letters.map(({ name }) => name))];
  const nameOf = Int32Array.from(letters, ({ name }) => different.indexOf(name));
  const count = new Int32Array(edges);
  const netsSeen = new Int32Array(letters.length);
  const namesSeen = new Int32Array(letters.length);
  let seen = 0;
  return {
    count,
    clear: (nets: number) => {
      count.fill(0, 0, nets);
      seen = 0;
    },
    add: (net: number, letter: number) => {
      const name = nameOf[letter]!;
      for (let k = 0; k < seen; k++) if (netsSeen[k] === net && namesSeen[k] === name) return;
      netsSeen[seen] = net;
      namesSeen[seen++] = name;
      count[net]!++;
    },
  };
}

/** The nets that each gate reads: those of gate `g` are the first `count[g]` from `nets[g * most]` on. */
function gateInputs(gates: number, most: number) {
  const count = new Int32Array(gates);
  const nets = new Int32Array(gates * most);
  const places = new Float64Array(gates * most);
  return {
    count,
    nets,
    most,
    /** Ends of one net that are close together are one pin. */
    add: (gate: number, net: number, across: number) => {
      const first = gate * most;
      const end = first + count[gate]!;
      for (let k = first; k < end; k++) if (nets[k] === net && Math.abs(places[k]! - across) < ONE_PIN) return;
      nets[end] = net;
      places[end] = across;
      count[gate]!++;
    },
    /** How many of a gate's inputs share a net with another of its inputs. */
    repeated: (gate: number): number => {
      const first = gate * most;
      const end = first + count[gate]!;
      let repeats = 0;
      for (let k = first + 1; k < end; k++) if (nets.indexOf(nets[k]!, first) < k) repeats++;
      return repeats;
    },
  };
}

function repeatCost(gateClass: GateClass, inputs: number): number {
  return mayInvert(gateClass, inputs) ? REPEATED.inverter : REPEATED.other;
}

/** One gate for each loop that a walk from the outputs to the inputs finds. */
function loopFinder({ count, nets, most }: ReturnType<typeof gateInputs>): (outputOf: Int32Array) => Members {
  const OPEN = 1;
  const DONE = 2;
  const gates = count.length;
  const state = new Uint8Array(gates);
  const isFound = new Uint8Array(gates);
  const found: Members = { all: new Int32Array(gates), count: 0 };
  const visit = (gate: number, outputOf: Int32Array) => {
    state[gate] = OPEN;
    const first = gate * most;
    for (let k = first; k < first + count[gate]!; k++) {
      for (let driver = 0; driver < gates; driver++) {
        if (outputOf[driver] !== nets[k]) continue;
        if (state[driver] === OPEN && isFound[driver] === 0) {
          isFound[driver] = 1;
          found.all[found.count++] = driver;
        }
        if (state[driver] === 0) visit(driver, outputOf);
      }
    }
    state[gate] = DONE;
  };
  return (outputOf) => {
    state.fill(0);
    isFound.fill(0);
    found.count = 0;
    for (let gate = 0; gate < gates; gate++) if (state[gate] === 0) visit(gate, outputOf);
    return found;
  };
}
