import { groupBy } from "../../basics/group-by.ts";
import { sum } from "../../basics/numbers.ts";
import { unionFind } from "../../basics/union-find.ts";
import { type GateBody, type Gates, inGate } from "../../gates/read-gates.ts";
import { distanceToBox } from "../../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import type { Marks } from "../../marks/marks.ts";
import { evidenceAt } from "../decide/evidence.ts";
import { degreesOf, type GraphEdge, type LineGraph, lengthOf } from "./skeleton-graph.ts";

/** How far from an end its mark, and the text that names it, may be, in gate sizes. */
const NAMED = { mark: 0.15, text: 0.8 } as const;

/**
 * A free end is marked here, next to a text (not in it: letters have ends too): a wire starts here, however short it
 * is.
 */
export function isNamedEnd(marks: Marks, at: PagePoint, unit: number): boolean {
  if (evidenceAt(marks, at, { kind: "end", reach: NAMED.mark * unit }) < LEAST_END) return false;
  const distances = marks.texts.map(({ box }) => distanceToBox(box, at));
  return distances.some((distance) => distance < NAMED.text * unit) && !distances.includes(0);
}

/** Marks of ends that are less certain are ignored. */
const LEAST_END = 0.3;

/** A separate line shorter than this (in gate sizes) and nowhere farther than `HUG` from a gate is its outline. */
const SPUR = 0.6;
const HUG = 0.3;
/** A line longer than this that leads straight away from the gate is a wire nevertheless. */
const STUB = 0.2;
/** The same, with the pen's width, for a line that leads straight in at a gate's back. */
const STUB_IN = 0.15;

/** Nearer than this to a corner of a gate's back, as a share of its side, its outline overshoots. */
const CORNER = 0.08;

/**
 * A letter's stroke is at most this long, as a share of its letter, and at least this far from gates and lines, in gate
 * sizes.
 */
const LETTER_STROKE = { length: 1.2, apart: 0.4 } as const;

type Place = ReturnType<typeof inGate>;

interface Surroundings {
  readonly marks: Marks;
  readonly gates: Gates;
  /** Pixels. */
  readonly pen: number;
}

/** Connected lines, separate from all others. */
interface Part {
  readonly edges: readonly GraphEdge[];
  readonly points: readonly PagePoint[];
  /** Nodes where one of its lines ends and no other begins. */
  readonly ends: readonly PagePoint[];
  /** Pixels of all its lines. */
  readonly length: number;
}

/**
 * Removes separate pieces of ink that are not wires: short ones inside a gate's or text's box, ends of a gate's outline
 * that the detector took for wires, and specks.
 */
export function withoutStrays(graph: LineGraph, surroundings: Surroundings): LineGraph {
  const parts = partsOf(graph);
  const kept = parts.filter(
    (part) => !isStray(part, surroundings) && !isLetterStroke(part, { parts, ...surroundings }),
  );
  const edges = new Set(kept.flatMap((part) => part.edges));
  return { nodes: graph.nodes, edges: graph.edges.filter((edge) => edges.has(edge)) };
}

function partsOf(graph: LineGraph): Part[] {
  const groups = unionFind(graph.nodes.length);
  const degree = degreesOf(graph);
  for (const { from, to } of graph.edges) groups.join(from, to);
  return [...groupBy(graph.edges, ({ from }) => groups.find(from)).values()].map((edges) => ({
    edges,
    points: edges.flatMap(({ points }) => points),
    ends: edges.flatMap(({ from, to }) => [from, to].flatMap((node) => (degree[node] === 1 ? graph.nodes[node]! : []))),
    length: sum(edges.map(({ points }) => lengthOf(points))),
  }));
}

/**
 * True for a stroke of a letter that the detector took for a wire, like the stem of a d: it begins at the letter, is
 * hardly longer than it, and ends away from gates and lines.
 */
function isLetterStroke(part: Part, { parts, marks, gates, pen }: Surroundings & { parts: readonly Part[] }): boolean {
  const { ends, points, length } = part;
  const reach = LETTER_STROKE.apart * gates.unit;
  if (gates.bodies.some(({ box }) => points.some((point) => distanceToBox(box, point) <= reach))) return false;
  const isOpen = (at: PagePoint) =>
    parts.every((other) => other === part || other.points.every((point) => distanceBetween(point, at) > reach));
  return marks.texts.some(({ box }) => {
    if (length > LETTER_STROKE.length * Math.max(box.width, box.height)) return false;
    const [near, ...far] = [...ends].sort((a, b) => distanceToBox(box, a) - distanceToBox(box, b));
    return near !== undefined && far.length > 0 && distanceToBox(box, near) <= 2 * pen && far.every(isOpen);
  });
}

function isStray({ points, ends, length }: Part, { marks, gates, pen }: Surroundings): boolean {
  if (length < 1.5 * pen) return true;
  const isInside = (box: PageBox) => points.every((point) => distanceToBox(box, point) <= pen);
  if (marks.texts.some(({ box }) => isInside(box))) return true;
  if (ends.some((at) => isNamedEnd(marks, at, gates.unit))) return false;
  const touched = gates.bodies.filter(({ box }) => points.some((point) => distanceToBox(box, point) <= 2 * pen));
  // A short wire from one gate directly into the next may lie in a box and is a wire nevertheless.
  const isBridge = touched.length > 1 && length > 0.15 * gates.unit;
  const isTiny = length < 0.3 * gates.unit && !isBridge;
  if (isTiny && gates.bodies.some(({ box }) => isInside(box))) return true;
  if (length > SPUR * gates.unit) return false;
  const isNear = (box: PageBox) => points.some((point) => distanceToBox(box, point) <= 1.2 * HUG * gates.unit);
  const isHugged = (box: PageBox) => points.every((point) => distanceToBox(box, point) <= HUG * gates.unit);
  const [body, second] = gates.bodies.filter(({ box }) => isNear(box));
  if (body !== undefined && length > STUB * gates.unit && leadsAway(points, { box: body.box, length })) return false;
  if (body !== undefined && length + pen > STUB_IN * gates.unit && leadsIn(ends, body)) return false;
  return (
    body !== undefined && second === undefined && isHugged(body.box) && !marks.texts.some(({ box }) => isNear(box))
  );
}

/** True for a line that comes straight in at a gate's back, between its corners: there it may end deep in a hollow back. */
function leadsIn(ends: readonly PagePoint[], body: GateBody): boolean {
  if (ends.length !== 2) return false;
  const [outer, inner] = ends.map((at) => inGate(body, at)).sort((a, b) => a.along - b.along) as [Place, Place];
  const { width, height } = body.box;
  const isLevel = body.direction === "right" || body.direction === "left";
  const [depth, extent] = isLevel ? [width, height] : [height, width];
  const aside = Math.abs(outer.across - inner.across) * extent;
  return (
    outer.along < 0 &&
    inner.along < 0.5 &&
    aside < 0.35 * (inner.along - outer.along) * depth &&
    inner.across > CORNER &&
    inner.across < 1 - CORNER
  );
}

/** True if most of a line's length leads away from the box, not along it. */
function leadsAway(points: readonly PagePoint[], { box, length }: { box: PageBox; length: number }): boolean {
  const distances = points.map((point) => distanceToBox(box, point));
  return Math.max(...distances) - Math.min(...distances) > 0.4 * length;
}
