import { roundTo } from "../../basics/numbers.ts";
import { type Random, seededRandom } from "../render/random.ts";
import type { Sketch, SketchShape, SketchTruth, Stroke } from "../render/sketch.ts";
import { type GateStrokes, gateHeight, gateStrokes } from "./gate-strokes.ts";
import { type Hand, type HandLine, handOf, penLine, ring, type StrokePoint, wobble } from "./hand.ts";
import { judgeLayout, type LayoutJudgement, type Obstacle } from "./judge-layout.ts";
import { LETTER_STEP, letterStrokes } from "./letter-strokes.ts";
import { type InputStyle, netsOf } from "./net-list.ts";
import { type Drawn, placeRows } from "./place-rows.ts";
import { type PlannedOutput, planCircuit } from "./plan-circuit.ts";
import { type Layout, type PlacedLabel, routeWires } from "./route-wires.ts";

/** A circuit to draw, and whose hand draws it. */
export interface DrawingPlan {
  readonly id: string;
  readonly drafter: string;
  readonly outputs: readonly PlannedOutput[];
  readonly inputs: InputStyle;
  /** `~A` is a bubble at the pin instead of an inverter. */
  readonly bubbles?: boolean;
  /** False draws `~(…)` as a gate and an inverter. */
  readonly folds?: boolean;
  /** False leaves out all letters. */
  readonly letters?: boolean;
}

/** Pixels of a sketch for the height of a gate of two inputs. */
export const SKETCH_UNIT = 100;
const MARGIN = 60;
const TRIES = 160;

/**
 * Draws a circuit as pen strokes by a made-up hand, with its description. Of the layouts that a seed gives, the one
 * with the fewest crossings and bends is drawn: the same drawing always comes out the same.
 *
 * @throws {RangeError} if no layout keeps its wires apart.
 */
export function drawCircuit(drawing: DrawingPlan): { sketch: Sketch; truth: SketchTruth } {
  const hand = handOf(drawing.drafter);
  const random = seededRandom(`drawing/${drawing.id}`);
  const plan = planCircuit(drawing.outputs, drawing);
  const gates = plan.gates.map(({ gateClass, pins }) => gateStrokes(random, gateClass, { hand, inputs: pins.length }));
  const heights = plan.gates.map(({ gateClass, pins }) => gateHeight(gateClass, pins.length));
  const drawn: Drawn = { plan, nets: netsOf(plan, drawing.inputs), inputs: drawing.inputs, gates, heights };
  const { layout, judgement } = bestLayout(random, drawn, hand);
  return { sketch: drawLayout(drawing, { random, hand, drawn, layout, judgement }), truth: truthOf(drawing, plan) };
}

interface LaidOut {
  readonly random: Random;
  readonly hand: Hand;
  readonly drawn: Drawn;
  readonly layout: Layout;
  readonly judgement: LayoutJudgement;
}

/** Draws a circuit that is laid out, as pen strokes. */
export function drawLayout(
  drawing: Pick<DrawingPlan, "id" | "drafter" | "letters">,
  { random, hand, drawn, layout, judgement }: LaidOut,
): Sketch {
  const { plan, gates } = drawn;
  const groups = new Map<string, HandLine[]>();
  const shapes: { label: string; lines: HandLine[] }[] = [];
  plan.gates.forEach(({ gateClass, pins }, index) => {
    const at = layout.gateAt[index]!;
    shapes.push({ label: gateClass, lines: gates[index]!.strokes.map((line) => line.map((p) => add(p, at))) });
    pins.forEach(({ bubble }, operand) => {
      if (!bubble) return;
      const pin = gates[index]!.pins[layout.pinOf[index]![operand]!]!;
      const centre: StrokePoint = [at[0] + pin[0] - hand.bubble, at[1] + pin[1]];
      shapes.push({ label: "BUBBLE", lines: [wobble(random, ring(random, centre, hand.bubble), 0.008)] });
    });
  });
  for (const { group, strokes, junctions } of layout.routes) {
    const lines = groups.get(group) ?? [];
    groups.set(group, lines);
    for (const line of strokes) lines.push(drawWire(random, line, { group, hand, judgement, drawn, layout }));
    if (hand.dots) for (const at of junctions) lines.push(dot(random, at));
  }
  for (const lines of groups.values()) shapes.push({ label: "WIRE", lines });
  const labels = drawing.letters === false ? [] : layout.labels;
  for (const label of labels) shapes.push({ label: "LABEL", lines: writeLabel(random, label, hand) });
  return toSketch(drawing, shapes);
}

