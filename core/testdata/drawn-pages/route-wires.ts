import type { Random } from "../render/random.ts";
import { gateWidth } from "./gate-strokes.ts";
import type { Hand, HandLine, StrokePoint } from "./hand.ts";
import { columnOf, lastColumn, type Net } from "./net-list.ts";
import { type Drawn, heightAt, pinHeight, type Rows } from "./place-rows.ts";

/** A wire as corner points: its strokes (a branch begins on an earlier stroke) and where it branches. */
export interface WireRoute {
  readonly group: string;
  readonly strokes: readonly HandLine[];
  readonly junctions: readonly StrokePoint[];
}

/** A letter, the middle of its left or right side, and the wire end next to it. */
export interface PlacedLabel {
  readonly text: string;
  readonly at: StrokePoint;
  readonly side: "left" | "right" | "above";
}

export interface Layout {
  readonly routes: readonly WireRoute[];
  readonly labels: readonly PlacedLabel[];
  /** Where each gate's back and middle line meet. */
  readonly gateAt: readonly StrokePoint[];
  /** For each gate, the pin (from the top) of each operand. */
  readonly pinOf: Rows["pinOf"];
}

/** Steps that are smaller are drawn as a slightly sloped line. */
const STEP = 0.14;
const TRACK = 0.32;

/** Routes all wires for one way to place the rows: across the gaps between the columns on separate tracks. */
export function routeWires(random: Random, drawn: Drawn, { rows, hand }: { rows: Rows; hand: Hand }): Layout {
  const { plan, nets, inputs } = drawn;
  const last = lastColumn(plan);
  const gateAt: StrokePoint[] = [];
  const strokes: HandLine[][] = nets.map(() => []);
  const junctions: StrokePoint[][] = nets.map(() => []);
  const labels: PlacedLabel[] = [];
  const routes: WireRoute[] = [];
  let right = 0;
  for (let column = 1; column <= last; column++) {
    const legs = nets.flatMap((net, index) => legOf(net, { index, column, drawn, rows }));
    const turning = legs.filter(({ from, to }) => to.length > 1 || Math.abs(to[0]!.y - from) > STEP);
    const tracks = shuffled(random, turning);
    const hasLetters = inputs === "own" && plan.gates.some((gate) => gate.level === column && readsInput(gate));
    const least = column === last ? 0.9 : hasLetters ? 1.35 : column === 1 ? 0.9 : 0.6;
    const left = right + Math.max(least, 0.5 + TRACK * tracks.length);
    rows.columns[column]!.forEach((slot) => {
      if (slot.kind === "gate") gateAt[slot.index] = [left + random.range(-0.04, 0.08), slot.y];
    });
    for (const leg of legs) {
      const net = nets[leg.net]!;
      const start: StrokePoint = [startOf(net, { column, drawn, gateAt, right }), leg.from];
      const track = right + 0.3 + TRACK * (tracks.indexOf(leg) + random.range(-0.1, 0.1));
      const ends = leg.to.map(({ y, gate, pin }): StrokePoint => {
        return [gate === null ? left : gateAt[gate]![0] + drawn.gates[gate]!.pins[pin]![0], y];
      });
      const drawnLeg = drawLeg(start, { ends, track });
      strokes[leg.net] = joinStrokes(strokes[leg.net]!, drawnLeg.strokes);
      junctions[leg.net]!.push(...drawnLeg.junctions);
    }
    const widths = rows.columns[column]!.map(({ kind, index }) =>
      kind === "gate" ? widthOf(drawn, { index, hand }) : 0,
    );
    right = left + Math.max(0.2, ...widths);
  }
  nets.forEach((net, index) => {
    routes.push({ group: net.group, strokes: strokes[index]!, junctions: junctions[index]! });
  });
  if (inputs === "own") addOwnInputs(drawn, { rows, gateAt, hand, routes, labels });
  if (inputs === "shared") addSharedInputs(drawn, { rows, labels });
  if (inputs === "rails") addRails(random, drawn, { rows, routes, labels });
  plan.outputs.forEach(({ name }, index) => {
    const y = rows.columns[last]!.find((slot) => slot.index === index)!.y;
    if (name !== "") labels.push({ text: name, at: [right - 0.2 + 0.15, y], side: "right" });
  });
  return { routes, labels, gateAt, pinOf: rows.pinOf };
}

/** A net's way through the gap before a column. */
interface Leg {
  readonly net: number;
  readonly from: number;
  /** `gate` is null for a wire that passes the column or ends there. */
  readonly to: readonly { readonly y: number; readonly gate: number | null; readonly pin: number }[];
}

interface Gap {
  readonly index: number;
  readonly column: number;
  readonly drawn: Drawn;
  readonly rows: Rows;
}

function legOf(net: Net, { index, column, drawn, rows }: Gap): Leg[] {
  const { plan, nets } = drawn;
  const from = heightAt(rows.columns[column - 1]!, { net: index, nets });
  if (from === null) return [];
  const to: { y: number; gate: number | null; pin: number }[] = [];
  for (const target of net.targets) {
    if (columnOf(target, plan) !== column) continue;
    if ("gate" in target) {
      const pin = rows.pinOf[target.gate]![target.operand]!;
      to.push({ y: pinHeight(rows, drawn, target), gate: target.gate, pin });
    } else {
      to.push({ y: rows.columns[column]!.find((slot) => slot.index === target.output)!.y, gate: null, pin: 0 });
    }
  }
  const pass = rows.columns[column]!.find((slot) => slot.kind === "pass" && slot.index === index);
  if (pass !== undefined) to.push({ y: pass.y, gate: null, pin: 0 });
  return to.length === 0 ? [] : [{ net: index, from, to }];
}

