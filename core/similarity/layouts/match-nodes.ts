import { sum } from "../../basics/numbers.ts";
import { type LaidOutCircuit, type LayoutPoint, mirrored } from "./laid-out-circuit.ts";
import { carry, LOST, layUpon } from "./lay-upon.ts";
import { type LayoutShape, layoutShape } from "./layout-shape.ts";

/** Two drawings side by side: which of their parts correspond. */
export interface NodeMatches {
  /** Indexes into the nodes of the first and of the second drawing, the nearest pair first. */
  readonly matches: readonly { readonly a: number; readonly b: number; readonly apart: number }[];
  /** How many times larger than the second the first is drawn. */
  readonly scale: number;
}

/**
 * Which gates and named wire ends of two drawings correspond: a gate to the one at its place, even if two gates were
 * swapped, or one drawing is mirrored top to bottom. Null for a drawing without gates.
 */
export function matchNodes(a: LaidOutCircuit, b: LaidOutCircuit): NodeMatches | null {
  const [straight, turned] = [matchesAsDrawn(a, b), matchesAsDrawn(a, mirrored(b))];
  return straight && turned && nearness(turned) > nearness(straight) ? turned : straight;
}

function nearness({ matches }: NodeMatches): number {
  return sum(matches.map(({ apart }) => LOST - apart));
}

function matchesAsDrawn(a: LaidOutCircuit, b: LaidOutCircuit): NodeMatches | null {
  const [one, other] = [layoutShape(a), layoutShape(b)];
  if (one === null || other === null) return null;
  const onto = layUpon(one, other);
  const candidates: { a: number; b: number; apart: number }[] = [];
  a.nodes.forEach((node, index) => {
    const place = onShape(one, node);
    b.nodes.forEach((second, k) => {
      if (second.kind !== node.kind || (node.kind !== "gate" && second.name !== node.name)) return;
      const { x, y } = carry(onto, onShape(other, second));
      const apart = Math.hypot(x - place.x, y - place.y);
      if (apart < LOST) candidates.push({ a: index, b: k, apart });
    });
  });
  candidates.sort((p, q) => p.apart - q.apart);
  const [takenA, takenB] = [new Set<number>(), new Set<number>()];
  const matches = candidates.filter((match) => {
    if (takenA.has(match.a) || takenB.has(match.b)) return false;
    takenA.add(match.a);
    takenB.add(match.b);
    return true;
  });
  return { matches, scale: (Math.hypot(onto.c, onto.s) * one.size) / other.size };
}

function onShape({ middle, size }: LayoutShape, { x, y }: LayoutPoint): LayoutPoint {
  return { x: (x - middle.x) / size, y: (y - middle.y) / size };
}
