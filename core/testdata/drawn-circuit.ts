import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { type Direction, type GateMark, INK, type Marks, type PointMark, type TextMark } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATE_CLASSES, type GateClass } from "../rules/gates.ts";
import { drawPolyline } from "./draw-polyline.ts";
import { line } from "./lines.ts";

type Line = readonly (readonly [number, number])[];

/** A little circuit to draw, in page pixels. */
export interface CircuitDrawing {
  /** Top left corners; a gate is 60 x 50 pixels, or 50 x 60 if it points up or down. */
  readonly gates?: readonly {
    readonly gateClass: GateClass;
    readonly at: readonly [number, number];
    readonly direction?: Direction;
  }[];
  readonly wires?: readonly Line[];
  /** Filled dots. */
  readonly dots?: readonly (readonly [number, number])[];
  /** Inversion circles of radius 5. */
  readonly bubbles?: readonly (readonly [number, number])[];
  /** Letters: 20 x 24 pixels around these middles. */
  readonly texts?: readonly {
    readonly at: readonly [number, number];
    readonly text: string | null;
    readonly complemented?: boolean;
  }[];
  readonly points?: readonly PointMark[];
  /** Pixels that the detector took for something else: a disc of radius 5 at each place is called text. */
  readonly mistaken?: readonly (readonly [number, number])[];
}

/** The drawing as a page of 600 x 400 pixels with a pen of 3, and the marks of a detector that sees all of it. */
export function drawMarkedCircuit(drawing: CircuitDrawing): { page: CleanPage; marks: Marks } {
  const width = 600;
  const height = 400;
  const ink = new Uint8Array(width * height);
  const mask = new Uint8Array(width * height);
  const draw = (line: Line, label: number, pen = 3) => {
    drawPolyline({ width, height, ink }, line, {
      pen,
      onPixel: (at) => {
        if (label === INK.gate || mask[at] === INK.paper) mask[at] = label;
      },
    });
  };
  for (const wire of drawing.wires ?? []) draw(wire, INK.wire);
  for (const dot of drawing.dots ?? []) draw([dot], INK.wire, 11);
  const gates: GateMark[] = (drawing.gates ?? []).map(({ gateClass, at, direction = "right" }) => {
    const isUpright = direction === "up" || direction === "down";
    const box: PageBox = { x: at[0], y: at[1], width: isUpright ? 50 : 60, height: isUpright ? 60 : 50 };
    draw(outline(box, direction), INK.gate);
    const classScores = GATE_CLASSES.map((name) => (name === gateClass ? 1 : 0));
    return { box, gateClass, classScores, direction, confidence: 1 };
  });
  const bubbles: PointMark[] = (drawing.bubbles ?? []).map(([x, y]) => {
    const circle = Array.from({ length: 25 }, (_, k) => {
      return [x + 5 * Math.cos((k * Math.PI) / 12), y + 5 * Math.sin((k * Math.PI) / 12)] as const;
    });
    draw(circle, INK.gate, 2);
    return { kind: "bubble", at: { x, y }, confidence: 1 };
  });
  const texts: TextMark[] = (drawing.texts ?? []).map(({ at: [x, y], text, complemented = false }) => {
    draw(
      [
        [x - 8, y + 10],
        [x, y - 10],
        [x + 8, y + 10],
      ],
      INK.text,
    );
    return { box: { x: x - 10, y: y - 12, width: 20, height: 24 }, text, complemented, confidence: 1 };
  });
  for (const [cx, cy] of drawing.mistaken ?? []) {
    for (let y = cy - 5; y <= cy + 5; y++) {
      for (let x = cx - 5; x <= cx + 5; x++) if (mask[y * width + x] !== INK.paper) mask[y * width + x] = INK.text;
    }
  }
  return {
    page: {
      width,
      height,
      ink,
      toPicture: { from: "Page", to: "Picture", m: [2, 0, 0, 0, 2, 0, 0, 0, 1] },
      frame: "picture",
    },
    marks: { gates, doubtful: [], points: [...bubbles, ...(drawing.points ?? [])], texts, mask },
  };
}

/** A point mark of full confidence. */
export function pointMark(kind: PointMark["kind"], at: PagePoint): PointMark {
  return { kind, at, confidence: 1 };
}

/** A D with its flat back on the input side. */
function outline({ x, y, width, height }: PageBox, direction: Direction): Line {
  const shape = line("0,0 0,1 0.5,1 0.8,0.85 1,0.5 0.8,0.15 0.5,0 0,0");
  const place = {
    right: (along: number, across: number) => [x + along * width, y + across * height] as const,
    left: (along: number, across: number) => [x + width - along * width, y + across * height] as const,
    down: (along: number, across: number) => [x + across * width, y + along * height] as const,
    up: (along: number, across: number) => [x + across * width, y + height - along * height] as const,
  }[direction];
  return shape.map(([along, across]) => place(along, across));
}
