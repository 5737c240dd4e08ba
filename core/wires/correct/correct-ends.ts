import { distanceToBox, type Gates, inGate } from "../../gates/read-gates.ts";
import { isInside, nearestInBox } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { Decision, Option, PinChoice } from "../decide/decision.ts";
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

interface Correcting {
  readonly graph: CorrectedGraph;
  readonly gates: Gates;
  readonly corrections: readonly PageWireCorrection[];
  /** Whether there is a text at an end, by its index. */
  isLettered(end: number): boolean;
}

/** The decisions about wire ends, replaced by a person's corrections where there are any. */
export function correctEnds(
  ends: readonly WireEnd[],
  decisions: readonly Decision[],
  { graph, gates, corrections, isLettered }: Correcting,
): CorrectedEnds {
  const { traced, otherPart, drawn, gaps } = graph;
  const { unit } = gates;
  const linked = new Map<number, (readonly [number, number])[]>();
  const attached = new Map<number, { readonly at: PagePoint; readonly pin: PinChoice }>();
  const added: Decision[] = [];
  const lost: number[] = [];
  const pointed = (place: PagePoint, without: readonly number[] = []) =>
    pointedAt(traced, ends, { place, unit, without });

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
    const link = [a.edge, b.edge] as const;
    for (const { end } of [a, b]) {
      if (end !== -1) linked.set(end, [...(linked.get(end) ?? []), link]);
    }
    if (a.end === -1 && b.end === -1) added.push({ at: a.at, options: [{ cost: 0, links: [link], name: "joined" }] });
  }

  corrections.forEach((correction, index) => {
    if (correction.kind === "join") {
      const from = pointed(correction.from);
      const to = from && pointed(correction.to, [from.edge]);
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
      if (from.end !== -1) attached.set(from.end, { at, pin });
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
        } else if (!drawn.has(end.edge) && isOwn(drawnOver[own]!)) {
          connect({ ...end, end: own }, { edge: drawnOver[own]!, end: -1, at: end.at });
        }
      });
    }
  });

  /** A drawn wire that ends in a gate goes to its pin; otherwise it is connected to what it touches but not covers. */
  function leadDrawn(own: number, covered: readonly number[]): void {
    const { at, edge } = ends[own]!;
    const body = gates.bodies.find(({ box }) => isInside(box, at));
    const pin = body && pinAt(at, { role: inGate(body, at).along > OUTPUT_PART ? "output" : "input", gates });
    if (pin) {
      attached.set(own, { at, pin });
      return;
    }
    const other = pointedAt(traced, ends, { place: at, unit, reach: TOUCHING, without: [edge, ...covered] });
    if (other) connect({ edge, end: own, at }, other);
  }

  const corrected = decisions.map((decision, end): Decision => {
    const links = linked.get(end) ?? [];
    const own = attached.get(end);
    if (own) return { ...decision, at: own.at, options: [{ cost: 0, links, pin: own.pin, name: "pin" }] };
    if (links.length > 0) return connectedEnd(decision, { links, isLettered: isLettered(end) });
    const beyond = otherPart.get(ends[end]!.node);
    return beyond === undefined ? decision : cutEnd(decision, { beyond, gaps, gates });
  });
  return { decisions: corrected, added, lost };
}

/** An end that a person connected is only free for the letter next to it, but it may also be a gate's pin. */
function connectedEnd(
  decision: Decision,
  { links, isLettered }: { links: Option["links"]; isLettered: boolean },
): Decision {
  const pins = decision.options.filter(({ pin }) => pin !== undefined);
  const connected: Option = { cost: 0, links, name: "gap", ...(isLettered && { free: true }) };
  return { ...decision, options: [connected, ...pins.map((option) => ({ ...option, links }))] };
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
