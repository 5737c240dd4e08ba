import type { HandLine, StrokePoint } from "../drawn-pages/hand.ts";
import type { Layout, WireRoute } from "../drawn-pages/route-wires.ts";
import type { Random } from "../render/random.ts";
import type { StudentLayout } from "./student-layout.ts";

/**
 * The layout with two gates exchanged in place: gates of one column and of like height, each where the other was, with
 * the ends of the wires that lead to them. Everything else stays where it was. Null if no two gates can be exchanged.
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
  const moves = [a, b].map((gate): Move => {
    const from = layout.gateAt[gate]!;
    const { pins, tip } = own.gates[gate]!;
    return { by: minus(gateAt[gate]!, from), ends: [...pins, tip].map((pin) => add(from, pin)) };
  });
  const letters = new Map<number, StrokePoint>();
  const routes = layout.routes.map((route) => leadRoute(route, { moves, own, letters }));
  const labels = layout.labels.map((label, index) => {
    const by = letters.get(index);
    return by === undefined ? label : { ...label, at: add(label.at, by) };
  });
  return { ...layout, gateAt, routes, labels };
}

/** How near a wire's end must be to a pin to be that pin's. */
const AT_PIN = 0.1;
/** Where a straight wire turns once its gate has moved: so far before its end. */
const JOG = 0.35;

/** A gate that goes elsewhere, and where its pins and its tip were. */
interface Move {
  readonly by: StrokePoint;
  readonly ends: readonly StrokePoint[];
}

interface Leading {
  readonly moves: readonly Move[];
  readonly own: StudentLayout;
  /** Letters that go with their gate; filled in. */
  readonly letters: Map<number, StrokePoint>;
}

/** Leads a net's strokes to where its gates are now. */
function leadRoute(route: WireRoute, { moves, own, letters }: Leading): WireRoute {
  const moveAt = (at: StrokePoint) => moves.find(({ ends }) => ends.some((end) => isNear(end, at, AT_PIN)))?.by ?? null;
  // Corners that moved, for what branches off there.
  const corners = new Map<string, StrokePoint>();
  const strokes = route.strokes.map((line): Place[] => {
    const places = line.map((at): Place => ({ from: at, at }));
    const [starts, arrives] = [moveAt(line[0]!), moveAt(line.at(-1)!)];
    const letter = own.layout.labels.findIndex(({ at }) => isNear(at, line[0]!, 0.25));
    if (arrives !== null && own.inputs === "own" && letter !== -1) {
      letters.set(letter, arrives);
      return line.map((at) => ({ from: null, at: add(at, arrives) }));
    }
    let led = (starts ?? arrives) !== null && line.length === 2 ? withJog(line, starts !== null) : places;
    if (starts !== null) led = lead(led, { end: 0, next: 1, by: starts, corners });
    if (arrives !== null) led = lead(led, { end: led.length - 1, next: led.length - 2, by: arrives, corners });
    return led;
  });
  return {
    ...route,
    strokes: strokes.map((line): HandLine => line.map(({ from, at }) => (from && corners.get(keyOf(from))) ?? at)),
    junctions: route.junctions.map((at) => corners.get(keyOf(at)) ?? at),
  };
}

/** A point of a stroke, and where it was; null if it has been moved, or was not there before. */
interface Place {
  readonly from: StrokePoint | null;
  readonly at: StrokePoint;
}

interface Lead {
  readonly end: number;
  readonly next: number;
  readonly by: StrokePoint;
  readonly corners: Map<string, StrokePoint>;
}

/** Moves an end of a stroke, and the corner next to it up or down as far. */
function lead(line: readonly Place[], { end, next, by, corners }: Lead): Place[] {
  const corner = line[next]!;
  const moved: StrokePoint = [corner.at[0], corner.at[1] + by[1]];
  if (corner.from !== null) corners.set(keyOf(corner.from), moved);
  return line.with(end, { from: null, at: add(line[end]!.at, by) }).with(next, { from: null, at: moved });
}

/** A straight wire with a place to turn at. */
function withJog([first, last]: HandLine, starts: boolean): Place[] {
  const x = starts ? first![0] + JOG : last![0] - JOG;
  const jog: HandLine = [first!, [x, first![1]], [x + 0.001, last![1]], last!];
  return jog.map((at, index): Place => ({ from: index === 0 || index === 3 ? at : null, at }));
}

function add(at: StrokePoint, by: StrokePoint): StrokePoint {
  return [at[0] + by[0], at[1] + by[1]];
}

function minus(at: StrokePoint, by: StrokePoint): StrokePoint {
  return [at[0] - by[0], at[1] - by[1]];
}

function isNear(a: StrokePoint, b: StrokePoint, reach: number): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < reach;
}

function keyOf([x, y]: StrokePoint): string {
  return `${x.toFixed(3)} ${y.toFixed(3)}`;
}
