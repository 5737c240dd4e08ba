import { GATES, type GateClass, isGateClass } from "../../rules/gates.ts";
import { type Random, seededRandom } from "../render/random.ts";
import type { Sketch, SketchShape, Stroke } from "../render/sketch.ts";
import { bezier, type HandLine, penLine, ring, type StrokePoint, wobble } from "./hand.ts";

/** What IEC 60617-12 writes into a gate of this kind. */
const SIGNS = { and: "&", or: "≥1", xor: "=1", not: "1" } as const;

/** Signs as lines in a square of height 1; the ampersand in three ways. */
const LINES: Readonly<Record<string, readonly (readonly HandLine[])[]>> = {
  "&": [
    [
      bezier(
        [
          [0.75, 1],
          [0.1, 0.35],
          [0, -0.1],
          [0.75, -0.2],
          [0.6, 0.4],
          [0.2, 0.5],
          [-0.3, 0.9],
          [0.2, 1.3],
          [0.7, 0.9],
          [0.75, 0.6],
        ],
        30,
      ),
    ],
    [
      bezier([
        [0.62, 0.12],
        [0.3, -0.25],
        [-0.2, 0.3],
        [0.4, 0.46],
      ]),
      bezier([
        [0.4, 0.46],
        [-0.3, 0.5],
        [-0.1, 1.3],
        [0.66, 0.84],
      ]),
      penLine([
        [0.36, -0.12],
        [0.38, 1.12],
      ]),
    ],
    [
      penLine([
        [0.74, 1],
        [0.16, 0.24],
        [0.2, 0.06],
        [0.36, 0],
        [0.46, 0.16],
        [0.06, 0.66],
        [0.1, 0.92],
        [0.36, 1],
        [0.74, 0.5],
      ]),
    ],
  ],
  "≥": [
    [
      penLine([
        [0.04, 0.08],
        [0.6, 0.36],
        [0.02, 0.66],
      ]),
      penLine([
        [0.02, 0.94],
        [0.6, 0.92],
      ]),
    ],
    [
      penLine([
        [0, 0],
        [0.56, 0.34],
        [0.04, 0.6],
      ]),
      penLine([
        [0.06, 0.92],
        [0.58, 0.64],
      ]),
    ],
  ],
  "=": [
    [
      penLine([
        [0, 0.34],
        [0.56, 0.36],
      ]),
      penLine([
        [0.02, 0.66],
        [0.58, 0.64],
      ]),
    ],
  ],
  "1": [
    [
      penLine([
        [0.06, 0.26],
        [0.3, 0],
        [0.28, 1],
      ]),
    ],
    [
      penLine([
        [0.2, 0],
        [0.18, 1],
      ]),
    ],
  ],
};

/**
 * A drawing with each gate redrawn as a box with its sign in it, at the same place: wires end at the box. Gates point right, narrow
 * inverters down.
 */
export function withBoxedGates(sketch: Sketch): Sketch {
  const random = seededRandom(`boxes/${sketch.id}`);
  const way = Math.floor(random.range(0, 3));
  const gates = sketch.shapes.filter(({ label }) => isGateClass(label));
  const redrawn = new Set(gates.flatMap(({ strokes }) => [...strokes]));
  const circles = new Set(sketch.shapes.flatMap(({ label, strokes }) => (label === "BUBBLE" ? [...strokes] : [])));
  const strokes: Stroke[] = [];
  sketch.strokes.forEach((stroke, index) => {
    if (!redrawn.has(index)) strokes.push(...(circles.has(index) ? [stroke] : outside(stroke, gates)));
  });
  const shapes = gates.map((gate): SketchShape => {
    const drawn = boxOf(random, gate, way);
    const start = strokes.push(...drawn) - drawn.length;
    return { ...gate, strokes: drawn.map((_, index) => start + index) };
  });
  return { ...sketch, strokes, shapes };
}

/** The parts of a stroke that are in no gate. */
function outside(stroke: Stroke, gates: readonly SketchShape[]): Stroke[] {
  const isInside = ([x, y]: Stroke[number]) =>
    gates.some(({ box: [left, top, right, bottom] }) => x > left + 2 && x < right - 2 && y > top && y < bottom);
  const parts: Stroke[number][][] = [[]];
  for (const point of stroke) {
    if (!isInside(point)) parts.at(-1)!.push(point);
    else if (parts.at(-1)!.length > 0) parts.push([]);
  }
  return parts.filter(({ length }) => length > 1);
}

function boxOf(random: Random, { label, box: [left, top, right, bottom] }: SketchShape, way: number): Stroke[] {
  const gateClass = label as GateClass;
  const { operator, inverted } = GATES[gateClass];
  const [width, height] = [right - left, bottom - top];
  // Inverters below a rail point down.
  const isDown = gateClass === "NOT" && height > 1.1 * width;
  const radius = inverted ? 0.1 * Math.max(height, width) : 0;
  const [front, floor] = isDown ? [right, bottom - 2 * radius] : [right - 2 * radius, bottom];
  const corner = (x: number, y: number): StrokePoint => [
    x + 0.015 * height * random.normal(),
    y + 0.015 * height * random.normal(),
  ];
  const corners = [corner(left, top), corner(front, top), corner(front, floor), corner(left, floor)];
  const outline = penLine([...corners, corner(left, top)], { step: height / 12 });
  const text = SIGNS[operator ?? "not"];
  const size = Math.min(0.42 * (floor - top), (0.8 * (front - left)) / text.length);
  const start = (left + front) / 2 - 0.36 * size * text.length;
  const middle = top + (floor - top) * random.range(0.38, 0.55);
  const signs = [...text].flatMap((sign, index) => {
    const ways = LINES[sign]!;
    return ways[way % ways.length]!.map((line) =>
      wobble(random, line, 0.03).map(
        ([u, v]): StrokePoint => [start + size * (0.8 * index + u), middle + size * (v - 0.5)],
      ),
    );
  });
  const tip: StrokePoint = isDown ? [(left + right) / 2, floor + radius] : [front + radius, (top + bottom) / 2];
  const circle = inverted ? [ring(random, tip, radius)] : [];
  return [wobble(random, outline, 0.012 * height), ...signs, ...circle];
}
