import type { GateClass } from "../../rules/gates.ts";
import type { Random } from "../render/random.ts";
import { bezier, type Hand, type HandLine, ring, type StrokePoint, straight, wobble } from "./hand.ts";

/** A gate that points right: its back at x = 0, its middle at y = 0. */
export interface GateStrokes {
  readonly strokes: readonly HandLine[];
  /** Where its wires end, top to bottom. */
  readonly pins: readonly StrokePoint[];
  /** Where its output leaves. */
  readonly tip: StrokePoint;
}

const INVERTED: Partial<Record<GateClass, GateClass>> = { NAND: "AND", NOR: "OR", XNOR: "XOR" };

/** Height of a gate in units of the usual one: gates of many inputs are drawn taller, inverters smaller. */
export function gateHeight(gateClass: GateClass, inputs: number): number {
  return gateClass === "NOT" ? 0.68 : Math.max(1, 0.38 * inputs);
}

/** Width of a gate with all that belongs to it. */
export function gateWidth(gateClass: GateClass, { hand, inputs }: { hand: Hand; inputs: number }): number {
  const body = gateClass === "NOT" ? 0.62 : hand.aspect * Math.sqrt(gateHeight(gateClass, inputs));
  return body + (gateClass === "NOT" || gateClass in INVERTED ? 2 * hand.bubble : 0);
}

/** Draws one gate with `inputs` pins. */
export function gateStrokes(
  random: Random,
  gateClass: GateClass,
  { hand, inputs }: { hand: Hand; inputs: number },
): GateStrokes {
  const height = gateHeight(gateClass, inputs);
  const base = INVERTED[gateClass] ?? gateClass;
  const width = base === "NOT" ? 0.62 : hand.aspect * Math.sqrt(height) * random.range(0.93, 1.07);
  const place: Place = { random, hand, height, width, slack: () => hand.slack * random.normal() };
  const body = base === "NOT" ? triangle(place) : base === "AND" ? bow(place) : shield(place, base === "XOR");
  const strokes = [...body.strokes];
  let tip: StrokePoint = [body.tip, 0];
  if (base === "NOT" || base !== gateClass) {
    const radius = hand.bubble * random.range(0.9, 1.1);
    strokes.push(ring(random, [body.tip + radius * random.range(0.9, 1.15), place.slack()], radius));
    tip = [body.tip + 2 * radius, 0];
  }
  const spread = inputs === 1 ? 0 : ((inputs - 1) / (inputs + 1)) * 1.4;
  const pins = Array.from({ length: inputs }, (_, index): StrokePoint => {
    const y = inputs === 1 ? 0 : (index / (inputs - 1) - 0.5) * spread * height;
    return [xAt(body.back, y), y];
  });
  return { strokes: strokes.map((stroke) => wobble(random, stroke, hand.wobble)), pins, tip };
}

interface Place {
  readonly random: Random;
  readonly hand: Hand;
  readonly height: number;
  readonly width: number;
  readonly slack: () => number;
}

interface Body {
  readonly strokes: readonly HandLine[];
  readonly back: HandLine;
  /** x of the body's right end. */
  readonly tip: number;
}

function triangle({ hand, height, width, slack }: Place): Body {
  const h = height / 2;
  const back = straight([slack(), -h], [slack(), h]);
  const top = straight([slack(), -h + slack()], [width, slack()]);
  const bottom = straight([width + slack(), slack()], [slack(), h + slack()]);
  return { strokes: hand.fluent ? [[...top, ...bottom, ...back.toReversed()]] : [back, top, bottom], back, tip: width };
}

function bow({ random, hand, height, width, slack }: Place): Body {
  const h = height / 2;
  const flat = hand.flat * width * random.range(0.8, 1.2);
  const bulge = flat + (width - flat) * (4 / 3);
  const over = () => random.range(-0.03, 0.06);
  const back = straight([slack(), -h - over()], [slack(), h + over()]);
  const upper = straight([-over(), -h + slack()], [flat, -h], 5);
  const lower = straight([flat, h], [-over(), h + slack()], 5);
  const round = bezier(
    [
      [flat, -h],
      [bulge, -h],
      [bulge, h],
      [flat, h],
    ],
    26,
  );
  const whole = [...upper, ...round.slice(1), ...lower.slice(1)];
  const cut = 4 + Math.round(random.range(10, 16));
  const strokes = hand.fluent ? [back, whole] : [back, whole.slice(0, cut + 1), whole.slice(cut)];
  return { strokes, back, tip: width };
}

function shield({ random, hand, height, width, slack }: Place, isXor: boolean): Body {
  const h = height / 2;
  const dent = hand.dent * random.range(0.85, 1.15) * Math.sqrt(height);
  const belly = hand.belly * width;
  const arc = (over: number): HandLine =>
    bezier([
      [slack(), -h * (1 + over)],
      [dent, -0.3 * h],
      [dent, 0.3 * h],
      [slack(), h * (1 + over)],
    ]);
  const back = arc(random.range(-0.02, 0.08));
  const top = bezier([
    [slack(), -h],
    [belly, -1.1 * h],
    [width * 0.85, -0.62 * h],
    [width + slack(), slack()],
  ]);
  const bottom = bezier([
    [slack(), h],
    [belly, 1.1 * h],
    [width * 0.85, 0.62 * h],
    [width + slack(), slack()],
  ]);
  const strokes = hand.fluent ? [back, [...top, ...bottom.toReversed().slice(1)]] : [back, top, bottom];
  if (!isXor) return { strokes, back, tip: width };
  const gap = hand.xorGap * random.range(0.9, 1.15);
  const outer = arc(0.04).map(([x, y]): StrokePoint => [x - gap, y]);
  // Some draw the wires to the first arc, some through it.
  return { strokes: [...strokes, outer], back: random.next() < 0.8 ? outer : back, tip: width };
}

function xAt(line: HandLine, y: number): number {
  return line.reduce((best, point) => (Math.abs(point[1] - y) < Math.abs(best[1] - y) ? point : best))[0];
}
