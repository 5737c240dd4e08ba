import { placeInGate } from "../gates/read-gates.ts";
import type { TextMark } from "../marks/marks.ts";
import { pairTexts } from "../wires/pair-texts.ts";
import { TEXT_REACH, type Wires } from "../wires/read-wires.ts";
import { bestEnd, chooseOutputs, facesText, passedOn, shareLetters, withOwnNames } from "./choose-ends.ts";
import { inReadingOrder, type NamedEnd } from "./terminals.ts";

/** Which wire ends are a circuit's terminals. */
export interface ChosenTerminals {
  /** In the order of their names. */
  readonly inputs: readonly NamedEnd[];
  readonly outputs: readonly NamedEnd[];
  /** Those of the outputs that are last gates' without a wire. */
  readonly bare: readonly NamedEnd[];
  /** The second names of inputs that have two. */
  readonly joined: readonly NamedEnd[];
  /** Ends with a text on wires that no gate drives or reads. */
  readonly unused: readonly NamedEnd[];
  /** The nets that gates drive, and those that gates read. */
  readonly driven: ReadonlySet<number>;
  readonly read: ReadonlySet<number>;
  /** The net of each gate's output. */
  readonly outputOf: ReadonlyMap<number, number>;
}

/** `gatesOf`: the gates that a net leads to whose inputs all have different names. */
export function chooseTerminals(
  wires: Wires,
  { texts, gatesOf }: { texts: readonly TextMark[]; gatesOf(net: number): readonly number[] },
): ChosenTerminals {
  const drivers = wires.pins.filter((pin) => pin.role === "output").map((pin) => [pin.gate, pin.net] as const);
  const driven = new Set(drivers.map(([, net]) => net));
  const read = new Set(wires.pins.filter((pin) => pin.role === "input").map((pin) => pin.net));
  const outputOf = new Map(drivers);
  const bare = bareOutputs(wires, { driven, read, outputOf });
  const ends = namedEnds(wires, { texts, driven, gatesOf });
  const passed = passedOn(ends, { driven, read, wires, texts });
  const outputs = [...chooseOutputs(ends, { driven, read, wires, texts }), ...passed, ...bare.map(({ end }) => end)];
  const inputNets = [...new Set([...read, ...passed.map(({ net }) => net)])].filter((net) => !driven.has(net));
  const begins = ends.filter((end) => !passed.includes(end));
  const isKnown = (net: number) => wires.faults.some((fault) => fault.kind === "joined-inputs" && fault.net === net);
  const joined = inputNets.flatMap((net) => {
    const own = begins.filter((end) => end.net === net);
    const [, second] = withOwnNames(own, texts);
    return second === undefined || isKnown(net) ? [] : [second];
  });
  return {
    inputs: inReadingOrder(inputNets.flatMap((net) => bestEnd(net, begins, { wires, sign: -1 }))),
    outputs: inReadingOrder(outputs),
    bare: bare.map(({ end }) => end),
    joined,
    unused: ends.filter(({ net, text }) => text !== -1 && !driven.has(net) && !inputNets.includes(net)),
    driven,
    read,
    outputOf: new Map([...outputOf, ...bare.map(({ gate, end }) => [gate, end.net] as const)]),
  };
}

/** The free ends of wires with the texts that name them. */
function namedEnds(
  wires: Wires,
  {
    texts,
    driven,
    gatesOf,
  }: { texts: readonly TextMark[]; driven: ReadonlySet<number>; gatesOf(net: number): readonly number[] },
): NamedEnd[] {
  const { unit } = wires.gates;
  const textOf = pairTexts(wires.freeEnds, texts, { reach: TEXT_REACH * unit });
  shareLetters(textOf, { wires, driven, texts, gatesOf });
  return wires.freeEnds.map((end, index) => ({
    ...end,
    text: textOf[index]!,
    facesText: facesText(end, texts[textOf[index]!], unit),
    line: wires.lines[end.edge]!.points,
  }));
}

/** The gates without an output wire, each with an end on a net of its own: outputs, if nothing else is one. */
function bareOutputs(
  wires: Wires,
  { driven, read, outputOf }: Pick<ChosenTerminals, "driven" | "read" | "outputOf">,
): { gate: number; end: NamedEnd }[] {
  const { bodies } = wires.gates;
  if ([...driven].some((net) => !read.has(net))) return [];
  const silent = bodies.flatMap((_, gate) => (outputOf.has(gate) ? [] : [gate]));
  return silent.map((gate, index) => {
    const at = placeInGate(bodies[gate]!, { along: 1, across: 0.5 });
    const end = { net: wires.nets + index, at, heading: { x: 1, y: 0 }, text: -1, facesText: false, line: [] };
    return { gate, end };
  });
}
