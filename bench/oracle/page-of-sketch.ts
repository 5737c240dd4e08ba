import type { PageBox } from "../../core/geometry/coordinates.ts";
import { type Direction, type GateMark, INK, type Marks, type PointMark, type TextMark } from "../../core/marks/marks.ts";
import type { CleanPage } from "../../core/page/clean-page.ts";
import { GATE_CLASSES, type GateClass } from "../../core/rules/gate-class.ts";
import { drawPolyline } from "./raster.ts";
import type { Sketch, SketchTruth, Stroke } from "./sketch.ts";
import { wirePoints } from "./wire-points.ts";

const MARGIN = 30;

/** A drawing as the stages after the detector see it, with marks as a perfect detector would give them. */
export interface OraclePage {
  readonly page: CleanPage;
  readonly marks: Marks;
}

/** Renders a sketch about `width` pixels wide with a pen of `pen` pixels and labels it from its shapes. */
export function pageOfSketch(
  sketch: Sketch,
  truth: SketchTruth,
  { width = 1100, pen = 3 }: { width?: number; pen?: number } = {},
): OraclePage {
  const all = sketch.strokes.flat();
  const left = Math.min(...all.map((p) => p[0]));
  const top = Math.min(...all.map((p) => p[1]));
  const right = Math.max(...all.map((p) => p[0]));
  const bottom = Math.max(...all.map((p) => p[1]));
  const scale = (width - 2 * MARGIN) / Math.max(right - left, (bottom - top) * 0.6);
  const strokes: Stroke[] = sketch.strokes.map((stroke) =>
    stroke.map(([x, y]) => [(x - left) * scale + MARGIN, (y - top) * scale + MARGIN] as const),
  );
  const height = Math.ceil((bottom - top) * scale + 2 * MARGIN);
  const ink = new Uint8Array(width * height);
  const mask = new Uint8Array(width * height);
  const picture = { width, height, ink };

  const gates: GateMark[] = [];
  const texts: TextMark[] = [];
  const points: PointMark[] = [];
  const nets: Stroke[][] = [];
  const layers: { label: number; stroke: Stroke }[] = [];
  const seen = new Set<number>();
  for (const shape of mergedShapes(sketch)) {
    const own = shape.strokes.map((index) => strokes[index]!).filter((stroke) => stroke.length > 0);
    if (own.length === 0) continue;
    for (const index of shape.strokes) seen.add(index);
    const { label } = shape;
    if ((GATE_CLASSES as readonly string[]).includes(label)) {
      const box = boxOf(own, pen);
      const direction = truth.orientation === "lr" ? "right" : narrowing(own, box);
      gates.push(gateMark(label as GateClass, { box, direction }));
      layers.push(...own.map((stroke) => ({ label: INK.gate, stroke })));
    } else if (label === "BUBBLE") {
      const box = boxOf(own, 0);
      points.push({ kind: "bubble", at: { x: box.x + box.width / 2, y: box.y + box.height / 2 }, confidence: 1 });
      layers.push(...own.map((stroke) => ({ label: INK.gate, stroke })));
    } else if (label === "WIRE") {
      nets.push(own);
      layers.push(...own.map((stroke) => ({ label: INK.wire, stroke })));
    } else {
      texts.push({ box: boxOf(own, pen), text: null, complemented: false, confidence: 1 });
      layers.push(...own.map((stroke) => ({ label: INK.text, stroke })));
    }
  }
  strokes.forEach((stroke, index) => {
    if (!seen.has(index) && stroke.length > 0) layers.push({ label: INK.text, stroke });
  });
  const rank = [0, 2, 3, 1];
  for (const { label, stroke } of layers) {
    drawPolyline(picture, stroke, {
      pen,
      onPixel: (index) => {
        if (rank[label]! > rank[mask[index]!]!) mask[index] = label;
      },
    });
  }
  const size = median(gates.map((gate) => Math.max(gate.box.width, gate.box.height))) ?? 60;
  const bubbles = points.map((point) => point.at);
  const boxes = gates.map((gate) => gate.box);
  points.push(...wirePoints(nets, { size, gates: boxes, bubbles, netsAreMixed: sketch.set === "survey" }));
  return {
    page: {
      width,
      height,
      ink,
      toPicture: { from: "Page", to: "Picture", m: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
      frame: "picture",
    },
    marks: { gates, points, texts, mask },
  };
}

/** Shapes with the halves of a gate that was labelled in two pieces put together. */
function mergedShapes(sketch: Sketch): Sketch["shapes"][number][] {
  const merged: Sketch["shapes"][number][] = [];
  for (const shape of sketch.shapes) {
    const isGate = (GATE_CLASSES as readonly string[]).includes(shape.label);
    const at = merged.findIndex((other) => isGate && other.label === shape.label && areHalves(other.box, shape.box));
    const other = merged[at];
    if (other === undefined) {
      merged.push(shape);
      continue;
    }
    merged[at] = {
      label: shape.label,
      box: [
        Math.min(other.box[0], shape.box[0]),
        Math.min(other.box[1], shape.box[1]),
        Math.max(other.box[2], shape.box[2]),
        Math.max(other.box[3], shape.box[3]),
      ],
      strokes: [...new Set([...other.strokes, ...shape.strokes])],
    };
  }
  return merged;
}

type Corners = readonly [number, number, number, number];

/** True for a body and its bubble, or for two boxes that cover each other: not for two gates side by side. */
function areHalves(a: Corners, b: Corners): boolean {
  const size = (box: Corners) => Math.max(box[2] - box[0], box[3] - box[1]);
  const smaller = Math.min(size(a), size(b));
  const gapX = Math.max(a[0], b[0]) - Math.min(a[2], b[2]);
  const gapY = Math.max(a[1], b[1]) - Math.min(a[3], b[3]);
  const overlaps = gapX < -0.5 * smaller && gapY < -0.5 * smaller;
  const isBodyAndBubble = smaller < 0.55 * Math.max(size(a), size(b)) && gapX < 0.3 * smaller && gapY < 0.3 * smaller;
  return overlaps || isBodyAndBubble;
}

function gateMark(gateClass: GateClass, { box, direction }: { box: PageBox; direction: Direction }): GateMark {
  return {
    box,
    gateClass,
    classScores: GATE_CLASSES.map((name) => (name === gateClass ? 1 : 0)),
    direction,
    confidence: 1,
  };
}

/** The way a gate narrows: its strokes span much across at the back and little at the tip. */
function narrowing(strokes: readonly Stroke[], box: PageBox): Direction {
  const points = strokes.flatMap((stroke) => stroke.flatMap((point, index) => between(point, stroke[index + 1] ?? point)));
  const span = (values: readonly number[]) => (values.length === 0 ? 0 : Math.max(...values) - Math.min(...values));
  const band = (from: number, to: number, axis: 0 | 1) => {
    const [start, size] = axis === 0 ? [box.x, box.width] : [box.y, box.height];
    const own = points.filter((p) => p[axis] >= start + from * size && p[axis] <= start + to * size);
    return span(own.map((p) => p[1 - axis]!)) / (axis === 0 ? box.height : box.width);
  };
  const scores: Record<Direction, number> = {
    right: band(0, 0.25, 0) - band(0.75, 1, 0),
    left: band(0.75, 1, 0) - band(0, 0.25, 0),
    down: band(0, 0.25, 1) - band(0.75, 1, 1),
    up: band(0.75, 1, 1) - band(0, 0.25, 1),
  };
  const order: readonly Direction[] = ["right", "down", "left", "up"];
  return order.reduce((best, d) => (scores[d] > scores[best] + 0.05 ? d : best));
}

function between(a: readonly [number, number], b: readonly [number, number]): (readonly [number, number])[] {
  const steps = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / 2));
  return Array.from({ length: steps }, (_, k) => [a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps]);
}

function boxOf(strokes: readonly Stroke[], pen: number): PageBox {
  const all = strokes.flat();
  const x = Math.min(...all.map((p) => p[0])) - pen / 2;
  const y = Math.min(...all.map((p) => p[1])) - pen / 2;
  return {
    x,
    y,
    width: Math.max(...all.map((p) => p[0])) + pen / 2 - x,
    height: Math.max(...all.map((p) => p[1])) + pen / 2 - y,
  };
}

function median(values: readonly number[]): number | undefined {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
