import { taper } from "../../core/gates/taper.ts";
import type { PageBox } from "../../core/geometry/coordinates.ts";
import {
  type Direction,
  type GateMark,
  INK,
  type Marks,
  type PointMark,
  type TextMark,
} from "../../core/marks/marks.ts";
import type { CleanPage } from "../../core/page/clean-page.ts";
import { GATE_CLASSES, type GateClass } from "../../core/rules/gate-class.ts";
import { drawPolyline } from "../../core/testdata/draw-polyline.ts";
import type { Sketch, SketchTruth, Stroke } from "../../core/testdata/render/sketch.ts";
import { quantile } from "../speed/quantile.ts";
import { wirePoints } from "./wire-points.ts";

const MARGIN = 30;

/** A drawing as the stages after the detector see it, with the marks of a perfect detector. */
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
      gates.push(gateMark(label as GateClass, { box, direction: "right" }));
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
  const sizes = gates.map((gate) => Math.max(gate.box.width, gate.box.height));
  const size = sizes.length === 0 ? 60 : quantile(sizes, 0.5);
  const bubbles = points.map((point) => point.at);
  const boxes = gates.map((gate) => gate.box);
  points.push(...wirePoints(nets, { size, gates: boxes, bubbles, netsAreMixed: sketch.set === "survey" }));
  const page: CleanPage = {
    width,
    height,
    ink,
    toPicture: { from: "Page", to: "Picture", m: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    frame: "picture",
  };
  if (truth.orientation !== "lr") {
    gates.forEach((gate, index) => {
      gates[index] = { ...gate, direction: narrowest(taper(page, { gates, doubtful: [], points, texts, mask }, gate)) };
    });
  }
  return {
    page,
    marks: { gates, doubtful: [], points, texts, mask },
  };
}

/** The shapes; if a gate was labelled in two pieces, they are joined. */
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

/** The data does not say which way a gate points: it is the side to which its shape narrows. */
function narrowest(tapers: Readonly<Record<Direction, number>>): Direction {
  const order: readonly Direction[] = ["right", "down", "left", "up"];
  return order.reduce((best, direction) => (tapers[direction] > tapers[best] + 0.05 ? direction : best));
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