interface StartPlace {
  readonly column: number;
  readonly drawn: Drawn;
  readonly gateAt: readonly StrokePoint[];
  readonly right: number;
}

function startOf(net: Net, { column, drawn, gateAt, right }: StartPlace): number {
  if ("gate" in net.source && net.column === column - 1) {
    return gateAt[net.source.gate]![0] + drawn.gates[net.source.gate]!.tip[0];
  }
  return net.column === column - 1 ? 0 : right;
}

/** The nearest end is reached in one stroke; the others branch off at the track. */
function drawLeg(
  start: StrokePoint,
  { ends, track }: { ends: readonly StrokePoint[]; track: number },
): Omit<WireRoute, "group"> {
  const sorted = [...ends].sort((a, b) => Math.abs(a[1] - start[1]) - Math.abs(b[1] - start[1]));
  const main = sorted[0]!;
  const isStraight = Math.abs(main[1] - start[1]) <= STEP;
  const share = (track - start[0]) / (main[0] - start[0]);
  const fork: StrokePoint = isStraight ? [track, start[1] + (main[1] - start[1]) * share] : [track, start[1]];
  const strokes: HandLine[] = [isStraight ? [start, main] : [start, fork, [track, main[1]], main]];
  const junctions: StrokePoint[] = [];
  // On each side of the fork the branches hang one on the other.
  const reached: Record<"up" | "down", StrokePoint> = { up: fork, down: fork };
  if (!isStraight) reached[main[1] < start[1] ? "up" : "down"] = [track, main[1]];
  for (const end of sorted.slice(1)) {
    const side = end[1] < fork[1] ? "up" : "down";
    const from = reached[side];
    strokes.push([from, [track, end[1]], end]);
    if (!junctions.includes(from)) junctions.push(from);
    reached[side] = [track, end[1]];
  }
  return { strokes, junctions };
}

/** A wire that passes a column is one stroke. */
function joinStrokes(before: readonly HandLine[], after: readonly HandLine[]): HandLine[] {
  const [next, ...rest] = after;
  const begin = next![0]!;
  const at = before.findIndex((line) => line.at(-1)![0] <= begin[0] && line.at(-1)![1] === begin[1]);
  if (at === -1) return [...before, ...after];
  return [...before.with(at, [...before[at]!, ...next!]), ...rest];
}

interface InputPlace {
  readonly rows: Rows;
  readonly gateAt: readonly StrokePoint[];
  readonly hand: Hand;
  readonly routes: WireRoute[];
  readonly labels: PlacedLabel[];
}

/** A short wire and a letter at each pin; they fan out if the pins are closer than letters. */
function addOwnInputs({ plan, gates }: Drawn, { rows, gateAt, hand, routes, labels }: InputPlace): void {
  plan.gates.forEach((gate, index) => {
    gate.pins.forEach(({ source, bubble }, operand) => {
      if (typeof source === "string" || !("input" in source)) return;
      const [back, middle] = gateAt[index]!;
      const pin = gates[index]!.pins[rows.pinOf[index]![operand]!]!;
      const pins = gates[index]!.pins;
      const spacing = pins.length > 1 ? pins[1]![1] - pins[0]![1] : 1;
      const fan = Math.max(1, (hand.letter + 0.1) / spacing);
      const end: StrokePoint = [back + pin[0], middle + pin[1]];
      const start: StrokePoint = [back - (bubble ? 0.85 : 0.65), middle + pin[1] * fan];
      routes.push({ group: `input ${source.input}`, strokes: [[start, end]], junctions: [] });
      labels.push({ text: source.input, at: [start[0] - 0.12, start[1]], side: "left" });
    });
  });
}

function addSharedInputs({ nets }: Drawn, { rows, labels }: Pick<InputPlace, "rows" | "labels">): void {
  for (const { index, y } of rows.columns[0]!) {
    const { source } = nets[index]!;
    if ("input" in source) labels.push({ text: source.input, at: [-0.14, y], side: "left" });
  }
}

/** Bus lines left of the circuit, a letter above each; every tap is drawn back to its rail. */
function addRails(random: Random, { plan, nets }: Drawn, place: Pick<InputPlace, "rows" | "routes" | "labels">): void {
  const heights = place.rows.columns.flat().map(({ y }) => y);
  const top = Math.min(...heights) - random.range(0.8, 1.1);
  const bottom = Math.max(...heights) + random.range(0.5, 0.9);
  const gap = random.range(0.5, 0.65);
  plan.inputs.forEach((name, index) => {
    const x = -gap * (plan.inputs.length - index);
    const group = `input ${name}`;
    const junctions: StrokePoint[] = [];
    nets.forEach((net, k) => {
      const route = place.routes[k]!;
      if (net.group !== group || route.strokes.length === 0) return;
      const [first, ...others] = route.strokes;
      const tap: StrokePoint = [x, first![0]![1]];
      junctions.push(tap);
      place.routes[k] = { ...route, strokes: [[tap, ...first!.slice(1)], ...others] };
    });
    place.routes.push({
      group,
      strokes: [
        [
          [x, top],
          [x, bottom],
        ],
      ],
      junctions,
    });
    place.labels.push({ text: name, at: [x, top - 0.12], side: "above" });
  });
}

function readsInput(gate: Drawn["plan"]["gates"][number]): boolean {
  return gate.pins.some(({ source }) => typeof source === "object" && "input" in source);
}

function widthOf({ plan }: Drawn, { index, hand }: { index: number; hand: Hand }): number {
  const gate = plan.gates[index]!;
  return gateWidth(gate.gateClass, { hand, inputs: gate.pins.length });
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const order = items.map((item) => ({ item, key: random.next() }));
  return order.sort((a, b) => a.key - b.key).map(({ item }) => item);
}
