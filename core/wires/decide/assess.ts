import type { Gates } from "../../gates/read-gates.ts";
import { distanceToBox } from "../../geometry/boxes.ts";
import { mayInvert } from "../../rules/gates.ts";
import type { Decision, PinChoice } from "./decision.ts";
import { FAULT_KINDS, type Fault, ONE_PIN } from "./fault.ts";
import { intTable, kernels, putTables } from "./kernels/kernels.ts";

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

/** A text next to a wire end. */
export interface Letter {
  /** The letter, or a unique text if it could not be read. */
  readonly name: string;
  /** The end points away from where the drawing's outputs are: the letter can only name an input. */
  readonly isInput: boolean;
  /** The end points to where the drawing's outputs are. */
  readonly isOutput: boolean;
}

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

/** Assesses choices of options: one index for each decision. */
export interface Assessor {
  /**
   * `netOfEdge` is valid until the next call. The cost is infinite if the ink alone costs `limit` or more; the nets are
   * not known then.
   */
  look(choice: readonly number[], limit?: number): Look;
  /** The circuit that the chosen options give: its nets, its pins, and its faults. */
  assess(choice: readonly number[]): Assessment;
}

/**
 * Assesses one choice of options after another: a legal circuit has every input driven once, no two outputs joined, no
 * feedback, and every gate used. The puzzle is in the kernels' memory, which has room for one: an assessor is of use
 * until the next one is made.
 */
export function assessor(puzzle: Puzzle): Assessor {
  const { edges, decisions, gates } = puzzle;
  const first = firstOptions(decisions);
  placePuzzle(puzzle);
  const chosen = intTable("choice", decisions.length);
  const netOfEdge = intTable("netOfLine", edges);

  const look = (choice: readonly number[], limit = Number.POSITIVE_INFINITY): Look => {
    for (let index = 0; index < decisions.length; index++) chosen[index] = first[index]! + choice[index]!;
    const cost = kernels.look(limit);
    return { cost, ink: kernels.ink.value, netOfEdge, nets: kernels.nets.value };
  };
  const decisionsOf = (table: "pins" | "freeEnds", count: number): number[] => {
    return Array.from(intTable(table, count), (option) => first.findLastIndex((from) => from <= option));
  };
  return {
    look,
    assess: (choice) => {
      const found = look(choice);
      const pins = decisionsOf("pins", kernels.pinCount.value).flatMap((decision) => {
        const { edge, options } = decisions[decision]!;
        const { pin } = options[choice[decision]!]!;
        return pin === undefined || edge === undefined ? [] : [{ ...pin, edge, decision }];
      });
      const free = decisionsOf("freeEnds", kernels.freeCount.value);
      return { ...found, netOfEdge: netOfEdge.slice(), pins, free, faults: faultsFound(gates) };
    },
  };
}

/** For each decision the number of its first option among the options of all. */
export function firstOptions(decisions: readonly Decision[]): readonly number[] {
  let next = 0;
  return decisions.map(({ options }) => {
    next += options.length;
    return next - options.length;
  });
}

function placePuzzle({ edges, decisions, gates, lettered }: Puzzle): void {
  const options = decisions.flatMap((decision) => decision.options);
  const linked = options.map(({ links }) => links.flat());
  const linksFrom = [0];
  for (const lines of linked) linksFrom.push(linksFrom.at(-1)! + lines.length);
  const letters = [...lettered].map(([decision, letter]) => ({ decision, ...letter }));
  const names = [...new Set(letters.map(({ name }) => name))];
  const { bodies, bubbles } = gates;
  const sizes = [decisions.length, options.length, linksFrom.at(-1)!, edges, bodies.length, bubbles.length] as const;
  kernels.placeTables(...sizes, letters.length);
  kernels.begin(ONE_PIN);
  const isAtGate = ({ at }: Decision) => bodies.some(({ box }) => distanceToBox(box, at) <= AT_GATE * gates.unit);
  putTables({
    lineOf: ofEach(decisions, ({ edge }) => edge),
    letterAt: ofEach(decisions, (_, index) => letters.findIndex(({ decision }) => decision === index)),
    atGate: ofEach(decisions, isAtGate),
    decisionOf: decisions.flatMap((decision, index) => decision.options.map(() => index)),
    costOf: options.map(({ cost }) => cost),
    linksFrom,
    links: linked.flat(),
    meets: ofEach(options, ({ meets }) => meets),
    loose: ofEach(options, ({ loose }) => loose),
    isFree: ofEach(options, ({ free }) => free === true),
    gateOf: ofEach(options, ({ pin }) => pin?.gate),
    isOutput: ofEach(options, ({ pin }) => pin?.role === "output"),
    bubbleOf: ofEach(options, ({ pin }) => pin?.bubble),
    across: options.map(({ pin }) => pin?.across ?? 0),
    isNot: ofEach(bodies, ({ gateClass }) => gateClass === "NOT"),
    mayInvert: ofEach(bodies, ({ gateClass }) => mayInvert(gateClass, 2)),
    decisionAt: ofEach(letters, ({ decision }) => decision),
    nameOf: ofEach(letters, ({ name }) => names.indexOf(name)),
    namesInput: ofEach(letters, ({ isInput }) => isInput),
    namesOutput: ofEach(letters, ({ isOutput }) => isOutput),
  });
}

/** A table's numbers: 1 and 0 for true and false, -1 for none. */
function ofEach<Item>(
  items: readonly Item[],
  value: (item: Item, index: number) => number | boolean | undefined,
): number[] {
  return items.map((item, index) => Number(value(item, index) ?? -1));
}

/** The faults of the last look. */
function faultsFound({ bubbles }: Gates): Fault[] {
  const count = kernels.faultCount.value;
  const pairs = intTable("faults", 2 * count);
  return Array.from({ length: count }, (_, k) => {
    const kind = FAULT_KINDS[pairs[2 * k]!]!;
    const at = pairs[2 * k + 1]!;
    if (kind === "shorted" || kind === "undriven" || kind === "joined-inputs") return { kind, net: at };
    return { kind, gate: kind === "lost-bubble" ? bubbles[at]!.gate : at };
  });
}
