import { pinCosts, type WireTip } from "../gates/pin-costs.ts";
import { type Gates, inGate } from "../gates/read-gates.ts";
import { distanceToBox } from "../geometry/boxes.ts";
import type { PagePoint } from "../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../geometry/distances.ts";
import type { Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Decision, Option } from "./decide/decision.ts";
import { evidenceAt, PERSONS_WORD } from "./decide/evidence.ts";
import { cosine, unitVector } from "./trace/directions.ts";
import type { LineEnd } from "./trace/line-ends.ts";
import { lengthOf } from "./trace/skeleton-graph.ts";
import type { TracedWires } from "./trace/trace-wires.ts";
import { WIRE_INK } from "./trace/wire-ink.ts";

/** The end of a wire that touches nothing. */
export interface WireEnd extends LineEnd {
  /** A person drew the line. */
  readonly isDrawn?: boolean;
}

/** Options with a cost from here on are not worth looking at. */
const HOPELESS = 4;
const MOST_OPTIONS = 7;

interface EndSettings {
  readonly page: CleanPage;
  readonly marks: Marks;
  readonly gates: Gates;
  /** Index that the first end's decision will have in the list of all. */
  readonly offset: number;
}

/**
 * What each wire end may be: a gate's pin, free, or one side of a gap that the pen left, towards another end or a
 * nearby line.
 */
export function endDecisions(wires: TracedWires, ends: readonly WireEnd[], settings: EndSettings): Decision[] {
  const isApart = (edge: number) => ends.filter((end) => end.edge === edge).length === 2;
  return ends.map((end, index) => {
    const length = isApart(end.edge) ? lengthOf(wires.edges[end.edge]!.points) : Number.POSITIVE_INFINITY;
    const pins = pinOptions(end, settings);
    const gaps = [...gapOptions(wires, ends, { index, settings }), ...teeOptions(wires, end, settings)];
    // Pins of one gate are close together: an end at a gate is more likely a pin than a gap towards the next pin.
    const isAtGate = pins.some((option) => option.cost < 0.8);
    const options = [
      freeOption(end, { ...settings, length }),
      ...pins,
      ...gaps.map((option) => (isAtGate ? { ...option, cost: option.cost + 0.8 } : option)),
    ];
    const kept = options.filter((option) => option.cost < HOPELESS).sort((a, b) => a.cost - b.cost);
    return { at: end.at, edge: end.edge, options: kept.slice(0, MOST_OPTIONS) };
  });
}

/** `length`: of a line that touches no other, in pixels. A short one is more likely a slip of the pen than a wire. */
function freeOption(end: WireEnd, { marks, gates, length }: EndSettings & { length: number }): Option {
  const { unit } = gates;
  const marked = evidenceAt(marks, end.at, { kind: "end", reach: 0.3 * unit });
  const text = Math.min(unit, ...marks.texts.map((mark) => distanceToBox(mark.box, end.at))) / unit;
  const cost = Math.min(1 - 0.8 * marked, 0.1 + 0.9 * text) * Math.min(1, 0.3 + length / unit);
  return { cost, links: [], free: true, name: "free" };
}

