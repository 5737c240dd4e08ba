import type { GateStrokes } from "../drawn-pages/gate-strokes.ts";
import type { HandLine, StrokePoint } from "../drawn-pages/hand.ts";
import type { Layout } from "../drawn-pages/route-wires.ts";
import type { Random } from "../render/random.ts";

/**
 * How unevenly students draw, in gate heights, after 68 circuits of real coursework (measured in November 2026). Without
 * it the planned layouts are neater than any hand.
 */
export const UNEVEN = {
  /** Spread of the logarithms of the gates' heights and of their widths over heights. */
  height: 0.13,
  aspect: 0.13,
  /** Spread of gates of one column along the page. */
  gate: 0.11,
  /** Letters of one column: across it, and along it. */
  letterX: 0.08,
  letterY: 0.11,
  /** Letters at pins: how unlike their wires' lengths are. */
  ownLetter: 0.06,
  /** Ends of the outputs' wires. */
  output: 0.25,
  /** Rails, about their even spacing. */
  rail: 0.1,
} as const;
/** Unevenness is limited to this many spreads. */
const MOST = 2;

/** A normal deviate of the spread, cut off. */
export function uneven(random: Random, spread: number): number {
  return spread * Math.max(-MOST, Math.min(MOST, random.normal()));
}

/** The gate as this hand drew it here: larger or smaller, wider or narrower than planned. */
export function unevenGate(gate: GateStrokes, random: Random): { gate: GateStrokes; tall: number } {
  const tall = Math.exp(uneven(random, UNEVEN.height));
  const wide = tall * Math.exp(uneven(random, UNEVEN.aspect));
  const scale = ([x, y]: StrokePoint): StrokePoint => [x * wide, y * tall];
  const drawn = { strokes: gate.strokes.map((line) => line.map(scale)), pins: gate.pins.map(scale) };
  return { gate: { ...gate, ...drawn, tip: scale(gate.tip) }, tall };
}

/** How near a wire's end must be to a pin, a letter or a rail to belong to it. */
const AT_PIN = 0.1;
const AT_LETTER = 0.25;
const AT_RAIL = 0.01;

/** Moves gates, letters and rails a little along the page, each by itself, and the wires' ends with them. */
export function loosenLayout(
  layout: Layout,
  { gates, outputs, random }: { gates: readonly GateStrokes[]; outputs: ReadonlySet<string>; random: Random },
): Layout {
  const gateShifts = gates.map(() => uneven(random, UNEVEN.gate));
  const ends = layout.gateAt.map(([x, y], index) => {
    const { pins, tip } = gates[index]!;
    return [...pins, tip].map((pin): StrokePoint => [x + pin[0], y + pin[1]]);
  });
  const labelShifts = layout.labels.map(({ text, side }) => {
    if (side === "above") return uneven(random, UNEVEN.rail);
    if (outputs.has(text)) return uneven(random, UNEVEN.output);
    return uneven(random, UNEVEN.letterX);
  });
  const gateOf = (at: StrokePoint) => ends.findIndex((own) => own.some((end) => isNear(end, at, AT_PIN)));
  const railOf = (at: StrokePoint) => {
    return layout.labels.findIndex(({ at: letter, side }) => side === "above" && Math.abs(letter[0] - at[0]) < AT_RAIL);
  };
  // A letter at a pin goes with the pin's gate.
  const ownGates = new Map<number, number>();
  for (const { strokes } of layout.routes) {
    for (const [start, end] of strokes.filter((line) => line.length === 2)) {
      const gate = gateOf(end!);
      const letter = layout.labels.findIndex(({ at, side }) => side === "left" && isNear(at, start!, AT_LETTER));
      if (gate !== -1 && letter !== -1) ownGates.set(letter, gate);
    }
  }
  const shiftOfLabel = (index: number): number => {
    const gate = ownGates.get(index);
    if (gate === undefined) return labelShifts[index]!;
    return gateShifts[gate]! + (labelShifts[index]! * UNEVEN.ownLetter) / UNEVEN.letterX;
  };
  const move = (at: StrokePoint, isEnd: boolean): StrokePoint => {
    const rail = railOf(at);
    if (rail !== -1) return [at[0] + labelShifts[rail]!, at[1]];
    if (!isEnd) return at;
    const gate = gateOf(at);
    if (gate !== -1) return [at[0] + gateShifts[gate]!, at[1]];
    const letter = layout.labels.findIndex((label) => label.side !== "above" && isNear(label.at, at, AT_LETTER));
    return letter === -1 ? at : [at[0] + shiftOfLabel(letter), at[1]];
  };
  return {
    ...layout,
    gateAt: layout.gateAt.map(([x, y], index): StrokePoint => [x + gateShifts[index]!, y]),
    labels: layout.labels.map((label, index) => ({
      ...label,
      at: [label.at[0] + shiftOfLabel(index), label.at[1]] as const,
    })),
    routes: layout.routes.map((route) => ({
      ...route,
      strokes: route.strokes.map((line): HandLine => line.map((at, k) => move(at, k === 0 || k === line.length - 1))),
      junctions: route.junctions.map((at) => move(at, false)),
    })),
  };
}

function isNear(a: StrokePoint, b: StrokePoint, reach: number): boolean {
  return Math.hypot(a[0] - b[0], a[1] - b[1]) < reach;
}
