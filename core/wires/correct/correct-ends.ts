import { type Gates, inGate } from "../../gates/read-gates.ts";
import { distanceToBox, isInside, nearestInBox } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { TextMark } from "../../marks/marks.ts";
import type { Decision, PinChoice } from "../decide/decision.ts";
import { cosine, unitVector } from "../trace/directions.ts";
import { lengthOf } from "../trace/skeleton-graph.ts";
import type { WireEnd } from "../wire-ends.ts";
import { type CorrectedGraph, ERASER } from "./correct-graph.ts";
import { type Pointed, pointedAt, TOUCHING } from "./nearest.ts";
import type { PageWireCorrection } from "./wire-correction.ts";

/** A place that a person pointed at is a gate's pin, in gate sizes from the gate. */
const AT_GATE = 0.7;
/** An inversion circle is at a pin, in gate sizes from its rim. */
const AT_CIRCLE = 0.35;
/** An end of another wire is under a drawn one within this many gate sizes. */
const UNDER = 0.1;
/** An end goes on along a drawn wire that leads this straight (a cosine) over it. */
const ALONG = 0.8;
/** A person who pulls an end off its gate begins this near to it: in gate sizes, and in shares of the line's length. */
const PULLED = { near: 0.12, part: 1 / 3 } as const;
/** A wire that is drawn into a gate farther than this share of its length goes to its output. */
const OUTPUT_PART = 0.6;

export interface CorrectedEnds {
  /** One for each end, in the order of the ends. */
  readonly decisions: readonly Decision[];
  /** What a person connected in the middle of lines. */
  readonly added: readonly Decision[];
  /** Indices of corrections that do not find their ends or pins. */
  readonly lost: readonly number[];
}

type Attach = Extract<PageWireCorrection, { kind: "attach" }>;

interface Correcting {
  readonly graph: CorrectedGraph;
  readonly gates: Gates;
  readonly corrections: readonly PageWireCorrection[];
  readonly texts: readonly TextMark[];
  /** For each end the index of the text that names it, or -1. */
  readonly textOf: readonly number[];
}

/**
 * The decisions about wire ends, replaced by a person's corrections where there are any. Only a loose end goes elsewhere,
 * and one that a person pulls off its gate: from any other place, a wire branches and stays where it is.
 */
