import { otherSymbols } from "../gates/other-symbols.ts";
import { distanceToBox, inGate } from "../gates/read-gates.ts";
import { boxAround, cornersOf, grown, middleOf, overlaps } from "../geometry/boxes.ts";
import type { PageBox, PagePoint, PicturePoint } from "../geometry/coordinates.ts";
import { nearestOnLine } from "../geometry/distances.ts";
import { applyHomography } from "../geometry/homography.ts";
import type { Marks, TextMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { mayInvert } from "../rules/gates.ts";
import type { Problem } from "../rules/problem.ts";
import { ONE_PIN } from "../wires/decide/fault.ts";
import { pairTexts } from "../wires/pair-texts.ts";
import { TEXT_REACH, type Wires } from "../wires/read-wires.ts";
import { lengthOf } from "../wires/trace/skeleton-graph.ts";
import { bestEnd, chooseOutputs, facesText, passedOn, shareLetters, withOwnNames } from "./choose-ends.ts";
import { circuitProblem } from "./circuit-problems.ts";
import { letterProblems } from "./letter-problems.ts";
import { nameInputs, nameOutputs, namesAt, placeOf, toPicture } from "./name-terminals.ts";
import type { Gate, NetId, Netlist } from "./netlist.ts";
import { inReadingOrder, type NamedEnd } from "./terminals.ts";
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
  const outputPins = new Map(wires.pins.filter((pin) => pin.role === "output").map((pin) => [pin.gate, pin.net]));
  let extraNets = wires.nets;
  const driven = new Set(outputPins.values());
  const read = new Set(wires.pins.filter((pin) => pin.role === "input").map((pin) => pin.net));
  const textOf = pairTexts(wires.freeEnds, marks.texts, { reach: TEXT_REACH * unit });
  const gatesOf = (net: number) => gatesWithOtherNames(net, wires);
  shareLetters(textOf, { wires, driven, texts: marks.texts, gatesOf });
  const ends: NamedEnd[] = wires.freeEnds.map((end, index) => ({
    ...end,
    text: textOf[index]!,
    facesText: facesText(end, marks.texts[textOf[index]!], unit),
    line: wires.lines[end.edge]!.points,
  }));

  const silent = bodies.flatMap((_, gate) => (outputPins.has(gate) ? [] : [gate]));
  const leaves = [...driven].filter((net) => !read.has(net));
  const bareOutputs: NamedEnd[] = [];
  if (leaves.length === 0) {
    for (const gate of silent) {
      outputPins.set(gate, extraNets);
      bareOutputs.push({
        net: extraNets++,
        at: tipOf(bodies[gate]!),
        heading: { x: 1, y: 0 },
        text: -1,
        facesText: false,
        line: [],
      });
    }
  }
  const passed = passedOn(ends, { driven, read, wires, texts: marks.texts });
  const outputEnds = [...chooseOutputs(ends, { driven, read, wires, texts: marks.texts }), ...passed, ...bareOutputs];
  const inputNets = new Set([...read, ...passed.map(({ net }) => net)].filter((net) => !driven.has(net)));
  const begins = ends.filter((end) => !passed.includes(end));
  const inputEnds = [...inputNets].flatMap((net) => bestEnd(net, begins, wires));

  const isKnown = (net: number) => wires.faults.some((fault) => fault.kind === "joined-inputs" && fault.net === net);
  const joined = [...inputNets].flatMap((net) => {
    const [, second] = withOwnNames(
      begins.filter((end) => end.net === net),
      marks.texts,
    );
    return second === undefined || isKnown(net) ? [] : [second];
  });

  const numbers = new Map<number, number>();
  const renumber = (net: number) => {
    if (!numbers.has(net)) numbers.set(net, numbers.size);
    return numbers.get(net)!;
  };
  const pinsOf = bodies.map((_, gate) => inputsOf(gate, wires));
  const gates: Gate[] = bodies.map((body, gate) => ({
    gateClass: body.gateClass,
    inputs: pinsOf[gate]!.map((pin) => ({ net: renumber(pin.net), inverted: pin.inverted })),
    output: outputPins.has(gate) ? renumber(outputPins.get(gate)!) : null,
    box: toPicture(page, body.box),
    confidence: body.confidence,
  }));
  const orderedInputs = inReadingOrder(inputEnds);
  const inputs = nameInputs(orderedInputs, {
    marks,
    page,
    unit,
    renumber,
    gatesOf,
    outputs: namesAt(outputEnds, marks.texts),
  });
  const outputs = nameOutputs(inReadingOrder(outputEnds), { marks, page, unit, renumber });
  const padded = gates.map((gate) => withOpenInputs(gate));
  const linesOf = (isOne: (net: number) => boolean) => wires.lines.filter(({ net }) => isOne(net));
  const drawing = boxAround([
    ...bodies.flatMap(({ box }) => cornersOf(box)),
    ...linesOf((net) => numbers.has(net)).flatMap(({ points }) => points),
  ]);
  const passing = linesOf((net) => driven.has(net) && read.has(net));
  const mayName = ({ box }: TextMark) =>
    overlaps(grown(drawing, TEXT_REACH * unit), box) &&
    passing.every(({ points }) => nearestOnLine(points, middleOf(box)).distance > NET_NAME * unit);
  const isNearGate = (net: number) =>
    linesOf((other) => other === net)
      .flatMap(({ points }) => points)
      .some((point) => bodies.some(({ box }) => distanceToBox(box, point) < unit));
  const names = new Set([...inputEnds.map(({ text }) => text), ...outputEnds.map(({ text }) => text)]);
  const isNearText = (at: PagePoint) => marks.texts.some(({ box }) => distanceToBox(box, at) < TEXT_REACH * unit);
  return {
    netlist: { nets: numbers.size, gates: padded, inputs: inputs.terminals, outputs: outputs.terminals },
    problems: [
      ...otherSymbols(page, wires).map((box) => circuitProblem("other-symbol", {}, { box: toPicture(page, box) })),
      ...wires.unread.map((box) => circuitProblem("unread-gate", {}, { box: toPicture(page, box) })),
      ...wiringProblems(page, wires),
      ...letterProblems(page, marks.texts, {
        inputs: inputs.terminals,
        outputs: outputs.terminals,
        lettered: inputs.lettered,
        across: orderedInputs.map(({ heading }) => Math.abs(heading.x) >= Math.abs(heading.y)),
        mayName,
      }),
      ...joined.map((end) => circuitProblem("joined-inputs", {}, { box: placeOf(end, { marks, page, unit }) })),
      ...bareOutputs
        .filter(({ at }) => bareOutputs.length > 1 || !isNearText(at))
        .map((end) => circuitProblem("no-output-wire", {}, { box: placeOf(end, { marks, page, unit }) })),
      ...ends
        .filter(({ net, text }) => text !== -1 && !driven.has(net) && !inputNets.has(net))
        // A letter that names an input names no other line, unless that one was lost on its way to a gate.
        .filter(({ net, text }) => !names.has(text) || isNearGate(net))
        .filter(({ at }) => distanceToBox(drawing, at) < BESIDE * unit)
        .map((end) => circuitProblem("unused-wire", {}, { box: placeOf(end, { marks, page, unit }) })),
    ],
    wires: [...numbers, ...looseNets(wires, numbers).map((net) => [net, null] as const)].map(([net, net_]) => ({
      net: net_,
      lines: wires.lines
        .filter((line) => line.net === net)
        .map((line) => line.points.map((point) => applyHomography(page.toPicture, point))),
    })),
    lettered: { inputs: inputs.lettered, outputs: outputs.lettered },
    pins: pinsOf.map((pins) => pins.map(({ at, bubble, edge }) => ({ at, bubble, edge }))),
    netOf: numbers,
  };
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

function tipOf({ box, direction }: { box: PageBox; direction: "right" | "left" | "up" | "down" }): PagePoint {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  switch (direction) {
    case "right":
      return { x: box.x + box.width, y };
    case "left":
      return { x: box.x, y };
    case "down":
      return { x, y: box.y + box.height };
    case "up":
      return { x, y: box.y };
  }
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
  const needed = gate.gateClass === "NOT" ? 1 : 2;
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
