import { type Random, seededRandom } from "../render/random.ts";

/** A position in units of a gate's height, y downwards. */
export type StrokePoint = readonly [number, number];
export type HandLine = readonly StrokePoint[];

/** How one student draws. Lengths are in units of a gate's height. */
export interface Hand {
  readonly wobble: number;
  /** Width of a gate without its bubble. */
  readonly aspect: number;
  /** Share of an AND's width before its bow begins. */
  readonly flat: number;
  /** Depth of an OR's back. */
  readonly dent: number;
  readonly belly: number;
  readonly xorGap: number;
  readonly bubble: number;
  /** Spread of the places where two strokes of a gate should meet. */
  readonly slack: number;
  /** Spread of a wire's end about its pin. */
  readonly reach: number;
  /** Radius of the wires' corners; 0 draws them sharp. */
  readonly corner: number;
  readonly letter: number;
  readonly dots: boolean;
  readonly hops: boolean;
  /** Draws a bow or a triangle without lifting the pen. */
  readonly fluent: boolean;
}

/** The hand of `drafter`: always the same for the same name. */
export function handOf(drafter: string): Hand {
  const random = seededRandom(`hand/${drafter}`);
  return {
    wobble: random.range(0.006, 0.02),
    aspect: random.range(0.95, 1.3),
    flat: random.range(0.15, 0.5),
    dent: random.range(0.2, 0.4),
    belly: random.range(0.38, 0.58),
    xorGap: random.range(0.13, 0.22),
    bubble: random.range(0.09, 0.14),
    slack: random.range(0.01, 0.035),
    reach: random.range(0.015, 0.05),
    corner: random.next() < 0.4 ? 0 : random.range(0.05, 0.16),
    letter: random.range(0.38, 0.55),
    dots: random.next() < 0.8,
    hops: random.next() < 0.25,
    fluent: random.next() < 0.5,
  };
}

/** The Bézier curve of any degree, at `steps` + 1 points. */
export function bezier(control: HandLine, steps = 22): StrokePoint[] {
  return Array.from({ length: steps + 1 }, (_, step) => {
    const t = step / steps;
    let points = control;
    while (points.length > 1) {
      points = points.slice(1).map((end, i) => mix(points[i]!, end, t));
    }
    return points[0]!;
  });
}

/** A straight stroke of `steps` + 1 points. */
export function straight(a: StrokePoint, b: StrokePoint, steps = 12): StrokePoint[] {
  return Array.from({ length: steps + 1 }, (_, step) => mix(a, b, step / steps));
}

/** A circle as hands draw it: not quite round, not quite closed or a little more than once around. */
export function ring(random: Random, centre: StrokePoint, radius: number): StrokePoint[] {
  const start = random.range(0, 2 * Math.PI);
  const turn = random.range(5.9, 7.1) * (random.next() < 0.7 ? -1 : 1);
  const rx = radius * random.range(0.88, 1.12);
  const ry = radius * random.range(0.88, 1.12);
  return Array.from({ length: 25 }, (_, step) => {
    const angle = start + (turn * step) / 24;
    return [centre[0] + rx * Math.cos(angle), centre[1] + ry * Math.sin(angle)] as const;
  });
}

/** The line with the slow drift and the slight tremor of a hand; its ends drift as well. */
export function wobble(random: Random, line: HandLine, amount: number): StrokePoint[] {
  const waves = [0, 1].map(() =>
    [1, 2, 3].map((beat) => ({ beat, size: (amount / beat) * random.normal(), phase: random.range(0, 2 * Math.PI) })),
  );
  const last = Math.max(1, line.length - 1);
  return line.map((point, index) => {
    const shift = (axis: number) =>
      waves[axis]!.reduce(
        (sum, { beat, size, phase }) => {
          return sum + size * Math.sin((Math.PI * beat * index) / last + phase);
        },
        amount * 0.12 * random.normal(),
      );
    return [point[0] + shift(0), point[1] + shift(1)] as const;
  });
}

/** The polyline with a point every `step`, so that it can wobble, its corners rounded to `corner`. */
export function penLine(
  corners: HandLine,
  { step = 0.08, corner = 0 }: { step?: number; corner?: number } = {},
): StrokePoint[] {
  const rounded = corner === 0 ? corners : corners.flatMap((at, i) => roundCorner(corners, { at, i, corner }));
  return rounded.flatMap((to, i) => {
    const from = rounded[i - 1];
    if (from === undefined) return [to];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    return straight(from, to, Math.max(1, Math.round(length / step))).slice(1);
  });
}

/** The point that lies `share` of the way from `a` to `b`. */
function mix(a: StrokePoint, b: StrokePoint, share: number): StrokePoint {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

function roundCorner(corners: HandLine, { at, i, corner }: { at: StrokePoint; i: number; corner: number }): HandLine {
  const before = corners[i - 1];
  const after = corners[i + 1];
  if (before === undefined || after === undefined) return [at];
  const towards = (end: StrokePoint) => {
    const length = Math.hypot(end[0] - at[0], end[1] - at[1]);
    return mix(at, end, Math.min(corner, length / 2) / Math.max(length, 1e-6));
  };
  return bezier([towards(before), at, towards(after)], 5);
}