/** The pins of gates and inversion circles nearby that a line may lead to. */
export function pinOptions(end: WireTip, { marks, gates }: Pick<EndSettings, "marks" | "gates">): Option[] {
  const { unit } = gates;
  const marked = evidenceAt(marks, end.at, { kind: "end", reach: 0.2 * unit });
  const options: Option[] = [];
  gates.bodies.forEach((body, gate) => {
    if (distanceToBox(body.box, end.at) > 0.7 * unit) return;
    const { input, output } = pinCosts(body, end, unit);
    const pin = { gate, bubble: -1, across: inGate(body, end.at).across };
    options.push({ cost: input + 0.5 * marked, links: [], pin: { ...pin, role: "input" }, name: "pin" });
    options.push({ cost: output + 0.5 * marked, links: [], pin: { ...pin, role: "output" }, name: "pin" });
  });
  gates.bubbles.forEach((bubble, index) => {
    const distance = distanceBetween(bubble.at, end.at) - bubble.radius;
    if (distance > 0.5 * unit) return;
    const towards = unitVector({ x: bubble.at.x - end.at.x, y: bubble.at.y - end.at.y });
    const turn = 0.7 * (1 - cosine(towards, end.heading));
    // An end on the gate's side of the circle is another pin's.
    const { along, across } = inGate(gates.bodies[bubble.gate]!, bubble.at);
    const beyond = Math.max(0, inGate(gates.bodies[bubble.gate]!, end.at).along - along - 0.1);
    // A circle is drawn onto its wire's end: one at some distance probably belongs to another wire.
    const cost = 7 * (Math.max(0, distance) / unit) + turn + 3 * beyond;
    options.push({ cost, links: [], pin: { gate: bubble.gate, role: "input", bubble: index, across }, name: "pin" });
  });
  return options;
}

function gapOptions(
  wires: TracedWires,
  ends: readonly WireEnd[],
  { index, settings }: { index: number; settings: EndSettings },
): Option[] {
  const { unit } = settings.gates;
  const end = ends[index]!;
  const options: Option[] = [];
  ends.forEach((other, otherIndex) => {
    const distance = distanceBetween(other.at, end.at);
    if (otherIndex === index || distance > 0.8 * unit) return;
    if (other.edge === end.edge && distance > 3 * wires.pen) return;
    const towards = unitVector({ x: other.at.x - end.at.x, y: other.at.y - end.at.y });
    const bend = 2 - cosine(towards, end.heading) + cosine(towards, other.heading);
    const weight = Math.min(1, distance / (4 * wires.pen));
    const blank = 1 - inkBetween(settings, end.at, other.at);
    const cost = 0.1 + (3 * (distance / unit) + 0.8 * weight * bend) * (0.35 + 0.65 * blank);
    options.push({ cost, links: [[end.edge, other.edge]], meets: settings.offset + otherIndex, name: "gap" });
  });
  return options;
}

function teeOptions(wires: TracedWires, end: WireEnd, settings: EndSettings): Option[] {
  const { unit } = settings.gates;
  const options: Option[] = [];
  wires.edges.forEach(({ points }, edge) => {
    if (edge === end.edge) return;
    const { at, distance } = nearestOnLine(points, end.at);
    if (distance > 0.5 * unit) return;
    if (evidenceAt(settings.marks, at, { kind: "crossing", reach: 0.2 * unit }) > PERSONS_WORD) return;
    const towards = unitVector({ x: at.x - end.at.x, y: at.y - end.at.y });
    const weight = Math.min(1, distance / (4 * wires.pen));
    const junction = evidenceAt(settings.marks, at, { kind: "junction", reach: 0.2 * unit });
    const blank = 1 - inkBetween(settings, end.at, at);
    const turn = 1 - cosine(towards, end.heading);
    const cost = 0.15 + (4 * (distance / unit) + 1.2 * weight * turn) * (0.35 + 0.65 * blank) * (1 - 0.4 * junction);
    options.push({ cost, links: [[end.edge, edge]], name: "tee" });
  });
  return options;
}

/** Share of the straight line between two places that is ink outside gates, whatever the mask calls it; 0 … 1. */
function inkBetween({ page, gates }: EndSettings, from: PagePoint, to: PagePoint): number {
  const steps = Math.max(2, Math.ceil(distanceBetween(to, from)));
  let covered = 0;
  for (let step = 0; step <= steps; step++) {
    const x = Math.round(from.x + ((to.x - from.x) * step) / steps);
    const y = Math.round(from.y + ((to.y - from.y) * step) / steps);
    const isInGate = gates.bodies.some((body) => distanceToBox(body.box, { x, y }) === 0);
    if (!isInGate && (page.ink[y * page.width + x] ?? 0) >= WIRE_INK) covered++;
  }
  return covered / (steps + 1);
}
