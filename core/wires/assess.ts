import type { Gates } from "../gates/read-gates.ts";
import type { Decision, Option, PinChoice } from "./decision.ts";

/** A gate's pin with the line that arrives at it. */
export interface Pin extends PinChoice {
  readonly edge: number;
  /** Index of the wire end's decision. */
  readonly decision: number;
}

/** A circuit that a choice of options gives, and how much is wrong with it. */
export interface Assessment {
  /** What the ink says against it, plus the penalties. */
  readonly cost: number;
  /** What the ink says against it. */
  readonly ink: number;
  /** For each line the number of its net, 0 … `nets` - 1. */
  readonly netOfEdge: readonly number[];
  readonly nets: number;
  readonly pins: readonly Pin[];
  /** Decisions of ends that are left free. */
  readonly free: readonly number[];
  /** Faults that make the circuit illegal. */
  readonly faults: readonly Fault[];
}

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

/** An end that goes on in two ways at once. */
const USED_TWICE = 0.8;
/** An input without a letter where others have one. */
const NO_LETTER = 0.6;
/** An input's letter beside an end that goes on all the same. */
const LOST_NAME = 0.8;
/** A named wire that leads to no gate. */
const IDLE_INPUT = 1.5;
/** An input's letter on a wire that a gate drives. */
const DRIVEN_INPUT = 1.5;

/** A text beside a wire end. */
export interface Letter {
  /** The letter, or something of its own where it could not be read. */
  readonly name: string;
  /** The end points away from where the drawing's outputs are: the letter can only name an input. */
  readonly isInput: boolean;
}

/** What is assessed: the lines, the places to decide, and the gates around them. */
export interface Puzzle {
  readonly edges: number;
  readonly decisions: readonly Decision[];
  readonly gates: Gates;
  /** What stands beside ends, by their decisions. */
  readonly lettered: ReadonlyMap<number, Letter>;
}

/**
 * The circuit that the chosen options (one index a decision) give: its nets, its pins, and its faults. A legal circuit
 * has every input driven once, no two outputs joined, no feedback, and every gate used.
 */
export function assess({ edges, decisions, gates, lettered }: Puzzle, choice: readonly number[]): Assessment {
  const group = new Int32Array(edges);
  for (let edge = 0; edge < edges; edge++) group[edge] = edge;
  const find = (edge: number) => {
    let root = edge;
    while (group[root] !== root) root = group[root]!;
    while (group[edge] !== root) {
      const next = group[edge]!;
      group[edge] = root;
      edge = next;
    }
    return root;
  };
  const join = (a: number, b: number) => {
    group[find(a)] = find(b);
  };
  let cost = 0;
  const pins: Pin[] = [];
  const loose: number[] = [];
  const met = new Uint8Array(decisions.length);
  const optionOf = (index: number): Option => decisions[index]!.options[choice[index]!]!;
  for (let index = 0; index < decisions.length; index++) {
    const option = optionOf(index);
    for (const link of option.links) join(link[0], link[1]);
    if (option.meets !== undefined) met[option.meets] = 1;
    if (option.loose !== undefined) loose.push(option.loose);
    const edge = decisions[index]!.edge;
    if (option.pin !== undefined && edge !== undefined) {
      const { gate, role, bubble, across } = option.pin;
      pins.push({ gate, role, bubble, across, edge, decision: index });
    }
  }
  const free: number[] = [];
  for (let index = 0; index < decisions.length; index++) {
    const option = optionOf(index);
    if (met[index] === 0) {
      cost += option.cost;
      if (option.free === true) free.push(index);
    } else if (option.free !== true) {
      // The second end of a gap needs no reading of its own; one that has another reading is used twice.
      const isMutual = option.meets !== undefined && optionOf(option.meets).meets === index;
      cost += isMutual ? option.cost / 2 : option.cost + USED_TWICE;
    }
  }
  const outputOf: number[] = gates.bodies.map(() => -1);
  for (const { gate, role, edge } of pins) {
    if (role !== "output") continue;
    if (outputOf[gate] === -1) outputOf[gate] = edge;
    else {
      join(outputOf[gate]!, edge);
      cost += 0.5;
    }
  }
  const numbers = new Int32Array(edges).fill(-1);
  const netOfEdge = new Array<number>(edges);
  let nets = 0;
  for (let edge = 0; edge < edges; edge++) {
    const root = find(edge);
    if (numbers[root] === -1) numbers[root] = nets++;
    netOfEdge[edge] = numbers[root]!;
  }
  for (const [decision, { isInput }] of lettered) {
    const option = optionOf(decision);
    if (isInput && option.pin === undefined && (option.free !== true || met[decision] === 1)) cost += LOST_NAME;
  }
  const ink = cost;
  const outputs = outputOf.map((edge) => (edge === -1 ? -1 : netOfEdge[edge]!));
  const result = { netOfEdge, nets, pins, free };
  const { faults, extra } = findFaults(result, {
    gates,
    outputs,
    decisions,
    lettered,
    loose: loose.map((edge) => netOfEdge[edge]!),
  });
  for (const fault of faults) cost += PENALTY[fault.kind];
  return { ...result, cost: cost + extra, ink, faults };
}

