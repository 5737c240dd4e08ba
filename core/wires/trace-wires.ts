import { distanceToBox, type Gates } from "../gates/read-gates.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import type { Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { Bitmap } from "./bitmap.ts";
import { evidenceAt } from "./evidence.ts";
import { simplifyGraph } from "./simplify-graph.ts";
import { type LineGraph, lengthOf, skeletonGraph } from "./skeleton-graph.ts";
import { thin } from "./thin.ts";
import { inkRadius, strokeWidth, wireInk } from "./wire-ink.ts";

/** The drawn wires as lines, before anything is decided about what connects. */
export interface TracedWires extends LineGraph {
  /** Usual stroke width in pixels. */
  readonly pen: number;
  readonly ink: Bitmap;
}

/** Follows the wire ink of a page: its lines, in page pixels. */
export function traceWires(page: CleanPage, marks: Marks, { gates }: { gates: Gates }): TracedWires {
  const ink = wireInk(page, marks, { gates });
  const skeleton = thin(ink);
  const pen = strokeWidth(ink, skeleton);
  const limit = Math.min(4 * pen, 16);
  const thickness = (at: PagePoint) => inkRadius(ink, at, { reach: Math.ceil(pen), limit });
  const keepEnd = (at: PagePoint) =>
    gates.bodies.some((body) => distanceToBox(body.box, at) < 1.5 * pen) ||
    gates.bubbles.some((b) => Math.hypot(b.at.x - at.x, b.at.y - at.y) < b.radius + 2 * pen) ||
    isNamed(marks, at, gates.unit);
  const graph = simplifyGraph(skeletonGraph(skeleton), { pen, thickness, keepEnd });
  return { ...withoutStrays(graph, marks, { gates, pen }), pen, ink };
}

/** How far from an end its mark, and the text that names it, may be, in gate sizes. */
const NAMED = { mark: 0.15, text: 0.8 } as const;

/** A free end is marked here, beside a text (not in it: letters have ends, too): a wire starts here however short. */
function isNamed(marks: Marks, at: PagePoint, unit: number): boolean {
  if (evidenceAt(marks, at, { kind: "end", reach: NAMED.mark * unit }) < LEAST_END) return false;
  const distances = marks.texts.map(({ box }) => distanceToBox(box, at));
  return distances.some((distance) => distance < NAMED.text * unit) && !distances.includes(0);
}

/** Marks of ends that are less sure say nothing. */
const LEAST_END = 0.3;

/** A separate line shorter than this (in gate sizes) and nowhere farther than `HUG` from one gate is its outline. */
const SPUR = 0.6;
const HUG = 0.3;
/** A line longer than this that leads straight away from the gate is a wire all the same. */
const STUB = 0.2;

/**
 * Takes out separate bits of ink that are no wires: short and inside one gate's or one text's box, ends of a gate's
 * outline that the detector took for wires, or specks.
 */
function withoutStrays(graph: LineGraph, marks: Marks, { gates, pen }: { gates: Gates; pen: number }): LineGraph {
  const group = graph.nodes.map((_, index) => index);
  const find = (node: number): number => {
    let root = node;
    while (group[root] !== root) root = group[root]!;
    group[node] = root;
    return root;
  };
  for (const edge of graph.edges) group[find(edge.from)] = find(edge.to);
  const boxes = [...gates.bodies.map((body) => body.box), ...marks.texts.map((text) => text.box)];
  const inside = new Map<number, Set<number>>();
  const total = new Map<number, number>();
  for (const edge of graph.edges) {
    const root = find(edge.from);
    total.set(root, (total.get(root) ?? 0) + lengthOf(edge.points));
    const holders = boxes.flatMap((box, index) =>
      edge.points.every((point) => distanceToBox(box, point) <= pen) ? [index] : [],
    );
    const before = inside.get(root);
    inside.set(root, new Set(before === undefined ? holders : holders.filter((index) => before.has(index))));
  }
  const degree = graph.nodes.map(() => 0);
  for (const { from, to } of graph.edges) {
    degree[from]!++;
    degree[to]!++;
  }
  const ends = (root: number) => graph.nodes.filter((_, node) => degree[node] === 1 && find(node) === root);
  const isStray = (root: number) => {
    const length = total.get(root)!;
    if (length < 1.5 * pen) return true;
    if ([...inside.get(root)!].some((index) => index >= gates.bodies.length)) return true;
    if (ends(root).some((at) => isNamed(marks, at, gates.unit))) return false;
    const points = graph.edges.filter((edge) => find(edge.from) === root).flatMap((edge) => edge.points);
    const touched = gates.bodies.filter(({ box }) => points.some((point) => distanceToBox(box, point) <= 2 * pen));
    // A short wire from one gate right into the next lies in a box, and is one all the same.
    const isBridge = touched.length > 1 && length > 0.15 * gates.unit;
    if (inside.get(root)!.size > 0 && length < 0.3 * gates.unit && !isBridge) return true;
    if (length > SPUR * gates.unit) return false;
    const isNear = (box: PageBox) => points.some((point) => distanceToBox(box, point) <= 1.2 * HUG * gates.unit);
    const isHugged = (box: PageBox) => points.every((point) => distanceToBox(box, point) <= HUG * gates.unit);
    const [body, second] = gates.bodies.filter(({ box }) => isNear(box));
    if (body !== undefined && length > STUB * gates.unit && leadsAway(points, { box: body.box, length })) return false;
    return (
      body !== undefined && second === undefined && isHugged(body.box) && !marks.texts.some(({ box }) => isNear(box))
    );
  };
  return { nodes: graph.nodes, edges: graph.edges.filter((edge) => !isStray(find(edge.from))) };
}

/** True where most of a line's length takes it away from the box, not along it. */
function leadsAway(points: readonly PagePoint[], { box, length }: { box: PageBox; length: number }): boolean {
  const distances = points.map((point) => distanceToBox(box, point));
  return Math.max(...distances) - Math.min(...distances) > 0.4 * length;
}
