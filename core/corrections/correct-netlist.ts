import { isAt, isSameBox, middleOf, overlaps } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import { nearestOnLine } from "../geometry/distances.ts";
import type { BuiltNetlist } from "../netlist/build-netlist.ts";
import { circuitProblem, isSettledByTerminal } from "../netlist/circuit-problems.ts";
import type { Netlist, Terminal } from "../netlist/netlist.ts";
import { letters } from "../netlist/terminals.ts";
import type { Prediction } from "../reading/prediction.ts";
import type { Problem } from "../rules/problem.ts";
import type { Corrections } from "./correct-marks.ts";

type Joined = Pick<BuiltNetlist, "netlist" | "wires">;

/** A terminal names a wire that comes within this many of its box's sizes. */
const REACH = 1.5;

/**
 * A netlist with the person's inputs, outputs and junctions. A terminal is on the wire nearest to it, instead of the
 * machine's terminal there, or, if it is exactly at the place of a machine's terminal, on that one's wire. A junction
 * joins all wires through its box. Terminals that the person removed are gone; if no input has a name, inputs are
 * numbered again.
 */
export function correctNetlist(built: BuiltNetlist, { predictions, removed }: Corrections): BuiltNetlist {
  const own = predictions.filter(({ by }) => by === "person");
  const junctions = own.filter(({ className }) => className === "junction");
  const { bridged, ...joined } = withoutBridgedEnds(junctions.reduce(joinAt, built as Joined), { built, junctions });
  const { netlist, wires } = joined;
  const problems = [...built.problems];
  const inputs = place(netlist.inputs, { kind: "input", own, removed, wires, problems });
  const outputs = place(netlist.outputs, { kind: "output", own, removed, wires, problems });
  const ends = [...own, ...removed].filter(({ className }) => className === "input" || className === "output");
  const settling = {
    places: [...ends, ...bridged].flatMap(({ box }) => box ?? []),
    names: [...inputs.terminals, ...outputs.terminals].flatMap(({ name, unnamed }) => (unnamed ? [] : [name])),
  };
  return {
    netlist: { ...netlist, inputs: inputs.terminals, outputs: outputs.terminals },
    wires,
    problems: problems
      .filter((problem) => !isSettled(problem, settling))
      .map((problem) => withNewName(problem, inputs.terminals)),
    lettered: { inputs: inputs.lettered, outputs: outputs.lettered },
  };
}

interface Settling {
  /** The ends that a person named, removed or bridged. */
  readonly places: readonly PictureBox[];
  /** The names of the corrected netlist's inputs and outputs that are on the page or from a person. */
  readonly names: readonly string[];
}

/** Whether a person has changed the end that a problem is about, or gave an end the letter that had none. */
function isSettled(problem: Problem, { places, names }: Settling): boolean {
  if (!isSettledByTerminal(problem)) return false;
  const { message, box } = problem;
  if (names.some((letter) => circuitProblem("idle-letter", { letter }).message === message)) return true;
  return box !== undefined && places.some((place) => isAt(place, box) || isAt(box, place));
}

/** The message about an input without a letter contains its name, which may have changed. */
function withNewName(problem: Problem, inputs: readonly Terminal[]): Problem {
  if (problem.code !== "unlettered-input") return problem;
  const { box } = problem;
  const input = inputs.find((terminal) => box && terminal.box && isSameBox(terminal.box, box));
  return input ? circuitProblem("unlettered-input", input, input) : problem;
}

interface Placing {
  readonly kind: "input" | "output";
  readonly own: readonly Prediction[];
  readonly removed: Corrections["removed"];
  readonly wires: BuiltNetlist["wires"];
  /** Collects terminals that could not be placed. */
  readonly problems: Problem[];
}

function place(
  terminals: readonly Terminal[],
  { kind, own, removed, wires, problems }: Placing,
): { terminals: Terminal[]; lettered: boolean[] } {
  const isGone = ({ box }: Terminal): boolean =>
    box !== undefined && removed.some((other) => other.className === kind && isAt(other.box, box));
  const placed: { net: number; prediction: Prediction }[] = [];
  for (const prediction of own.filter(({ className }) => className === kind)) {
    const seen = terminals.find(({ box }) => box !== undefined && isSameBox(box, prediction.box));
    const net = seen?.net ?? nearestNet(prediction.box, wires);
    if (net !== null) placed.push({ net, prediction });
    else problems.push(circuitProblem("no-wire-at-terminal", { kind }, prediction));
  }
  const placeIn = ({ net, box }: Terminal): number =>
    placed.findIndex((one) => one.net === net || (box !== undefined && isAt(one.prediction.box, box)));
  const others = terminals.filter((terminal) => placeIn(terminal) === -1 && !isGone(terminal));
  const used = new Set([...others.map(({ name }) => name), ...placed.flatMap(({ prediction }) => nameOf(prediction))]);
  const spare = kind === "output" ? spareNames(placed.length, used) : [];
  const added = placed.map(({ net, prediction }): Terminal => {
    const [name = spare.shift()] = nameOf(prediction);
    const inverted = kind === "input" && isComplement(prediction.label ?? "");
    const { box } = prediction;
    return name === undefined
      ? { name: "", unnamed: true, net, box }
      : { name, net, box, ...(inverted && { inverted }) };
  });
  // The order of the drawing stays: a terminal takes the place of the machine's that it replaces.
  const merged = terminals.flatMap((terminal) => added[placeIn(terminal)] ?? (isGone(terminal) ? [] : [terminal]));
  const all = withNames([...new Set([...merged, ...added])]);
  return { terminals: all, lettered: all.map(() => true) };
}

