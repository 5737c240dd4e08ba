import { gateName, netName } from "../answers/describe-change.ts";
import { withArticle } from "../basics/texts.ts";
import { intersectionOverUnion, isAt, isSameBox } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { Gate, NetId, Netlist } from "../netlist/netlist.ts";
import type { UnclearKind } from "../rules/unclear-kind.ts";
import type { PossibleCircuit } from "./evidence.ts";

/** A place where two readings of a page differ. */
export interface ReadingDifference {
  readonly kind: UnclearKind;
  /** What the other reading says about the place, in words that follow "If": "this gate is a NAND". */
  readonly text: string;
  readonly box?: PictureBox;
}

/** A circuit with the places where its wires meet. */
type LocatedCircuit = Pick<PossibleCircuit, "netlist" | "meetings">;

/** Two looks' boxes of one gate have at least this intersection over union. */
const SAME_GATE = 0.3;

/**
 * What another reading of a page says and the first does not. How wires meet is named rather than what follows from it:
 * which gate reads what is named only if no gate, letter or meeting explains it.
 *
 * @example
 * readingDifferences({ netlist: and, meetings: [] }, { netlist: nand, meetings: [] });
 * // [{ text: "this gate is a NAND", … }]
 */
export function readingDifferences(asRead: LocatedCircuit, other: LocatedCircuit): ReadingDifference[] {
  const pair = { asRead, other, gates: sameGates(asRead.netlist, other.netlist), named: false };
  const own = [...gateDifferences(pair), ...letterDifferences(pair), ...meetingDifferences(pair)];
  const sources = sourceDifferences(pair);
  const inversions = sources.filter(({ kind }) => kind === "inversion");
  const rest = own.length + inversions.length > 0 ? inversions : sources;
  return [...own, ...rest, ...outputDifferences(pair)];
}

/**
 * The same as one text without places: gates and letters have their names, as in explanations, and what follows from how
 * wires meet is named instead of where they do: "AND 2 is a NAND and the letter A has a bar".
 */
export function namedDifferences(asRead: LocatedCircuit, other: LocatedCircuit): string {
  const pair = { asRead, other, gates: sameGates(asRead.netlist, other.netlist), named: true };
  const all = [
    ...gateDifferences(pair),
    ...letterDifferences(pair),
    ...sourceDifferences(pair),
    ...outputDifferences(pair),
  ];
  return all.map(({ text }) => text).join(" and ");
}

/** Two readings, the gates that are the same (see `sameGates`), and whether places have names or are shown. */
interface Pair {
  readonly asRead: LocatedCircuit;
  readonly other: LocatedCircuit;
  readonly gates: readonly number[];
  readonly named: boolean;
}

/** Differences as one condition: "this gate is a NAND and these two wires cross". */
export function conditionText(differences: readonly Pick<ReadingDifference, "text">[]): string {
  const [first, ...others] = differences.slice(0, 3).map(({ text }) => text);
  return [first ?? "the wires are connected in another way", ...others].join(" and ");
}

/**
 * For each gate of the first netlist the index of the same one in the other, or -1. Without places, both have the same
 * order.
 */
function sameGates(asRead: Netlist, other: Netlist): number[] {
  const taken = new Set<number>();
  return asRead.gates.map(({ box }, index) => {
    if (box === undefined) return index < other.gates.length ? index : -1;
    const overlaps = other.gates.map((gate, k) => {
      return gate.box && !taken.has(k) ? intersectionOverUnion(box, gate.box) : 0;
    });
    const best = overlaps.indexOf(Math.max(0, ...overlaps));
    if (best === -1 || overlaps[best]! < SAME_GATE) return -1;
    taken.add(best);
    return best;
  });
}

function gateDifferences({ asRead: { netlist }, other, gates, named }: Pair): ReadingDifference[] {
  const changed = netlist.gates.flatMap(({ gateClass, box }, index): ReadingDifference[] => {
    const same = other.netlist.gates[gates[index]!];
    if (same?.gateClass === gateClass) return [];
    const gate = named ? gateName(index, netlist) : same === undefined ? "this" : "this gate";
    const text = same === undefined ? `${gate} is no gate` : `${gate} is ${withArticle(same.gateClass)}`;
    return [{ kind: "gate", text, ...(box && { box }) }];
  });
  const more = other.netlist.gates.flatMap(({ gateClass, inputs, box }, index): ReadingDifference[] => {
    if (gates.includes(index)) return [];
    const sources = inputs.map(({ net }) => (net === null ? "nothing" : netName(net, other.netlist)));
    const text = named
      ? `there is ${withArticle(gateClass)} with ${sources.join(" and ")}`
      : `this is ${withArticle(gateClass)}`;
    return [{ kind: "gate", text, ...(box && { box }) }];
  });
  return [...changed, ...more];
}

