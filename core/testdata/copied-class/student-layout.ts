import { type GateStrokes, gateHeight, gateStrokes } from "../drawn-pages/gate-strokes.ts";
import { type Hand, type HandLine, handOf, type StrokePoint } from "../drawn-pages/hand.ts";
import { judgeLayout, type Obstacle } from "../drawn-pages/judge-layout.ts";
import { type InputStyle, netsOf } from "../drawn-pages/net-list.ts";
import { type Drawn, placeRows, type Rows } from "../drawn-pages/place-rows.ts";
import { type CircuitPlan, planCircuit } from "../drawn-pages/plan-circuit.ts";
import { type Layout, routeWires, type WireRoute } from "../drawn-pages/route-wires.ts";
import { type Random, seededRandom } from "../render/random.ts";
import { loosenLayout, UNEVEN, uneven, unevenGate } from "./loosen-layout.ts";
import type { Variant } from "./questions.ts";

/** A circuit as one student laid it out, from left to right as the textbook does. Lengths are in gate heights. */
export interface StudentLayout {
  readonly hand: Hand;
  readonly plan: CircuitPlan;
  readonly inputs: InputStyle;
  readonly gates: readonly GateStrokes[];
  /** Heights of the gates. */
  readonly heights: readonly number[];
  readonly layout: Layout;
  readonly nets: Drawn["nets"];
}

/** A student draws the neatest of this many layouts without faults: students plan a little, but not for long. */
const SKETCHES = 3;
const TRIES = 160;

/**
 * The layout of `variant` that `student` draws: their own spacing along and across the page, order of gates, ways of
 * the wires, style of inputs and size of gates. Null if no layout keeps the wires apart.
 */
export function layOut(variant: Variant, student: string): StudentLayout | null {
  const random = seededRandom(`layout/${student}`);
  const hand = handOf(student);
  const style = random.next();
  const inputs: InputStyle = variant.inputs ?? (style < 0.55 ? "shared" : style < 0.85 ? "rails" : "own");
  const plan = planCircuit(variant.outputs, variant);
  const shapes = plan.gates.map(({ gateClass, pins }) => {
    return unevenGate(gateStrokes(random, gateClass, { hand, inputs: pins.length }), random);
  });
  const gates = shapes.map(({ gate }) => gate);
  const heights = plan.gates.map(({ gateClass, pins }, index) => {
    return shapes[index]!.tall * gateHeight(gateClass, pins.length);
  });
  const outputs = new Set(plan.outputs.map(({ name }) => name));
  const drawn: Drawn = { plan, nets: netsOf(plan, inputs), inputs, gates, heights };
  const habits = habitsOf(random, plan);
  let best: Layout | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0, good = 0; attempt < TRIES && good < SKETCHES; attempt++) {
    const rows = spreadRows(placeRows(random, drawn), { random, habits });
    const widened = widenGaps(routeWires(random, drawn, { rows, hand }), { drawn, gaps: habits.gaps });
    const layout = loosenLayout(widened, { gates, outputs, random });
    const judgement = judgeLayout(layout, obstaclesOf(layout, drawn, hand));
    if (judgement.faults > 0) continue;
    good++;
    const cost = judgement.crossings.length + 0.1 * judgement.length;
    if (cost < least) [best, least] = [layout, cost];
  }
  if (best === null) return null;
  return { hand, ...drawn, layout: best };
}

interface Habits {
  /** Spacing across the page, and how unevenly gates stand. */
  readonly across: number;
  readonly uneven: number;
  /** How wide each gap between two columns is, times the least that its wires need. */
  readonly gaps: readonly number[];
}

function habitsOf(random: Random, plan: CircuitPlan): Habits {
  const along = Math.exp(random.range(-0.05, 0.5));
  const columns = 2 + Math.max(0, ...plan.gates.map(({ level }) => level));
  return {
    across: Math.exp(random.range(-0.05, 0.5)),
    uneven: random.range(0.08, 0.25),
    gaps: Array.from({ length: columns }, () => along * Math.exp(0.18 * random.normal())),
  };
}

function spreadRows(rows: Rows, { random, habits }: { random: Random; habits: Habits }): Rows {
  const columns = rows.columns.map((slots, column) => {
    let floor = Number.NEGATIVE_INFINITY;
    return slots.map((slot) => {
      const shift = column === 0 ? uneven(random, UNEVEN.letterY) : habits.uneven * random.normal();
      const y = Math.max(slot.y * habits.across + shift, floor + slot.height / 2 + 0.12);
      floor = y + slot.height / 2 + 0.12;
      return { ...slot, y };
    });
  });
  return { ...rows, columns };
}

/** Stretches the room between the columns, and leaves the gates as they are. */
function widenGaps(layout: Layout, { drawn, gaps }: { drawn: Drawn; gaps: readonly number[] }): Layout {
  const { plan } = drawn;
  const stops: { from: number; to: number }[] = [{ from: 0, to: 0 }];
  for (let column = 1; column < gaps.length; column++) {
    const members = plan.gates.flatMap(({ level }, index) => (level === column ? [index] : []));
    if (members.length === 0) continue;
    const left = Math.min(...members.map((index) => layout.gateAt[index]![0])) - 0.25;
    const right = Math.max(...members.map((index) => layout.gateAt[index]![0] + drawn.gates[index]!.tip[0]));
    const before = stops.at(-1)!;
    const start = before.to + Math.max(0.05, left - before.from) * gaps[column]!;
    stops.push({ from: left, to: start }, { from: right, to: start + right - left });
  }
  const moveX = (x: number): number => {
    const after = stops.findIndex(({ from }) => from > x);
    const [first, last] = [stops[0]!, stops.at(-1)!];
    if (after === 0) return first.to + (x - first.from);
    if (after === -1) return last.to + (x - last.from) * gaps.at(-1)!;
    const [a, b] = [stops[after - 1]!, stops[after]!];
    return a.to + ((x - a.from) / (b.from - a.from)) * (b.to - a.to);
  };
  return moveLayout(layout, ([x, y]) => [moveX(x), y]);
}

/** The layout with every place moved. */
export function moveLayout(layout: Layout, move: (at: StrokePoint) => StrokePoint): Layout {
  return {
    ...layout,
    gateAt: layout.gateAt.map(move),
    labels: layout.labels.map((label) => ({ ...label, at: move(label.at) })),
    routes: layout.routes.map((one): WireRoute => {
      const strokes = one.strokes.map((line): HandLine => line.map(move));
      return { ...one, strokes, junctions: one.junctions.map(move) };
    }),
  };
}

function obstaclesOf({ gateAt, labels }: Layout, { gates, heights }: Drawn, hand: Hand): Obstacle[] {
  const bodies = gateAt.map(([x, y], index): Obstacle => {
    const h = heights[index]! / 2;
    return [x + 0.3, y - h - 0.12, x + gates[index]!.tip[0] - 0.05, y + h + 0.12];
  });
  const letters = labels.map(({ at, side }): Obstacle => {
    const w = 0.7 * hand.letter;
    const left = side === "left" ? at[0] - w : side === "right" ? at[0] : at[0] - w / 2;
    const top = side === "above" ? at[1] - hand.letter : at[1] - hand.letter / 2;
    return [left - 0.03, top - 0.03, left + w, top + hand.letter + 0.03];
  });
  return [...bodies, ...letters];
}
