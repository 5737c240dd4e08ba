import { sum } from "../basics/numbers.ts";
import { otherSymbols } from "../gates/other-symbols.ts";
import { inGate } from "../gates/read-gates.ts";
import { boxAround, cornersOf, distanceToBox, grown, middleOf, overlaps } from "../geometry/boxes.ts";
import type { PageBox, PagePoint, PicturePoint } from "../geometry/coordinates.ts";
import { nearestOnLine } from "../geometry/distances.ts";
import { applyHomography } from "../geometry/homography.ts";
import type { Marks, TextMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { leastInputs, mayInvert } from "../rules/gates.ts";
import type { Problem } from "../rules/problem.ts";
import { ONE_PIN } from "../wires/decide/fault.ts";
import { TEXT_REACH, type Wires } from "../wires/read-wires.ts";
import { lengthOf } from "../wires/trace/skeleton-graph.ts";
import { type ChosenTerminals, chooseTerminals } from "./choose-terminals.ts";
import { circuitProblem } from "./circuit-problems.ts";
import { letterProblems } from "./letter-problems.ts";
import { nameInputs, nameOutputs, namesAt, placeOf, toPicture } from "./name-terminals.ts";
import type { Gate, NetId, Netlist, Terminal } from "./netlist.ts";
import type { NamedEnd } from "./terminals.ts";
import { wiringProblems } from "./wiring-problems.ts";

/** A line that begins farther from the drawing than this, in gate sizes, is a table's or a heading's. */
const BESIDE = 0.6;

/** A letter this near to a wire from gate to gate, in gate sizes, is the wire's name. */
const NET_NAME = 0.75;

/** What the drawing says as a circuit. */
export interface BuiltNetlist {
  readonly netlist: Netlist;
  /** What the ink shows and the netlist does not; `checkNetlist` reports the faults of the circuit itself. */
  readonly problems: readonly Problem[];
  /**
   * The drawn lines of each net of the netlist, in pixels of the upright original picture; without a net, those that
   * lead to no gate.
   */
  readonly wires: readonly { readonly net: NetId | null; readonly lines: readonly (readonly PicturePoint[])[] }[];
  /** For each input terminal, and each output terminal, whether a text is next to its wire end. */
  readonly lettered: { readonly inputs: readonly boolean[]; readonly outputs: readonly boolean[] };
}

/** A netlist as its ink shows it. */
export interface DrawnNetlist extends BuiltNetlist {
  /** For each gate the places of its connected pins, in the order of the netlist's. */
  readonly pins: readonly (readonly DrawnPin[])[];
  /** The net of the netlist that each net of the wires is; those of loose lines are none. */
  readonly netOf: ReadonlyMap<number, NetId>;
}

/** Where a pin is on the page. */
export interface DrawnPin {
  readonly at: PagePoint;
  /** Its inversion circle's index, or -1. */
  readonly bubble: number;
  /** Index of the line that arrives at it. */
  readonly edge: number;
}

/**
 * Joins gates and wires to a netlist and names its terminals.
 *
 * A net that no gate drives is an input, named by the letter next to its end, by what its gate lacks where a page repeats
 * its inputs at each gate, else A, B, C … in reading order; several ends with one letter are one input. A net that a gate
 * drives and no gate reads is an output, and so is one that ends next to a name; without a name it is OUT 1 … from top to
 * bottom. An input's net that leads on to another name is an output, too, and a net with several names is several outputs. If some outputs have a text next to them, ends without one are loose ends, not outputs, on nets that gates read.
 * A last gate without an output wire is an output by itself.
 */
export function buildNetlist(page: CleanPage, marks: Marks, { wires }: { wires: Wires }): DrawnNetlist {
  const { bodies, unit } = wires.gates;
  const gatesOf = (net: number) => gatesWithOtherNames(net, wires);
  const ends = chooseTerminals(wires, { texts: marks.texts, gatesOf });
  const numbers = new Map<number, number>();
  const renumber = (net: number) => {
    if (!numbers.has(net)) numbers.set(net, numbers.size);
    return numbers.get(net)!;
  };
  const pins = bodies.map((_, gate) => inputsOf(gate, wires));
  const gates = bodies.map((body, gate): Gate => {
    const net = ends.outputOf.get(gate);
    return {
      gateClass: body.gateClass,
      inputs: pins[gate]!.map((pin) => ({ net: renumber(pin.net), inverted: pin.inverted })),
      output: net === undefined ? null : renumber(net),
      box: toPicture(page, body.box),
      confidence: body.confidence,
    };
  });
  const naming = { marks, page, unit, renumber };
  const inputs = nameInputs(ends.inputs, { ...naming, gatesOf, outputs: namesAt(ends.outputs, marks.texts) });
  const outputs = nameOutputs(ends.outputs, naming);
  const isLettered = ({ text }: NamedEnd) => text !== -1;
  const lettered = { inputs: ends.inputs.map(isLettered), outputs: ends.outputs.map(isLettered) };
  const drawing = boxAround([
    ...bodies.flatMap(({ box }) => cornersOf(box)),
    ...wires.lines.flatMap(({ net, points }) => (numbers.has(net) ? points : [])),
  ]);
  return {
    netlist: { nets: numbers.size, gates: gates.map(withOpenInputs), inputs, outputs },
    problems: [
      ...otherSymbols(page, wires).map((box) => circuitProblem("other-symbol", {}, { box: toPicture(page, box) })),
      ...wires.unread.map((box) => circuitProblem("unread-gate", {}, { box: toPicture(page, box) })),
      ...wiringProblems(page, wires),
      ...letterProblems(page, marks.texts, {
        inputs,
        outputs,
        lettered: lettered.inputs,
        mayRepeat: namesInputsAtGates(inputs, gates),
        across: ends.inputs.map(({ heading }) => Math.abs(heading.x) >= Math.abs(heading.y)),
        mayName: namesTerminals(ends, { wires, drawing }),
      }),
      ...endProblems(ends, { wires, marks, page, drawing }),
    ],
    wires: linesOfNets(page, wires, numbers),
    lettered,
    pins: pins.map((own) => own.map(({ at, bubble, edge }) => ({ at, bubble, edge }))),
    netOf: numbers,
  };
}

/** Whether each input leads to one pin, and several gates have inputs: a name may be written at each of them. */
function namesInputsAtGates(inputs: readonly Terminal[], gates: readonly Gate[]): boolean {
  const nets = new Set(inputs.map(({ net }) => net));
  const pins = gates.map((gate) => gate.inputs.filter(({ net }) => net !== null && nets.has(net)).length);
  return sum(pins) <= inputs.length && pins.filter((count) => count > 0).length > 1;
}

/** Whether a text is near the drawing, and not next to a wire from gate to gate, whose name it would be. */
function namesTerminals(
  { driven, read }: ChosenTerminals,
  { wires, drawing }: { wires: Wires; drawing: PageBox },
): (text: TextMark) => boolean {
  const { unit } = wires.gates;
  const passing = wires.lines.filter(({ net }) => driven.has(net) && read.has(net));
  return ({ box }) =>
    overlaps(grown(drawing, TEXT_REACH * unit), box) &&
    passing.every(({ points }) => nearestOnLine(points, middleOf(box)).distance > NET_NAME * unit);
}

interface Surroundings {
  readonly wires: Wires;
  readonly marks: Marks;
  readonly page: CleanPage;
  readonly drawing: PageBox;
}

/** Inputs with two names, gates without an output wire, names of wires that lead nowhere, and a wire that is cut off. */
function endProblems(ends: ChosenTerminals, { wires, marks, page, drawing }: Surroundings): Problem[] {
  const { inputs, outputs, bare, joined, unused } = ends;
  const { bodies, unit } = wires.gates;
  const problemAt = (code: "joined-inputs" | "no-output-wire" | "unused-wire" | "cut-wire") => (end: NamedEnd) =>
    circuitProblem(code, {}, { box: placeOf(end, { marks, page, unit }) });
  const isNearText = (at: PagePoint) => marks.texts.some(({ box }) => distanceToBox(box, at) < TEXT_REACH * unit);
  const isNearGate = (net: number) =>
    wires.lines
      .flatMap((line) => (line.net === net ? line.points : []))
      .some((point) => bodies.some(({ box }) => distanceToBox(box, point) < unit));
  const names = new Set([...inputs, ...outputs].map(({ text }) => text));
  // A letter that names an input names no other line, unless that one was lost on its way to a gate.
  const isUnused = ({ net, text, at }: NamedEnd) =>
    (!names.has(text) || isNearGate(net)) && distanceToBox(drawing, at) < BESIDE * unit;
  const cut = [...inputs, ...outputs].find(({ text, at }) => text === -1 && isCut(at, page));
  return [
    ...joined.map(problemAt("joined-inputs")),
    ...bare.filter(({ at }) => bare.length > 1 || !isNearText(at)).map(problemAt("no-output-wire")),
    ...unused.filter(isUnused).map(problemAt("unused-wire")),
    ...(cut === undefined ? [] : [problemAt("cut-wire")(cut)]),
  ];
}

/** A wire that is cut off ends this near to the picture's edge, as a share of the page's longer side. */
const AT_EDGE = 0.008;

/** Whether a wire ends where the picture does: what it leads to is not in it. */
function isCut({ x, y }: PagePoint, { frame, width, height }: CleanPage): boolean {
  const reach = AT_EDGE * Math.max(width, height);
  return frame === "picture" && Math.min(x, y, width - 1 - x, height - 1 - y) < reach;
}

/** The lines of each net of the netlist, and of the other nets that are long enough to be wires. */
function linesOfNets(page: CleanPage, wires: Wires, numbers: ReadonlyMap<number, NetId>): BuiltNetlist["wires"] {
  const loose = looseNets(wires, numbers).map((net) => [net, null] as const);
  return [...numbers, ...loose].map(([drawn, net]) => ({
    net,
    lines: wires.lines
      .filter((line) => line.net === drawn)
      .map(({ points }) => points.map((point) => applyHomography(page.toPicture, point))),
  }));
}

/** Shorter pieces of ink are no wire, in gate sizes. */
const SHORTEST_LOOSE = 0.2;

/** The nets of the wires that are none of the netlist. */
function looseNets({ lines, gates: { unit } }: Wires, known: ReadonlyMap<number, NetId>): number[] {
  const lengths = new Map<number, number>();
  for (const { net, points } of lines) {
    if (!known.has(net)) lengths.set(net, (lengths.get(net) ?? 0) + lengthOf(points));
  }
  return [...lengths].flatMap(([net, length]) => (length >= SHORTEST_LOOSE * unit ? [net] : []));
}

type WirePin = Wires["pins"][number];

/** A circle that the detector is surer of than this turns the pin next to it into an inverted one. */
const SURE_CIRCLE = 0.5;

/** The input pins of a gate in drawing order. A wire that arrives in two strands, or next to its circle, is one pin. */
function inputsOf(gate: number, wires: Wires): WirePin[] {
  const body = wires.gates.bodies[gate]!;
  const circleOf = (pin: WirePin) => wires.gates.bubbles[pin.bubble];
  const across = (pin: WirePin) => inGate(body, circleOf(pin)?.at ?? pin.at).across;
  const pins: WirePin[] = [];
  for (const pin of wires.pins
    .filter((own) => own.gate === gate && own.role === "input")
    .sort((a, b) => across(a) - across(b))) {
    const twin = pins.findIndex((other) => other.net === pin.net && Math.abs(across(other) - across(pin)) < ONE_PIN);
    if (twin === -1) {
      pins.push(pin);
      continue;
    }
    const [circled, plain] = circleOf(pin) === undefined ? [pins[twin]!, pin] : [pin, pins[twin]!];
    pins[twin] = (circleOf(circled)?.confidence ?? 0) >= SURE_CIRCLE ? circled : plain;
  }
  return pins;
}

function withOpenInputs(gate: Gate): Gate {
  const needed = leastInputs(gate.gateClass);
  const open = Array.from({ length: Math.max(0, needed - gate.inputs.length) }, () => ({ net: null, inverted: false }));
  return { ...gate, inputs: [...gate.inputs, ...open] };
}

/** The gates that a net leads to, directly or through inverters, whose inputs all have different names. */
function gatesWithOtherNames(net: number, wires: Wires): number[] {
  const classOf = (gate: number) => wires.gates.bodies[gate]!.gateClass;
  const nets = new Set([net]);
  const readers = new Set<number>();
  for (const each of nets) {
    for (const { gate, role } of wires.pins.filter((pin) => pin.net === each)) {
      if (role === "output") continue;
      if (classOf(gate) !== "NOT") readers.add(gate);
      else for (const pin of wires.pins) if (pin.gate === gate && pin.role === "output") nets.add(pin.net);
    }
  }
  return [...readers].filter((gate) => !mayInvert(classOf(gate), inputsOf(gate, wires).length));
}