function bestLayout(random: Random, drawn: Drawn, hand: Hand): { layout: Layout; judgement: LayoutJudgement } {
  let best: { layout: Layout; judgement: LayoutJudgement; cost: number } | null = null;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const rows = placeRows(random, drawn);
    const layout = routeWires(random, drawn, { rows, hand });
    const boxes = obstacles(layout, { gates: drawn.gates, heights: drawn.heights, hand });
    const judgement = judgeLayout(layout, boxes);
    const bends = layout.routes.flatMap(({ strokes }) => strokes).reduce((sum, line) => sum + bendsOf(line), 0);
    const cost = judgement.faults * 1000 + judgement.crossings.length + 0.15 * judgement.length + 0.2 * bends;
    if (best === null || cost < best.cost) best = { layout, judgement, cost };
  }
  if (best === null || best.judgement.faults > 0) throw new RangeError("No layout keeps the wires apart");
  return best;
}

/** Turns of a quarter: a slight slope is none. */
function bendsOf(line: HandLine): number {
  return line.slice(1).filter(([x, y], i) => Math.abs(y - line[i]![1]) > Math.abs(x - line[i]![0])).length * 2;
}

interface Drawables {
  readonly gates: readonly GateStrokes[];
  readonly heights: readonly number[];
  readonly hand: Hand;
}

function obstacles({ gateAt, labels }: Layout, { gates, heights, hand }: Drawables): Obstacle[] {
  const bodies = gateAt.map(([x, y], index): Obstacle => {
    const h = heights[index]! / 2;
    return [x + 0.3, y - h - 0.12, x + gates[index]!.tip[0] - 0.05, y + h + 0.12];
  });
  const letters = labels.map((label): Obstacle => {
    const [left, middle] = leftMiddle(label, hand);
    const h = hand.letter / 2 + 0.03;
    return [left - 0.03, middle - h, left + widthOf(label, hand), middle + h];
  });
  return [...bodies, ...letters];
}

interface WirePlace {
  readonly group: string;
  readonly hand: Hand;
  readonly judgement: LayoutJudgement;
  readonly drawn: Drawn;
  readonly layout: Layout;
}

/** A wire's stroke: its ends miss the pins a little, its corners are rounded, some hands hop over crossings. */
function drawWire(random: Random, line: HandLine, { group, hand, judgement, drawn, layout }: WirePlace): HandLine {
  const tip = line.at(-1)!;
  const isAtBubble = drawn.plan.gates.some(({ pins }, index) => {
    return pins.some(({ bubble }, operand) => {
      if (!bubble) return false;
      const pin = add(drawn.gates[index]!.pins[layout.pinOf[index]![operand]!]!, layout.gateAt[index]!);
      return Math.hypot(pin[0] - tip[0], pin[1] - tip[1]) < 0.05;
    });
  });
  const reach = (at: StrokePoint, by: number): StrokePoint => [
    at[0] + by + hand.reach * random.normal(),
    at[1] + 0.02 * random.normal(),
  ];
  const ends = line.with(0, reach(line[0]!, 0)).with(-1, reach(tip, isAtBubble ? -2 * hand.bubble : 0));
  const hopped = hand.hops ? withHops(ends, { group, judgement }) : ends;
  return wobble(random, penLine(hopped, { corner: hand.corner }), hand.wobble * 1.4);
}

