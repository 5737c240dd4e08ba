import type { PagePoint } from "../../geometry/coordinates.ts";
import { distanceBetween, nearestOnLine } from "../../geometry/distances.ts";
import type { Decision, Option } from "../decide/decision.ts";
import type { GraphEdge } from "../trace/skeleton-graph.ts";

/** A connection this near to a place, in gate sizes, leads over it. */
const OVER = 0.15;

interface Apart {
  readonly edges: readonly GraphEdge[];
  /** Where a person cut a line, or let lines cross. */
  readonly places: readonly PagePoint[];
  readonly unit: number;
}

/** A decision without the connections over bare paper that would undo what a person took apart. */
export function keepApart(decision: Decision, { edges, places, unit }: Apart): Decision {
  if (places.length === 0) return decision;
  const { at, edge: own } = decision;
  const leadsOver = ({ name, links }: Option): boolean => {
    if (name !== "gap" && name !== "tee" && name !== "touch") return false;
    return links.some(([a, b]) => {
      const { points } = edges[a === own ? b : a]!;
      const to = name === "gap" ? nearerEnd(points, at) : nearestOnLine(points, at).at;
      return places.some((place) => nearestOnLine([at, to], place).distance <= OVER * unit);
    });
  };
  const left = decision.options.filter((option) => !leadsOver(option));
  return { ...decision, options: left.length > 0 ? left : [{ cost: 0, links: [], name: "cut" }] };
}

function nearerEnd(points: readonly PagePoint[], at: PagePoint): PagePoint {
  const [first, last] = [points[0]!, points.at(-1)!];
  return distanceBetween(first, at) <= distanceBetween(last, at) ? first : last;
}
