import type { WireTip } from "../gates/pin-costs.ts";
import { mainDirection } from "../gates/turn-gates.ts";
import { distanceToBox, middleOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { nearestOnLine } from "../geometry/distances.ts";
import type { TextMark } from "../marks/marks.ts";
import { inLine } from "../wires/pair-texts.ts";
import type { Wires } from "../wires/read-wires.ts";
import { cosine } from "../wires/trace/directions.ts";
import { lengthOf } from "../wires/trace/skeleton-graph.ts";
import type { NamedEnd } from "./terminals.ts";

interface Driven {
  readonly driven: ReadonlySet<number>;
  readonly read: ReadonlySet<number>;
  readonly wires: Wires;
  readonly texts: readonly TextMark[];
}

/**
 * The ends that are outputs, of the nets that gates drive: one for each name that a net leads to, else one; of nets that
 * gates read too, those that lead out.
 */
export function chooseOutputs(ends: readonly NamedEnd[], { driven, read, wires, texts }: Driven): NamedEnd[] {
  const candidates = [...driven].flatMap((net) => {
    const own = ends.filter((end) => end.net === net);
    const leading = read.has(net) ? own.filter((end) => leadsOut(end, wires)) : own;
    const named = withOwnNames(
      leading.filter((end) => isForward(end, wires)),
      texts,
    );
    if (named.length > 1) return named;
    if (read.has(net)) return leading.slice(0, 1);
    return bestEnd(net, ends, { wires, sign: 1 });
  });
  const hasLetters = candidates.some((end) => end.text !== -1);
  // A gate that no other one reads is drawn for an output, even if its letter was not read.
  const isMeant = ({ net, text }: NamedEnd) =>
    text !== -1 || (!(hasLetters && read.has(net)) && !isComplementRail(net, { driven, wires }));
  const meant = candidates.filter(isMeant);
  return meant.length > 0 ? meant : candidates;
}

/** An input's wire that no gate reads is this near to one, in gate sizes; a line of a table or of writing need not be. */
const NEAR_GATES = 2;

/**
 * The ends that are outputs although no gate drives them: an input's wire leads on to another name, behind all gates that
 * read it. If none does, it is a wire of the drawing if it passes all gates.
 */
export function passedOn(ends: readonly NamedEnd[], { driven, read, wires, texts }: Driven): NamedEnd[] {
  const nets = [...new Set(ends.map(({ net }) => net))].filter((net) => !driven.has(net));
  return nets.flatMap((net) => {
    const own = ends.filter((end) => end.net === net && end.text !== -1);
    const begins = own.filter((end) => !isForward(end, wires));
    const passes = read.has(net) ? passesReaders : passesGates;
    const isMeant = (end: NamedEnd) => isForward(end, wires) && begins.some((begin) => passes(begin, end, wires));
    return withOwnNames([...begins, ...own.filter(isMeant)], texts).filter((end) => !begins.includes(end));
  });
}

/** Whether an end is behind all gates that read its wire. */
function passesReaders(_: NamedEnd, { net, at }: NamedEnd, { gates, pins }: Wires): boolean {
  const readers = pins.filter((pin) => pin.net === net).map(({ gate }) => gates.bodies[gate]!);
  return readers.every(({ box }) => alongDrawing(middleOf(box), gates) < alongDrawing(at, gates));
}

/** Whether a wire runs from before all gates to behind them, and near one of them. */
function passesGates({ at: from }: NamedEnd, { at: to }: NamedEnd, { gates }: Wires): boolean {
  const isNear = gates.bodies.some(
    ({ box }) => distanceToBox(box, nearestOnLine([from, to], middleOf(box)).at) < NEAR_GATES * gates.unit,
  );
  const [first, last] = [from, to].map((at) => alongDrawing(at, gates)) as [number, number];
  const places = gates.bodies.map(({ box }) => alongDrawing(middleOf(box), gates));
  return isNear && places.every((place) => first < place && place < last);
}

/** How far a place is towards the drawing's output side. */
function alongDrawing({ x, y }: PagePoint, gates: Wires["gates"]): number {
  const forward = mainDirection(gates);
  return x * forward.x + y * forward.y;
}

/** Whether a wire's end points to the drawing's output side. */
function isForward({ heading }: NamedEnd, { gates }: Wires): boolean {
  return cosine(heading, mainDirection(gates)) > 0.5;
}

/** The ends with a text that says something else than those of the ends before. */
export function withOwnNames(ends: readonly NamedEnd[], texts: readonly TextMark[]): NamedEnd[] {
  const nameOf = ({ text }: NamedEnd) => texts[text]?.text ?? text;
  return ends.filter(
    (end, index) => end.text !== -1 && ends.findIndex((other) => nameOf(other) === nameOf(end)) === index,
  );
}

/** True for what an inverter makes of an input: drawn as a rail next to the others, whether a gate taps it or not. */
function isComplementRail(net: number, { driven, wires }: { driven: ReadonlySet<number>; wires: Wires }): boolean {
  const driver = wires.pins.find((pin) => pin.net === net && pin.role === "output")?.gate;
  if (driver === undefined || wires.gates.bodies[driver]!.gateClass !== "NOT") return false;
  return wires.pins.some((pin) => pin.gate === driver && pin.role === "input" && !driven.has(pin.net));
}

/** How near a text is, in gate sizes, that a wire leads up to, and how straight (a cosine). */
const FACED = { reach: 0.5, inLine: 0.8 };

/** The same for a wire that begins at a corner of a letter that names another one. */
const SHARED = { reach: 0.3, inLine: 0.5 };

/**
 * A letter between two inputs' wires names both: an end without one that leads up to another input's letter, or begins
 * at its corner, gets it, unless they lead to one gate.
 */
export function shareLetters(
  textOf: number[],
  {
    wires,
    driven,
    texts,
    gatesOf,
  }: { wires: Wires; driven: ReadonlySet<number>; texts: readonly TextMark[]; gatesOf(net: number): readonly number[] },
): void {
  const { freeEnds, gates } = wires;
  const meet = (a: number, b: number) => {
    const others = gatesOf(freeEnds[b]!.net);
    return freeEnds[a]!.net !== freeEnds[b]!.net && gatesOf(freeEnds[a]!.net).some((gate) => others.includes(gate));
  };
  const isInput = (index: number) => index !== -1 && !driven.has(freeEnds[index]!.net);
  const owners = texts.map((_, text) => textOf.indexOf(text));
  freeEnds.forEach((end, index) => {
    if (textOf[index] !== -1 || !isInput(index)) return;
    textOf[index] = texts.findIndex((text, k) => {
      const owner = owners[k]!;
      const isAt = [FACED, SHARED].some((limits) => leadsTo(end, text.box, { ...limits, unit: gates.unit }));
      return isInput(owner) && isAt && !meet(index, owner);
    });
  });
}

/** Whether a wire leads straight up to a text near its end. */
export function facesText(end: WireTip, text: TextMark | undefined, unit: number): boolean {
  return text !== undefined && leadsTo(end, text.box, { ...FACED, unit });
}

function leadsTo(
  end: WireTip,
  box: PageBox,
  { reach, inLine: straight, unit }: typeof FACED & { unit: number },
): boolean {
  return distanceToBox(box, end.at) < reach * unit && inLine(box, end) > straight;
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

interface BestEnd {
  readonly wires: Wires;
  /** -1 for an input: the first one in reading direction. 1 for an output: the last one. */
  readonly sign: 1 | -1;
}

/** The end of a net that names it: one next to a text, if there is any, else any place on the net. */
export function bestEnd(net: number, ends: readonly NamedEnd[], { wires, sign }: BestEnd): NamedEnd[] {
  const isBetter = (a: PagePoint, b: PagePoint) => sign * (a.x + a.y) > sign * (b.x + b.y);
  const own = ends.filter((end) => end.net === net);
  const lettered = own.filter((end) => end.text !== -1);
  const from = lettered.length > 0 ? lettered : own;
  if (from.length > 0) return [from.reduce((a, b) => (isBetter(b.at, a.at) ? b : a))];
  const points = wires.lines.filter((line) => line.net === net).flatMap((line) => line.points);
  if (points.length === 0) return [];
  const at = points.reduce((a, b) => (isBetter(b, a) ? b : a));
  return [{ net, at, heading: { x: sign, y: 0 }, text: -1, facesText: false, line: [] }];
}