/** The line with a half circle over each wire that it crosses while running across the page. */
function withHops(line: HandLine, { group, judgement }: { group: string; judgement: LayoutJudgement }): HandLine {
  const radius = 0.11;
  return line.flatMap((to, i) => {
    const from = line[i - 1];
    if (from === undefined || Math.abs(to[1] - from[1]) > 0.3) return [to];
    const crossed = judgement.crossings
      .filter(
        ({ at, groups }) =>
          groups.includes(group) && Math.min(from[0], to[0]) < at[0] && at[0] < Math.max(from[0], to[0]),
      )
      .filter(
        ({ at }) => Math.abs(at[1] - (from[1] + ((at[0] - from[0]) / (to[0] - from[0])) * (to[1] - from[1]))) < 0.08,
      )
      .sort((a, b) => a.at[0] - b.at[0]);
    const bows = crossed.flatMap(({ at }) =>
      Array.from({ length: 9 }, (_, k): StrokePoint => {
        return [at[0] - radius * Math.cos((Math.PI * k) / 8), at[1] - radius * Math.sin((Math.PI * k) / 8)];
      }),
    );
    return [...bows, to];
  });
}

function dot(random: Random, at: StrokePoint): HandLine {
  const radius = random.range(0.045, 0.075);
  return [1, 0.65, 0.3].flatMap((share) => ring(random, at, radius * share));
}

function writeLabel(random: Random, label: PlacedLabel, hand: Hand): HandLine[] {
  return letterStrokes(random, label.text, { at: leftMiddle(label, hand), height: hand.letter, isIndex: true });
}

function leftMiddle({ text, at, side }: PlacedLabel, hand: Hand): StrokePoint {
  const width = widthOf({ text, at, side }, hand);
  if (side === "left") return [at[0] - width, at[1]];
  if (side === "right") return at;
  return [at[0] - width / 2, at[1] - hand.letter / 2];
}

function widthOf({ text }: PlacedLabel, hand: Hand): number {
  return hand.letter * (0.7 + LETTER_STEP * 0.75 * (text.length - 1));
}

function toSketch(
  { id, drafter }: Pick<DrawingPlan, "id" | "drafter">,
  shapes: readonly { label: string; lines: readonly HandLine[] }[],
): Sketch {
  const all = shapes.flatMap(({ lines }) => lines.flat());
  const left = Math.min(...all.map(([x]) => x));
  const top = Math.min(...all.map(([, y]) => y));
  const place = (line: HandLine): Stroke =>
    line.map(
      ([x, y]) =>
        [roundTo((x - left) * SKETCH_UNIT + MARGIN, 10), roundTo((y - top) * SKETCH_UNIT + MARGIN, 10)] as const,
    );
  const strokes: Stroke[] = [];
  const placed = shapes.map(({ label, lines }): SketchShape => {
    const own = lines.map(place);
    const indexes = own.map((stroke) => strokes.push(stroke) - 1);
    const points = own.flat();
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    return { label, box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], strokes: indexes };
  });
  const size = [0, 1].map((axis) => Math.ceil(Math.max(...strokes.flat().map((p) => p[axis as 0 | 1])) + MARGIN));
  return { id, set: "pages", drafter, size: [size[0]!, size[1]!], strokes, shapes: placed };
}

function truthOf({ id, drafter, outputs, letters }: DrawingPlan, { inputs, gates }: Drawn["plan"]): SketchTruth {
  const count: Record<string, number> = {};
  for (const { gateClass } of gates) count[gateClass] = (count[gateClass] ?? 0) + 1;
  const isOpen = gates.some(({ pins }) => pins.some(({ source }) => source === "open"));
  return {
    id,
    set: "pages",
    drafter,
    usable: !isOpen,
    ...(isOpen && { reason: "an open input" }),
    inputs,
    labelled: letters !== false,
    outputs,
    gates: count,
    orientation: "lr",
    notes: "",
  };
}

function add(a: StrokePoint, b: StrokePoint): StrokePoint {
  return [a[0] + b[0], a[1] + b[1]];
}
