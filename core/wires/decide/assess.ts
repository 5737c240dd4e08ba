import { distanceToBox, type Gates } from "../../gates/read-gates.ts";
import { compileOptions } from "./compiled-options.ts";
import type { Decision, PinChoice } from "./decision.ts";
import { type Fault, faultFinder, type Letter, type Members } from "./find-faults.ts";
import { nodeGroups } from "./node-groups.ts";

/** A gate's pin with the line that arrives at it. */
export interface Pin extends PinChoice {
  readonly edge: number;
  /** Index of the wire end's decision. */
  readonly decision: number;
}

/** How well a choice of options fits the drawing and makes a circuit. */
export interface Look {
  /** The cost by the ink, plus the penalties. */
  readonly cost: number;
  /** The cost by the ink. */
  readonly ink: number;
  /** For each line the number of its net, 0 … `nets` - 1. */
  readonly netOfEdge: Int32Array;
  readonly nets: number;
}

/** A circuit that a choice of options gives, and how much is wrong with it. */
export interface Assessment extends Look {
  readonly pins: readonly Pin[];
  /** Decisions of ends that are left free. */
  readonly free: readonly number[];
  /** Faults that make the circuit illegal. */
  readonly faults: readonly Fault[];
}

/** An end that is continued in two ways at once. */
const USED_TWICE = 0.8;
/** A letter next to an end that is continued nevertheless, unless it may be an output's. */
const LOST_NAME = 0.8;

const NO_NETS = new Int32Array(0);

/** A place up to this many gate sizes outside a gate's box is in the gate. */
const AT_GATE = 0.05;

/** What is assessed: the lines, the places to decide, and the gates around them. */
export interface Puzzle {
  readonly edges: number;
  readonly decisions: readonly Decision[];
  readonly gates: Gates;
  /** What is next to ends, by their decisions. */
  readonly lettered: ReadonlyMap<number, Letter>;
}

/** Receives what a search does not need. */
interface Details {
  readonly pins: Pin[];
  readonly free: number[];
  readonly faults: Fault[];
}

/** Assesses choices of options: one index for each decision. */
export interface Assessor {
  /**
   * Without details: `netOfEdge` is valid until the next call. The cost is infinite if the ink alone costs `limit` or
   * more; the nets are not known then.
   */
  look(choice: readonly number[], limit?: number): Look;
  /** The circuit that the chosen options give: its nets, its pins, and its faults. */
  assess(choice: readonly number[]): Assessment;
}

/**
 * Assesses one choice of options after another: a legal circuit has every input driven once, no two outputs joined, no
 * feedback, and every gate used. Memory that a search needs thousands of times is allocated once, here.
 */
export function assessor(puzzle: Puzzle): Assessor {
  const { edges, decisions, gates, lettered } = puzzle;
  const options = compileOptions(decisions);
  const groups = nodeGroups(edges);
  const met = new Uint8Array(decisions.length);
  const letters = [...lettered].map(([decision, letter]) => ({ decision, ...letter }));
  const letterAt = new Int32Array(decisions.length).fill(-1);
  letters.forEach(({ decision }, index) => {
    letterAt[decision] = index;
  });
  const atGate = Uint8Array.from(decisions, ({ at }) =>
    gates.bodies.some(({ box }) => distanceToBox(box, at) <= AT_GATE * gates.unit) ? 1 : 0,
  );
  const pins = members(decisions.length);
  const free = members(decisions.length);
  const loose = members(decisions.length);
  const outputOf = new Int32Array(gates.bodies.length);
  const findFaults = faultFinder({ edges, gates, letters, letterAt, atGate }, options);

  const look = (choice: readonly number[], limit: number, details?: Details): Look => {
    pins.count = free.count = loose.count = 0;
    groups.reset();
    met.fill(0);
    for (let index = 0; index < decisions.length; index++) {
      const option = options.first[index]! + choice[index]!;
      const last = options.linksFrom[option + 1]!;
      for (let k = options.linksFrom[option]!; k < last; k += 2) groups.join(options.links[k]!, options.links[k + 1]!);
      if (options.meets[option] !== -1) met[options.meets[option]!] = 1;
      if (options.loose[option] !== -1) loose.all[loose.count++] = options.loose[option]!;
      if (options.gate[option] !== -1 && options.edge[index] !== -1) pins.all[pins.count++] = index;
    }
    let cost = 0;
    for (let index = 0; index < decisions.length; index++) {
      const option = options.first[index]! + choice[index]!;
      if (met[index] === 0) {
        cost += options.cost[option]!;
        if (options.free[option] === 1) free.all[free.count++] = index;
      } else if (options.free[option] === 0) {
        // The second end of a gap needs no separate reading; one that has another reading is used twice.
        const other = options.meets[option]!;
        const isMutual = other !== -1 && options.meets[options.first[other]! + choice[other]!] === index;
        cost += isMutual ? options.cost[option]! / 2 : options.cost[option]! + USED_TWICE;
      }
    }
    if (cost >= limit) return { cost: Number.POSITIVE_INFINITY, ink: cost, netOfEdge: NO_NETS, nets: 0 };
    outputOf.fill(-1);
    for (let k = 0; k < pins.count; k++) {
      const index = pins.all[k]!;
      const option = options.first[index]! + choice[index]!;
      if (options.isOutput[option] === 0) continue;
      const gate = options.gate[option]!;
      if (outputOf[gate] === -1) outputOf[gate] = options.edge[index]!;
      else {
        groups.join(outputOf[gate]!, options.edge[index]!);
        cost += 0.5;
      }
    }
    const { groupOf: netOfEdge, groups: nets } = groups.number();
    for (let letter = 0; letter < letters.length; letter++) {
      const { decision, isOutput } = letters[letter]!;
      if (isOutput) continue;
      const option = options.first[decision]! + choice[decision]!;
      if (options.gate[option] === -1 && (options.free[option] === 0 || met[decision] === 1)) cost += LOST_NAME;
    }
    for (let gate = 0; gate < outputOf.length; gate++) {
      if (outputOf[gate] !== -1) outputOf[gate] = netOfEdge[outputOf[gate]!]!;
    }
    const penalties = findFaults({ netOfEdge, nets, pins, free, loose, outputOf, choice }, details?.faults);
    if (details !== undefined) {
      details.free.push(...free.all.subarray(0, free.count));
      for (const decision of pins.all.subarray(0, pins.count)) {
        const { pin, edge } = { ...decisions[decision]!.options[choice[decision]!]!, edge: decisions[decision]!.edge };
        if (pin !== undefined && edge !== undefined) details.pins.push({ ...pin, edge, decision });
      }
    }
    return { cost: cost + penalties, ink: cost, netOfEdge, nets };
  };
  return {
    look: (choice, limit = Number.POSITIVE_INFINITY) => look(choice, limit),
    assess: (choice) => {
      const details: Details = { pins: [], free: [], faults: [] };
      const found = look(choice, Number.POSITIVE_INFINITY, details);
      return { ...found, netOfEdge: found.netOfEdge.slice(), ...details };
    },
  };
}

function members(most: number): Members {
  return { all: new Int32Array(most), count: 0 };
}