/** The text that a person gave a terminal, without the signs of a complement; empty if there is none. */
function nameOf({ label = "" }: Prediction): [] | [string] {
  const name = label.replace(/^[~¬]|['’′]$/g, "").trim();
  return name === "" ? [] : [name];
}

function isComplement(label: string): boolean {
  return /^[~¬]|['’′]$/.test(label.trim());
}

/**
 * Gives terminals without a name an unused letter: the next ones in order if none has a name, otherwise their earlier
 * one, which a person may have seen next to their own names.
 */
function withNames(terminals: readonly Terminal[]): Terminal[] {
  const named = new Set(terminals.filter(({ unnamed }) => !unnamed).map(({ name }) => name));
  const keeps = ({ unnamed, name }: Terminal) => !unnamed || (named.size > 0 && name !== "" && !named.has(name));
  const used = new Set(terminals.filter(keeps).map(({ name }) => name));
  const spare = letters(terminals.length, used);
  return terminals.map((terminal) => (keeps(terminal) ? terminal : { ...terminal, name: spare.shift()! }));
}

function spareNames(count: number, used: ReadonlySet<string>): string[] {
  const names = Array.from({ length: count + used.size }, (_, index) => `OUT ${index + 1}`);
  return names.filter((name) => !used.has(name));
}

/** The net of the line nearest to a box's centre, or null if none is in reach. */
function nearestNet(box: PictureBox, wires: BuiltNetlist["wires"]): number | null {
  const middle = middleOf(box);
  let best: number | null = null;
  let least = REACH * Math.max(box.width, box.height);
  for (const { net, lines } of wires) {
    if (net === null) continue;
    for (const line of lines) {
      const distance = nearestOnLine(line, middle).distance;
      if (distance > least) continue;
      least = distance;
      best = net;
    }
  }
  return best;
}

function joinAt(built: Joined, { box }: Prediction): Joined {
  const reach = Math.max(box.width, box.height) / 2;
  const middle = middleOf(box);
  const met = built.wires.filter(({ lines }) => lines.some((line) => nearestOnLine(line, middle).distance <= reach));
  const [first, ...others] = met.flatMap(({ net }) => net ?? []);
  if (first === undefined || others.length === 0) return built;
  const joined = (net: number): number => (others.includes(net) ? first : net);
  const wires = built.wires
    .filter((wire) => wire.net === first || !met.includes(wire))
    .map((wire) => (wire.net === first ? { ...wire, lines: met.flatMap(({ lines }) => lines) } : wire));
  return { ...built, netlist: renumber(built.netlist, joined), wires };
}

/**
 * The corrected netlist without the ends of a wire that a junction bridges, and those ends: if they have no letter,
 * what was taken for an input or an output was the edge of a gap.
 */
function withoutBridgedEnds(
  { netlist, wires }: Joined,
  { built, junctions }: { built: BuiltNetlist; junctions: readonly Prediction[] },
): Joined & { bridged: Terminal[] } {
  const bare = new Set([
    ...built.netlist.inputs.filter((_, index) => !built.lettered.inputs[index]).map(({ box }) => box),
    ...built.netlist.outputs.filter((_, index) => !built.lettered.outputs[index]).map(({ box }) => box),
  ]);
  const isEdge = ({ box }: Terminal) =>
    box !== undefined && bare.has(box) && junctions.some((junction) => overlaps(junction.box, box));
  const driven = new Set(netlist.gates.map(({ output }) => output));
  for (const terminal of netlist.inputs) if (!isEdge(terminal)) driven.add(terminal.net);
  const read = new Set(netlist.gates.flatMap(({ inputs }) => inputs.map(({ net }) => net)));
  const bridged = [
    ...netlist.inputs.filter((terminal) => isEdge(terminal) && driven.has(terminal.net)),
    ...netlist.outputs.filter((terminal) => isEdge(terminal) && read.has(terminal.net)),
  ];
  const stays = (terminal: Terminal) => !bridged.includes(terminal);
  return {
    wires,
    netlist: { ...netlist, inputs: netlist.inputs.filter(stays), outputs: netlist.outputs.filter(stays) },
    bridged,
  };
}

/** The netlist with nets renamed by `joined`; numbers of joined nets stay unused. */
function renumber(netlist: Netlist, joined: (net: number) => number): Netlist {
  const terminals = (all: readonly Terminal[]): Terminal[] => {
    const moved = all.map((terminal) => ({ ...terminal, net: joined(terminal.net) }));
    // Two ends with one name on what is now one wire are one terminal.
    return moved.filter(
      ({ name, net, inverted }, index) =>
        moved.findIndex(
          (other) => other.name === name && other.net === net && Boolean(other.inverted) === Boolean(inverted),
        ) === index,
    );
  };
  return {
    nets: netlist.nets,
    gates: netlist.gates.map((gate) => ({
      ...gate,
      inputs: gate.inputs.map((pin) => ({ ...pin, net: pin.net === null ? null : joined(pin.net) })),
      output: gate.output === null ? null : joined(gate.output),
    })),
    inputs: terminals(netlist.inputs),
    outputs: terminals(netlist.outputs),
  };
}