function letterDifferences({ asRead: { netlist }, other, named }: Pair): ReadingDifference[] {
  return netlist.inputs.flatMap(({ name, net, inverted = false, box }): ReadingDifference[] => {
    const same = other.netlist.inputs.find(
      (input) => box && input.box && (isSameBox(box, input.box) || isAt(box, input.box)),
    );
    if (box === undefined || same === undefined) return [];
    const letter = named ? letterName({ name, net }, netlist) : "this letter";
    const [before, now] = [inverted, same.inverted ?? false];
    if (same.name !== name) {
      return [{ kind: "letter", text: `${letter} is ${now ? `${same.name} with a bar` : same.name}`, box }];
    }
    return before === now ? [] : [{ kind: "inversion", text: `${letter} has ${now ? "a" : "no"} bar`, box }];
  });
}

/** "the letter A"; if a page has several of them, with the gate that it leads to. */
function letterName({ name, net }: { name: string; net: NetId }, netlist: Netlist): string {
  const reader = netlist.gates.findIndex(({ inputs }) => inputs.some((pin) => pin.net === net));
  const isAlone = netlist.inputs.filter((input) => input.name === name).length === 1;
  return `the letter ${name}${isAlone || reader === -1 ? "" : ` at ${gateName(reader, netlist)}`}`;
}

const MEETING_TEXTS = {
  junction: "these two wires are connected",
  intersection: "these two wires cross",
} as const;

function meetingDifferences({ asRead, other }: Pair): ReadingDifference[] {
  return asRead.meetings.flatMap(({ className, box }): ReadingDifference[] => {
    const here = other.meetings.filter((each) => isAt(box, each.box) || isAt(each.box, box));
    const otherwise = here.find((each) => each.className !== className);
    if (otherwise === undefined || here.some((each) => each.className === className)) return [];
    return [{ kind: "meeting", text: MEETING_TEXTS[otherwise.className], box }];
  });
}

/** Gates whose pins are fed by other gates or letters, or with other inversions. */
function sourceDifferences({ asRead: { netlist }, other, gates, named }: Pair): ReadingDifference[] {
  return netlist.gates.flatMap((gate, index): ReadingDifference[] => {
    const same = other.netlist.gates[gates[index]!];
    if (same === undefined) return [];
    const box = gate.box && { box: gate.box };
    const before = sourcesOf(gate, netlist, { indexOf: (driver) => driver, named });
    const now = sourcesOf(same, other.netlist, { indexOf: (driver) => gates.indexOf(driver), named });
    const lost = without(before, now);
    const gained = without(now, before);
    return gained.map((source, k): ReadingDifference => {
      const old = lost.find(({ key }) => key === source.key) ?? lost[k];
      if (old?.key === source.key) {
        const pin = named ? ` of ${gateName(index, netlist)}` : "";
        const text = `the input${pin} from ${source.name} has ${source.inverted ? "an" : "no"} inversion circle`;
        return { kind: "inversion", text, ...box };
      }
      const instead = old === undefined ? "" : `, not from ${old.name}`;
      return {
        kind: "wire",
        text: `an input of ${named ? gateName(index, netlist) : `this ${gate.gateClass}`} comes from ${source.name}${instead}`,
        ...box,
      };
    });
  });
}

interface Source {
  /** The same for what drives a pin in both readings. */
  readonly key: string;
  readonly name: string;
  readonly inverted: boolean;
}

interface SourceNames {
  /** The first reading's index of a gate. */
  readonly indexOf: (driver: number) => number;
  readonly named: boolean;
}

function sourcesOf({ inputs }: Gate, netlist: Netlist, names: SourceNames): Source[] {
  return inputs.map(({ net, inverted }) => {
    const { key, name } = sourceOf(net, netlist, names);
    return { key, name, inverted };
  });
}

function sourceOf(net: NetId | null, netlist: Netlist, { indexOf, named }: SourceNames): { key: string; name: string } {
  const input = netlist.inputs.find((terminal) => net !== null && terminal.net === net);
  if (input) {
    const name = input.inverted ? `~${input.name}` : input.name;
    return { key: name, name };
  }
  const driver = netlist.gates.findIndex(({ output }) => net !== null && output === net);
  if (driver === -1) return { key: "nothing", name: "nowhere" };
  const name = named ? gateName(driver, netlist) : `the ${netlist.gates[driver]!.gateClass}`;
  return { key: `gate ${indexOf(driver)}`, name };
}

/** The sources of `all` that `others` lack, each as often. */
function without(all: readonly Source[], others: readonly Source[]): Source[] {
  const left = [...others];
  return all.filter(({ key, inverted }) => {
    const at = left.findIndex((each) => each.key === key && each.inverted === inverted);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

function outputDifferences({ asRead, other, gates, named }: Pair): ReadingDifference[] {
  const driverOf = ({ netlist }: LocatedCircuit, net: NetId) => netlist.gates.findIndex(({ output }) => output === net);
  const before = new Set(asRead.netlist.outputs.map(({ net }) => driverOf(asRead, net)));
  return other.netlist.outputs.flatMap(({ net }): ReadingDifference[] => {
    const gate = gates.indexOf(driverOf(other, net));
    if (gate === -1 || before.has(gate)) return [];
    const { box } = asRead.netlist.gates[gate]!;
    const name = named ? gateName(gate, asRead.netlist) : "this gate";
    return [{ kind: "wire", text: `the wire from ${name} is an output`, ...(box && { box }) }];
  });
}