function findFaults(
  { netOfEdge, nets, pins, free }: Pick<Assessment, "netOfEdge" | "nets" | "pins" | "free">,
  {
    gates,
    outputs,
    decisions,
    lettered,
    loose,
  }: Omit<Puzzle, "edges"> & { outputs: readonly number[]; loose: readonly number[] },
): { faults: Fault[]; extra: number } {
  const faults: Fault[] = [];
  let extra = 0;
  const drivers = new Array<number>(nets).fill(0);
  const sinks = new Array<number>(nets).fill(0);
  const ends = new Array<number>(nets).fill(0);
  const inputs: number[][] = gates.bodies.map(() => []);
  const places: number[][] = gates.bodies.map(() => []);
  const circles = gates.bubbles.map(() => 0);
  for (const net of outputs) if (net !== -1) drivers[net]!++;
  for (const { gate, role, edge, bubble, across } of pins) {
    if (role !== "input") continue;
    const net = netOfEdge[edge]!;
    sinks[net]!++;
    if (bubble !== -1) circles[bubble]!++;
    if (inputs[gate]!.some((other, k) => other === net && Math.abs(places[gate]![k]! - across) < ONE_PIN)) continue;
    inputs[gate]!.push(net);
    places[gate]!.push(across);
  }
  const names: (Set<string> | undefined)[] = new Array(nets);
  const addName = (net: number, name: string) => {
    names[net] ??= new Set();
    names[net].add(name);
  };
  for (const decision of free) {
    const net = netOfEdge[decisions[decision]!.edge!]!;
    ends[net]!++;
    const letter = lettered.get(decision);
    if (letter === undefined) continue;
    addName(net, letter.name);
    if (letter.isInput && drivers[net]! > 0) extra += DRIVEN_INPUT;
  }

  // A stem is only cut off for a name that stands behind it.
  for (const net of loose) {
    ends[net]!++;
    addName(net, `loose ${net}`);
  }

  gates.bodies.forEach((body, gate) => {
    const count = inputs[gate]!.length;
    const needed = body.gateClass === "NOT" ? 1 : 2;
    for (let k = count; k < needed; k++) faults.push({ kind: "open-input", gate });
    if (body.gateClass === "NOT") for (let k = 1; k < count; k++) faults.push({ kind: "extra-input", gate });
    else if (count > 1) extra += 0.15 * (count - 2) + 0.3 * (count - new Set(inputs[gate]).size);
  });
  circles.forEach((count, bubble) => {
    if (count !== 1) faults.push({ kind: "lost-bubble", gate: gates.bubbles[bubble]!.gate });
  });
  let leaves = 0;
  for (let net = 0; net < nets; net++) {
    for (let k = 1; k < drivers[net]!; k++) faults.push({ kind: "shorted", net });
    if (drivers[net] === 0 && sinks[net]! > 0) {
      if (ends[net] === 0) faults.push({ kind: "undriven", net });
      extra += 0.25 + (lettered.size > 0 && names[net] === undefined ? NO_LETTER : 0);
      for (let k = 1; k < (names[net]?.size ?? 0); k++) faults.push({ kind: "joined-inputs", net });
    }
    if (drivers[net]! > 0 && sinks[net] === 0) {
      leaves++;
      extra += 0.4;
    }
    if (drivers[net] === 0 && sinks[net] === 0) extra += names[net] === undefined ? 0.5 : IDLE_INPUT;
  }
  const silent = outputs.flatMap((net, gate) => (net === -1 ? [gate] : []));
  // One gate may stand at the end of the drawing without a wire: it is the output.
  silent.slice(leaves === 0 ? 1 : 0).forEach((gate) => {
    faults.push({ kind: "no-output", gate });
  });
  if (leaves === 0 && silent.length > 0) extra += 0.8;
  for (const gate of gatesInLoops(inputs, outputs)) faults.push({ kind: "feedback", gate });
  return { faults, extra };
}

/** One gate for each way back that a walk from the outputs to the inputs finds. */
function gatesInLoops(inputs: readonly (readonly number[])[], outputs: readonly number[]): number[] {
  const driversOf = new Map<number, number[]>();
  outputs.forEach((net, gate) => {
    if (net !== -1) driversOf.set(net, [...(driversOf.get(net) ?? []), gate]);
  });
  const state = new Uint8Array(outputs.length);
  const found: number[] = [];
  const visit = (gate: number) => {
    state[gate] = 1;
    for (const net of inputs[gate]!) {
      for (const driver of driversOf.get(net) ?? []) {
        if (state[driver] === 1) found.push(driver);
        if (state[driver] === 0) visit(driver);
      }
    }
    state[gate] = 2;
  };
  outputs.forEach((_, gate) => {
    if (state[gate] === 0) visit(gate);
  });
  return [...new Set(found)];
}
