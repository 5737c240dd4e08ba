import type { WireTip } from "../gates/pin-costs.ts";
import { distanceToBox, inGate } from "../gates/read-gates.ts";
import { mainDirection } from "../gates/turn-gates.ts";
import { unreadInk } from "../gates/unread-ink.ts";
import type { PageBox, PagePoint, PictureBox, PicturePoint } from "../geometry/coordinates.ts";
import { nearestOnLine } from "../geometry/distances.ts";
import { applyHomography, applyHomographyToBox } from "../geometry/homography.ts";
import type { Marks, TextMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { mayInvert } from "../rules/gate-class.ts";
import type { Problem } from "../rules/problem.ts";
import { ONE_PIN } from "../wires/decide/find-faults.ts";
import { inLine, pairTexts } from "../wires/pair-texts.ts";
import { TEXT_REACH, type Wires } from "../wires/read-wires.ts";
import { lengthOf } from "../wires/trace/skeleton-graph.ts";
import { circuitProblem } from "./circuit-problems.ts";
import { letterProblems } from "./letter-problems.ts";
import { type Label, likelyNames } from "./likely-names.ts";
import { missingNames } from "./missing-names.ts";
import type { Gate, NetId, Netlist, Terminal } from "./netlist.ts";
import { inReadingOrder, letters, type NamedEnd } from "./terminals.ts";
import { wiringProblems } from "./wiring-problems.ts";

/** What the drawing says as a circuit. */
export interface BuiltNetlist {
  readonly netlist: Netlist;
  /** What the ink shows and the netlist does not; `checkNetlist` reports the faults of the circuit itself. */
  readonly problems: readonly Problem[];
  /** The drawn lines of each net of the netlist, in pixels of the upright original picture. */
  readonly wires: readonly { readonly net: number; readonly lines: readonly (readonly PicturePoint[])[] }[];
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
 * its inputs at each gate, else A, B, C … in reading order; several ends with one letter are one input. A net that a gate drives and no gate reads is an output, and so is one that ends
 * next to a name; without a name it is OUT 1 … from top to bottom. If some outputs have a text next to them, ends without
 * one are loose ends, not outputs, on nets that gates read. A last gate without an output wire is an output by itself.
 */
export function buildNetlist(page: CleanPage, marks: Marks, { wires }: { wires: Wires }): DrawnNetlist {
  const { bodies, unit } = wires.gates;
  const outputPins = new Map(wires.pins.filter((pin) => pin.role === "output").map((pin) => [pin.gate, pin.net]));
  let extraNets = wires.nets;
  const driven = new Set(outputPins.values());
  const read = new Set(wires.pins.filter((pin) => pin.role === "input").map((pin) => pin.net));
  const textOf = pairTexts(wires.freeEnds, marks.texts, { reach: TEXT_REACH * unit });
  shareLetters(textOf, { wires, driven, texts: marks.texts });
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
  const outputEnds = [...chooseOutputs(ends, { driven, read, wires }), ...bareOutputs];
  const inputEnds = [...read].filter((net) => !driven.has(net)).flatMap((net) => bestEnd(net, ends, wires));

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
  const inputs = nameInputs(inReadingOrder(inputEnds), {
    marks,
    page,
    unit,
    renumber,
    gateOf: (net) => gateWithOtherNames(net, wires),
    outputs: namesAt(outputEnds, marks.texts),
  });
  const outputs = nameOutputs(inReadingOrder(outputEnds), { marks, page, unit, renumber });
  const padded = gates.map((gate) => withOpenInputs(gate));
  const isNearText = (at: PagePoint) => marks.texts.some(({ box }) => distanceToBox(box, at) < TEXT_REACH * unit);
  return {
    netlist: { nets: numbers.size, gates: padded, inputs: inputs.terminals, outputs: outputs.terminals },
    problems: [
      ...unreadInk(page, marks, wires.gates).map((box) =>
        circuitProblem("unread-gate", {}, { box: toPicture(page, box) }),
      ),
      ...wiringProblems(page, wires),
      ...letterProblems(page, marks.texts, {
        inputs: inputs.terminals,
        outputs: outputs.terminals,
        lettered: inputs.lettered,
      }),
      ...bareOutputs
        .filter(({ at }) => bareOutputs.length > 1 || !isNearText(at))
        .map((end) => circuitProblem("no-output-wire", {}, { box: placeOf(end, { marks, page, unit }) })),
      ...ends
        .filter(({ net, text }) => text !== -1 && !driven.has(net) && !read.has(net))
        .map((end) => circuitProblem("unused-wire", {}, { box: placeOf(end, { marks, page, unit }) })),
    ],
    wires: [...numbers].map(([net, net_]) => ({
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

interface Driven {
  readonly driven: ReadonlySet<number>;
  readonly read: ReadonlySet<number>;
  readonly wires: Wires;
}

function chooseOutputs(ends: readonly NamedEnd[], { driven, read, wires }: Driven): NamedEnd[] {
  const candidates = [...driven].flatMap((net) => {
    const own = ends.filter((end) => end.net === net);
    if (read.has(net)) return own.filter((end) => leadsOut(end, wires)).slice(0, 1);
    const lettered = own.filter((end) => end.text !== -1);
    return bestOutputEnd(net, lettered.length > 0 ? lettered : own, wires);
  });
  const hasLetters = candidates.some((end) => end.text !== -1);
  // A gate that no other one reads is drawn for an output, even if its letter was not read.
  const isMeant = ({ net, text }: NamedEnd) =>
    text !== -1 || (!(hasLetters && read.has(net)) && !isComplementRail(net, { driven, wires }));
  const meant = candidates.filter(isMeant);
  return meant.length > 0 ? meant : candidates;
}

/** True for what an inverter makes of an input: drawn as a rail next to the others, whether a gate taps it or not. */
function isComplementRail(net: number, { driven, wires }: { driven: ReadonlySet<number>; wires: Wires }): boolean {
  const driver = wires.pins.find((pin) => pin.net === net && pin.role === "output")?.gate;
  if (driver === undefined || wires.gates.bodies[driver]!.gateClass !== "NOT") return false;
  return wires.pins.some((pin) => pin.gate === driver && pin.role === "input" && !driven.has(pin.net));
}

/** How near a text is, in gate sizes, that a wire leads up to, and how straight (a cosine). */
const FACED = { reach: 0.5, inLine: 0.8 };

/** A letter between two inputs' wires names both: an end without one that leads up to another input's letter gets it. */
function shareLetters(
  textOf: number[],
  { wires, driven, texts }: { wires: Wires; driven: ReadonlySet<number>; texts: readonly TextMark[] },
): void {
  const { freeEnds, gates } = wires;
  const isInput = (index: number) => index !== -1 && !driven.has(freeEnds[index]!.net);
  const owners = texts.map((_, text) => textOf.indexOf(text));
  freeEnds.forEach((end, index) => {
    if (textOf[index] !== -1 || !isInput(index)) return;
    textOf[index] = texts.findIndex((text, k) => isInput(owners[k]!) && facesText(end, text, gates.unit));
  });
}

function facesText(end: WireTip, text: TextMark | undefined, unit: number): boolean {
  if (text === undefined) return false;
  return distanceToBox(text.box, end.at) < FACED.reach * unit && inLine(text.box, end) > FACED.inLine;
}

/**
 * True for the free end of a wire that gates read too and that goes on to the drawing's output side, or is a short tap
 * that leads up to a text.
 */
function leadsOut(end: NamedEnd, wires: Wires): boolean {
  const { unit } = wires.gates;
  const length = lengthOf(end.line);
  const readers = wires.pins.filter((pin) => pin.net === end.net && pin.role === "input");
  const forward = mainDirection(wires.gates);
  const ahead = (at: PagePoint) => (at.x - end.at.x) * forward.x + (at.y - end.at.y) * forward.y;
  const isForward = end.heading.x * forward.x + end.heading.y * forward.y > 0.6;
  const isLong = length > (end.text === -1 ? 1 : 0.5) * unit;
  const near = end.facesText ? Math.min(0.2 * unit, 0.8 * length) : 0.2 * unit;
  const meetsOwnNet = wires.lines.some(
    ({ net, points }) => net === end.net && points !== end.line && nearestOnLine(points, end.at).distance < near,
  );
  const isLast = isLong && readers.every((pin) => ahead(pin.at) < 0.3 * unit);
  return isForward && !meetsOwnNet && (end.facesText || isLast);
}

/** The end of a net that names an input: next to a text, else the one nearest to the top left. */
function bestEnd(net: number, ends: readonly NamedEnd[], wires: Wires): NamedEnd[] {
  const own = ends.filter((end) => end.net === net);
  const lettered = own.filter((end) => end.text !== -1);
  const from = lettered.length > 0 ? lettered : own;
  if (from.length > 0) return [from.reduce((a, b) => (b.at.x + b.at.y < a.at.x + a.at.y ? b : a))];
  return placeOnNet(net, wires, -1);
}

function bestOutputEnd(net: number, own: readonly NamedEnd[], wires: Wires): NamedEnd[] {
  if (own.length > 0) return [own.reduce((a, b) => (b.at.x + b.at.y > a.at.x + a.at.y ? b : a))];
  return placeOnNet(net, wires, 1);
}

/** Some place on a net that has no free end: its first (-1) or last (1) point in reading direction. */
function placeOnNet(net: number, wires: Wires, sign: 1 | -1): NamedEnd[] {
  const points = wires.lines.filter((line) => line.net === net).flatMap((line) => line.points);
  const [first] = points;
  if (first === undefined) return [];
  const at = points.reduce((a, b) => (sign * (b.x + b.y) > sign * (a.x + a.y) ? b : a), first);
  return [{ net, at, heading: { x: sign, y: 0 }, text: -1, facesText: false, line: [] }];
}

interface Naming {
  readonly marks: Marks;
  readonly page: CleanPage;
  readonly unit: number;
  readonly renumber: (net: number) => number;
}

function nameInputs(
  ends: readonly NamedEnd[],
  {
    marks,
    page,
    unit,
    renumber,
    gateOf,
    outputs,
  }: Naming & { gateOf(net: number): number | undefined; outputs: ReadonlyMap<string, number> },
): { terminals: Terminal[]; lettered: boolean[] } {
  const gates = ends.map(({ net }) => gateOf(net));
  const read = likelyNames(
    ends.map((end, index) => ({ ...labelOf(marks.texts[end.text]), gate: gates[index] })),
    { outputs },
  );
  const guessed = missingNames(read.map((name, index) => ({ name, gate: gates[index] })));
  const used = new Set(read.filter((name) => name !== null));
  const spare = letters(read.filter((name) => name === null).length, used);
  const terminals = ends.map((end, index) => {
    const own = read[index] ?? guessed[index] ?? null;
    const unnamed = own === null;
    const name = own ?? spare.shift()!;
    const inverted = !unnamed && (marks.texts[end.text]?.complemented ?? false);
    return {
      name,
      net: renumber(end.net),
      box: placeOf(end, { marks, page, unit }),
      ...(inverted && { inverted }),
      ...(unnamed && { unnamed }),
    };
  });
  return { terminals, lettered: ends.map((end) => end.text !== -1) };
}

/** What is written next to ends, and how sure that is. */
function namesAt(ends: readonly NamedEnd[], texts: readonly TextMark[]): Map<string, number> {
  return new Map(
    ends.flatMap((end) => {
      const { text = null, confidence = 0 } = texts[end.text] ?? {};
      return text === null ? [] : [[text, confidence] as const];
    }),
  );
}

function labelOf(mark: TextMark | undefined): Label {
  if (mark === undefined) return { text: null, readings: [] };
  const { text, confidence, readings = [{ text: text ?? "", score: confidence }] } = mark;
  return { text, readings };
}

/**
 * The gate that a net leads to, whose other inputs have other names; undefined if it leads to none or to several gates,
 * and where the gate may be an inverter.
 */
function gateWithOtherNames(net: number, wires: Wires): number | undefined {
  const [reader, ...others] = wires.pins.filter((pin) => pin.net === net && pin.role === "input");
  if (reader === undefined || others.some(({ gate }) => gate !== reader.gate)) return undefined;
  const { gateClass } = wires.gates.bodies[reader.gate]!;
  return mayInvert(gateClass, inputsOf(reader.gate, wires).length) ? undefined : reader.gate;
}

function nameOutputs(
  ends: readonly NamedEnd[],
  { marks, page, unit, renumber }: Naming,
): { terminals: Terminal[]; lettered: boolean[] } {
  const used = new Set<string>();
  const terminals = ends.map((end, index) => {
    const read = marks.texts[end.text]?.text ?? null;
    const name = read !== null && !used.has(read) ? read : `OUT ${index + 1}`;
    used.add(name);
    return { name, net: renumber(end.net), box: placeOf(end, { marks, page, unit }) };
  });
  return { terminals, lettered: ends.map((end) => end.text !== -1) };
}

/** The box of the text next to an end, or a small one around the end. */
function placeOf(end: NamedEnd, { marks, page, unit }: Omit<Naming, "renumber">): PictureBox {
  const text = marks.texts[end.text];
  if (text !== undefined) return toPicture(page, text.box);
  const half = 0.15 * unit;
  return toPicture(page, { x: end.at.x - half, y: end.at.y - half, width: 2 * half, height: 2 * half });
}

function toPicture(page: CleanPage, box: PageBox): PictureBox {
  return applyHomographyToBox(page.toPicture, box);
}
