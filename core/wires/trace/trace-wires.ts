import type { Gates } from "../../gates/read-gates.ts";
import { distanceToBox } from "../../geometry/boxes.ts";
import type { PagePoint } from "../../geometry/coordinates.ts";
import type { Marks } from "../../marks/marks.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { READING } from "../../rules/limits.ts";
import type { Bitmap } from "./bitmap.ts";
import { joinBrokenCrossings } from "./broken-crossings.ts";
import { joinBrokenLines } from "./broken-lines.ts";
import { simplifyGraph } from "./simplify-graph.ts";
import { type LineGraph, skeletonGraph } from "./skeleton-graph.ts";
import { isNamedEnd, withoutStrays } from "./strays.ts";
import { thin } from "./thin.ts";
import { inkRadius, strokeWidth, wireInk } from "./wire-ink.ts";
import { withoutFrame } from "./without-frame.ts";

/** The drawn wires as lines, before anything is decided about what connects. */
export interface TracedWires extends LineGraph {
  /** Usual stroke width in pixels. */
  readonly pen: number;
  readonly ink: Bitmap;
  /** False if there are too many lines to follow: it has none then. */
  readonly isComplete: boolean;
}

/** Follows the wire ink of a page: its lines, in page pixels. */
export function traceWires(page: CleanPage, marks: Marks, { gates }: { gates: Gates }): TracedWires {
  const ink = wireInk(page, marks, { gates });
  const skeleton = thin(ink);
  const pen = strokeWidth(ink, skeleton);
  const limit = Math.min(4 * pen, 16);
  const thickness = (at: PagePoint) => inkRadius(ink, at, { reach: Math.ceil(pen), limit });
  const isAtGate = (at: PagePoint) =>
    gates.bodies.some((body) => distanceToBox(body.box, at) < 1.5 * pen) ||
    gates.bubbles.some((b) => Math.hypot(b.at.x - at.x, b.at.y - at.y) < b.radius + 2 * pen);
  const keepEnd = (at: PagePoint) => isAtGate(at) || isNamedEnd(marks, at, gates.unit);
  const rough = skeletonGraph(skeleton);
  if (rough.edges.length > READING.tracedLines) return { nodes: [], edges: [], pen, ink, isComplete: false };
  const { unit } = gates;
  const pieces = simplifyGraph(rough, { pen, thickness, keepEnd });
  const joined = joinBrokenLines(pieces, { unit, pen, isAtGate });
  const whole = joined === pieces ? pieces : simplifyGraph(joined, { pen, thickness, keepEnd });
  const lines = withoutStrays(withoutFrame(whole, { gates, pen }), { marks, gates, pen });
  const graph = joinBrokenCrossings(lines, { unit, pen });
  if (graph.edges.length > READING.lines) return { nodes: [], edges: [], pen, ink, isComplete: false };
  return { ...graph, pen, ink, isComplete: true };
}
