import type { Line, Point } from "../pages/hand.ts";
import type { Layout } from "../pages/route-wires.ts";
import type { Random } from "../render/random.ts";
import type { StudentLayout } from "./student-layout.ts";

/**
 * The layout with two gates exchanged in place: gates of one column and of like height, each where the other was, with
 * the ends of the wires that lead to them. Everything else stays where it was. Null where no two gates can be exchanged.
 */
export function exchangeGates(own: StudentLayout, random: Random): Layout | null {
  const { plan, heights, layout } = own;
  const choices = plan.gates.flatMap((one, a) =>
    plan.gates.flatMap((other, b) => {
      return a < b && one.level === other.level && Math.abs(heights[a]! - heights[b]!) < 0.2 ? [[a, b] as const] : [];
    }),
  );
  if (choices.length === 0) return null;
  const [a, b] = choices[Math.floor(random.next() * choices.length)]!;
  const gateAt = layout.gateAt.with(a, layout.gateAt[b]!).with(b, layout.gateAt[a]!);
  let moved: Layout = { ...layout, gateAt };
  for (const gate of [a, b]) moved = followGate(moved, { own, gate, to: gateAt[gate]! });
  return moved;
}

/** How near a wire's end must be to a pin to be that pin's. */
const AT_PIN = 0.1;
/** Where a straight wire turns once its gate has moved: so far before its end. */
const JOG = 0.35;

interface Move {
  readonly own: StudentLayout;
  readonly gate: number;
  readonly to: Point;
}

/** Leads the wires and letters of a gate to its new place. */
function followGate(layout: Layout, { own, gate, to }: Move): Layout {
  const from = own.layout.gateAt[gate]!;
  const by: Point = [to[0] - from[0], to[1] - from[1]];
  const { pins, tip } = own.gates[gate]!;
  const ends = [...pins, tip].map((pin): Point => [from[0] + pin[0], from[1] + pin[1]]);
  const old = own.layout.routes;
  const isEnd = (at: Point) => ends.some((end) => Math.hypot(end[0] - at[0], end[1] - at[1]) < AT_PIN);
  const letters = new Set<number>();
  const routes = layout.routes.map((route, index) => {
    const before = old[index]!;
    const corners = new Map<string, Point>();
    const strokes = route.strokes.map((line, k): Line => {
      const drawn = before.strokes[k]!;
      const [starts, arrives] = [isEnd(drawn[0]!), isEnd(drawn.at(-1)!)];
      if (!starts && !arrives) return line;
      const letter = own.layout.labels.findIndex(({ at }) => near(at, drawn[0]!, 0.25));
      if (arrives && own.inputs === "own" && letter !== -1) {
        letters.add(letter);
        return line.map((at) => add(at, by));
      }
      return lead(line, { starts, arrives, by, corners });
    });
    const rejoined = strokes.map((line) => line.map((at) => corners.get(keyOf(at)) ?? at));
    return { ...route, strokes: rejoined, junctions: route.junctions.map((at) => corners.get(keyOf(at)) ?? at) };
  });
  const labels = layout.labels.map((label, index) =>
    letters.has(index) ? { ...label, at: add(label.at, by) } : label,
  );
  return { ...layout, routes, labels };
}

interface Leading {
  readonly starts: boolean;
  readonly arrives: boolean;
  readonly by: Point;
  /** Corners that moved, for what branches off there. */
  readonly corners: Map<string, Point>;
}

function lead(line: Line, { starts, arrives, by, corners }: Leading): Line {
  const bent = line.length > 2 ? line : withJog(line, starts);
  const move = (at: Point): Point => {
    const moved: Point = [at[0], at[1] + by[1]];
    corners.set(keyOf(at), moved);
    return moved;
  };
  let result = bent;
  if (starts) result = result.with(0, add(bent[0]!, by)).with(1, move(bent[1]!));
  if (arrives) result = result.with(-1, add(bent.at(-1)!, by)).with(-2, move(bent.at(-2)!));
  return result;
}

/** A straight wire with a place to turn at. */
function withJog([first, last]: Line, starts: boolean): Line {
  const x = starts ? first![0] + JOG : last![0] - JOG;
  const jog: Line = [
    [x, first![1]],
    [x + 0.001, last![1]],
  ];
  return [first!, ...jog, last!];
}

function add(at: Point, by: Point): Point {
  return [at[0] + by[0], at[1] + by[1]];
}

function near(a: Point, b: Point, reach: number): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < reach;
}

function keyOf([x, y]: Point): string {
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}
