import type { PagePoint } from "../../geometry/coordinates.ts";
import { directionFromStart } from "./directions.ts";
import type { LineGraph } from "./skeleton-graph.ts";

/** A line that leaves a node: its edge and its direction. */
export interface Branch {
  readonly edge: number;
  readonly away: PagePoint;
}

/** The lines that leave each node, with their directions over `reach` pixels. */
export function branchesOf({ nodes, edges }: LineGraph, reach: number): Branch[][] {
  const branches: Branch[][] = nodes.map(() => []);
  edges.forEach(({ from, to, points }, edge) => {
    branches[from]!.push({ edge, away: directionFromStart(points, reach) });
    branches[to]!.push({ edge, away: directionFromStart([...points].reverse(), reach) });
  });
  return branches;
}