export function correctEnds(
  ends: readonly WireEnd[],
  decisions: readonly Decision[],
  { graph, gates, corrections, texts, textOf }: Correcting,
): CorrectedEnds {
  const { traced, otherPart, drawn, gaps } = graph;
  const { unit } = gates;
  const linked = new Map<number, (readonly [number, number])[]>();
  const attached = new Map<number, { readonly at: PagePoint; readonly pin: PinChoice }>();
  const added: Decision[] = [];
  const lost: number[] = [];
  const pointed = (place: PagePoint) => pointedAt(traced, ends, { place, unit });
  const isLettered = (end: number) => textOf[end] !== -1;

  function isLoose(end: number): boolean {
    const { node, edge } = ends[end]!;
    if (otherPart.has(node) || drawn.has(edge)) return true;
    const [likeliest] = decisions[end]!.options;
    return !isLettered(end) && (likeliest?.free === true || likeliest?.name === "cut");
  }

  /** Whether an attached end goes to the pin; otherwise its wire branches. A gate keeps its output. */
  function isMoved({ end, edge, at }: Pointed, { end: place, role }: Attach): boolean {
    if (end === -1 || isLettered(end)) return false;
    if (isLoose(end)) return true;
    const { pin } = decisions[end]!.options[0] ?? {};
    if (pin === undefined || (pin.role === "output" && role === "input")) return false;
    const near = Math.min(PULLED.near * unit, PULLED.part * lengthOf(traced.edges[edge]!.points));
    return distanceBetween(at, place) <= near;
  }

  /** The drawn wire that each end is under: the nearest one; -1 without one. */
  const drawnOver = ends.map(({ at }) => {
    let best = -1;
    let least = UNDER * unit;
    for (const edge of drawn.keys()) {
      const { distance } = nearestOnLine(traced.edges[edge]!.points, at);
      if (distance > least) continue;
      least = distance;
      best = edge;
    }
    return best;
  });

  function connect(a: Pointed, b: Pointed): void {
    if (a.edge === b.edge) return;
    const link = [a.edge, b.edge] as const;
    const loose = [a, b].filter(({ end }) => end !== -1 && isLoose(end));
    for (const { end } of loose) linked.set(end, [...(linked.get(end) ?? []), link]);
    if (loose.length === 0) added.push({ at: a.at, options: [{ cost: 0, links: [link], name: "joined" }] });
  }

  corrections.forEach((correction, index) => {
    if (correction.kind === "join") {
      const from = pointed(correction.from);
      const to = pointed(correction.to);
      if (from && to) connect(from, to);
      else lost.push(index);
    } else if (correction.kind === "attach") {
      const from = pointed(correction.end);
      const pin = pinAt(correction.pin, { role: correction.role, gates });
      if (!from || !pin) {
        lost.push(index);
        return;
      }
      const at = correction.pin;
      if (isMoved(from, correction)) attached.set(from.end, { at, pin });
      else added.push({ at, edge: from.edge, options: [{ cost: 0, links: [], pin, name: "pin" }] });
    } else if (correction.kind === "draw") {
      const isOwn = (edge: number) => drawn.get(edge) === index;
      const covered = traced.edges.flatMap((_, other) => {
        const over = drawnOver.filter((_, end) => ends[end]!.edge === other);
        return over.length === 2 && over.every(isOwn) ? [other] : [];
      });
      ends.forEach((end, own) => {
        if (isOwn(end.edge)) {
          if (!otherPart.has(end.node)) leadDrawn(own, covered);
        } else if (!drawn.has(end.edge) && isOwn(drawnOver[own]!) && goesOn(own)) {
          connect({ ...end, end: own }, { edge: drawnOver[own]!, end: -1, at: end.at });
        }
      });
    }
  });

  /** Whether a drawn wire goes on from the end under it: from a loose one, and from any that it leads along. */
  function goesOn(end: number): boolean {
    const { points } = traced.edges[drawnOver[end]!]!;
    const { at, heading } = ends[end]!;
    const parts = points.slice(1).map((to, index) => [points[index]!, to] as const);
    const [[from, to]] = parts.sort((a, b) => nearestOnLine(a, at).distance - nearestOnLine(b, at).distance) as [
      (typeof parts)[0],
    ];
    return isLoose(end) || Math.abs(cosine(unitVector({ x: to.x - from.x, y: to.y - from.y }), heading)) > ALONG;
  }

  /**
   * A drawn wire that ends in a gate goes to its pin; otherwise it is connected to what it touches but not covers, and
   * at a letter to the wire that has it.
   */
  function leadDrawn(own: number, covered: readonly number[]): void {
    const { at, edge } = ends[own]!;
    const body = gates.bodies.find(({ box }) => isInside(box, at));
    const pin = body && pinAt(at, { role: inGate(body, at).along > OUTPUT_PART ? "output" : "input", gates });
    if (pin) {
      attached.set(own, { at, pin });
      return;
    }
    const other =
      pointedAt(traced, ends, { place: at, unit, reach: TOUCHING, without: [edge, ...covered] }) ?? namedAt(at, own);
    if (other) connect({ edge, end: own, at }, other);
  }

  /** The end of the wire whose letter is at a place. */
  function namedAt(place: PagePoint, own: number): Pointed | null {
    const text = texts.findIndex(({ box }) => distanceToBox(box, place) <= TOUCHING.within * unit);
    const end = text === -1 ? -1 : textOf.indexOf(text);
    return end === -1 || end === own ? null : { ...ends[end]!, end };
  }

  const corrected = decisions.map((decision, end): Decision => {
    const links = linked.get(end) ?? [];
    const own = attached.get(end);
    if (own) return { ...decision, at: own.at, options: [{ cost: 0, links, pin: own.pin, name: "pin" }] };
    if (links.length > 0)
      return { ...decision, options: [{ cost: 0, links, name: "gap", ...(isLettered(end) && { free: true }) }] };
    const beyond = otherPart.get(ends[end]!.node);
    return beyond === undefined ? decision : cutEnd(decision, { beyond, gaps, gates });
  });
  return { decisions: corrected, added, lost };
}

/**
 * A wire does not continue past a cut: its end there is unnamed, or the pin of a gate to which the other part of the
 * line, which ends `beyond` the cut, does not lead. If that part is erased, `beyond` is null: then the pin of a gate that
 * is not behind what was erased.
 */
function cutEnd(
  decision: Decision,
  { beyond, gaps, gates }: { beyond: PagePoint | null; gaps: readonly PagePoint[]; gates: Gates },
): Decision {
  const pins = decision.options.filter(({ pin }) => {
    if (pin === undefined) return false;
    const { box } = gates.bodies[pin.gate]!;
    if (beyond === null) {
      const way = [decision.at, nearestInBox(box, decision.at)];
      return gaps.every((gap) => nearestOnLine(way, gap).distance > 0.7 * ERASER * gates.unit);
    }
    return distanceToBox(box, beyond) > distanceToBox(box, decision.at);
  });
  return { ...decision, options: [{ cost: 0, links: [], name: "cut" }, ...pins] };
}

/** The pin of a gate at a place; null where no gate is near. */
function pinAt(place: PagePoint, { role, gates }: { role: PinChoice["role"]; gates: Gates }): PinChoice | null {
  const gate = gateAt(place, gates);
  if (gate === -1) return null;
  const { unit } = gates;
  const near = gates.bubbles
    .map((bubble, index) => ({ bubble, index, distance: distanceBetween(bubble.at, place) - bubble.radius }))
    .filter(({ bubble, distance }) => bubble.gate === gate && distance <= AT_CIRCLE * unit)
    .sort((a, b) => a.distance - b.distance);
  const bubble = role === "input" ? (near[0]?.index ?? -1) : -1;
  return { gate, role, bubble, across: inGate(gates.bodies[gate]!, place).across };
}

/** The gate nearest to a place that a person pointed at, or -1. */
export function gateAt(place: PagePoint, { bodies, unit }: Gates): number {
  let best = -1;
  let least = AT_GATE * unit;
  bodies.forEach(({ box }, gate) => {
    const distance = distanceToBox(box, place);
    if (distance > least) return;
    least = distance;
    best = gate;
  });
  return best;
}
