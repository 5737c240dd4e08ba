import { sum } from "../../core/basics/numbers.ts";
import { VARIABLE_LETTERS } from "../../core/boolean/variable-letters.ts";
import type { ItemNames } from "../../core/rules/tasks/item-names.ts";
import { BORDER } from "../../core/template/layout.ts";
import { placeTerminals, terminalsOf } from "../../core/template/terminals.ts";
import { penLine, type StrokePoint, wobble } from "../../core/testdata/drawn-pages/hand.ts";
import type { SheetRaster } from "../../core/testdata/render/photograph.ts";
import { type Random, seededRandom } from "../../core/testdata/render/random.ts";
import type { Sketch, SketchShape, SketchTruth } from "../../core/testdata/render/sketch.ts";
import { type Carry, strokeSvg } from "../../core/testdata/render/stroke-svg.ts";
import { inkedSheet } from "./inked-sheet.ts";

const MM = 150 / 25.4;
const PAGE = { taskId: "bench-terminals", item: 1 };
/** Free at the left and right inside the border, and above and below, in mm. */
const ROOM = { aside: 42, above: 20 } as const;
/** Between wires next to each other, in mm. */
const APART = 5;

/** A label of a drawing, and the wire's end that it names. */
interface NamedWire {
  readonly label: SketchShape;
  readonly at: StrokePoint;
  /** It leads upwards: lines are in its way to the side. */
  readonly isUpright: boolean;
}

/** The wires' ends that carry the names of a drawing's inputs and outputs; outputs may have no names. */
interface Named {
  readonly inputs: readonly NamedWire[];
  readonly outputs: readonly NamedWire[];
}

/**
 * The wires that a drawing names, if each input has one label and each output one or none, and nothing is drawn to the side
 * of their ends, or above them; otherwise null.
 */
export function namedWires(sketch: Sketch, { inputs, outputs, labelled }: SketchTruth): Named | null {
  const labels = sketch.shapes.filter(({ label }) => label === "LABEL").sort((a, b) => a.box[0] - b.box[0]);
  if (labelled !== true || ![inputs.length, inputs.length + outputs.length].includes(labels.length)) return null;
  const begins = inOrder(labels.slice(0, inputs.length));
  const ends = inOrder(labels.slice(inputs.length));
  const written = writing(sketch);
  const wired = (all: readonly SketchShape[], outward: -1 | 1) => {
    const found = all.flatMap((label) => {
      const at = wireEnd(sketch, label, written);
      const ink = sketch.strokes.filter((_, index) => !written.has(index)).flat();
      const [near, beside] = [0.1 * unitOf(sketch.shapes), 0.15 * unitOf(sketch.shapes)];
      const isOpen = ink.every(([x, y]) => outward * (x - at[0]) < near || Math.abs(y - at[1]) > beside);
      const isUpright = !isOpen && ink.every(([x, y]) => at[1] - y < near || Math.abs(x - at[0]) > beside);
      return isOpen || isUpright ? [{ label, at, isUpright }] : [];
    });
    return found.length === all.length ? found : null;
  };
  const [left, right] = [wired(begins, -1), wired(ends, 1)];
  const pins = new Set([...(left ?? []), ...(right ?? [])].map(({ at }) => at.join()));
  return left && right && pins.size === labels.length ? { inputs: left, outputs: right } : null;
}

/** From left to right if they are in a row, otherwise from top to bottom. */
function inOrder(labels: readonly SketchShape[]): SketchShape[] {
  const spread = (axis: 0 | 1) => {
    const places = labels.map(({ box }) => box[axis]);
    return Math.max(...places) - Math.min(...places);
  };
  const axis = spread(0) > spread(1) ? 0 : 1;
  return [...labels].sort((a, b) => a.box[axis] - b.box[axis]);
}

/** The strokes of labels and of the frames around them. */
function writing({ shapes }: Sketch): Set<number> {
  return new Set(shapes.flatMap(({ label, strokes }) => (label.startsWith("LABEL") ? strokes : [])));
}

function wireEnd(sketch: Sketch, { box }: SketchShape, written: ReadonlySet<number>): StrokePoint {
  const ends = sketch.strokes.flatMap((stroke, index) => (written.has(index) ? [] : [stroke[0]!, stroke.at(-1)!]));
  const distance = ([x, y]: StrokePoint) =>
    Math.hypot(Math.max(box[0] - x, x - box[2], 0), Math.max(box[1] - y, y - box[3], 0));
  return ends.reduce((best, end) => (distance(end) < distance(best) ? end : best));
}

function unitOf(shapes: Sketch["shapes"]): number {
  const heights = shapes.filter(({ label }) => /^X?N?(AND|OR|NOT)$/.test(label)).map(({ box }) => box[3] - box[1]);
  return heights.sort((a, b) => a - b)[heights.length >> 1]!;
}

/** A drawing whose names are known. */
export interface NamedDrawing {
  readonly sketch: Sketch;
  readonly truth: SketchTruth;
  readonly named: Named;
}

/** A drawing's place on a sheet, and the wires between it and the terminals, in pixels of the sheet. */
interface Placed {
  readonly carry: Carry;
  readonly leads: readonly (readonly StrokePoint[])[];
}

/**
 * A drawing on its template at 150 DPI, in the same place without and with terminals: as it was drawn, and with wires that
 * lead from the border to where its letters were. Null if no place was found in which these run along no other line.
 */
export async function terminalSheets(drawing: NamedDrawing): Promise<readonly [SheetRaster, SheetRaster] | null> {
  const { sketch, truth } = drawing;
  const random = seededRandom(`terminals ${sketch.id}`);
  const isUsual = truth.inputs.every((name) => VARIABLE_LETTERS.includes(name));
  const names = { inputs: isUsual ? [] : truth.inputs, outputs: [] };
  const terminals = terminalsOf({ names, keys: truth.outputs.length });
  const written = writing(sketch);
  const bare = sketch.strokes.filter((_, index) => !written.has(index));
  const [placed] = Array.from({ length: 100 }, () => place(drawing, { terminals, random }))
    .filter(isClear(bare))
    .sort((a, b) => turning(a) - turning(b));
  if (placed === undefined) return null;
  const pen = random.range(0.3, 0.7) * MM;
  const color = ["#16161c", "#1f2f8c", "#58585c"][Math.floor(random.next() * 3)]!;
  const wires = placed.leads.map((corners) => wobble(random, penLine(corners, { step: 4, corner: 3 }), 0.25 * MM));
  const { carry } = placed;
  const leads = strokeSvg(wires, { carry: (x, y) => ({ x, y }), pen, color });
  return [
    await inkedSheet(strokeSvg(sketch.strokes, { carry, pen, color }), { content: PAGE }),
    await inkedSheet(strokeSvg(bare, { carry, pen, color }) + leads, { content: { ...PAGE, terminals } }),
  ];
}

interface Placing {
  readonly terminals: ItemNames;
  readonly random: Random;
}

function place({ sketch, truth, named }: NamedDrawing, { terminals, random }: Placing): Placed {
  const room = { width: (BORDER.width - 2 * ROOM.aside) * MM, height: (BORDER.height - 2 * ROOM.above) * MM };
  const wanted = (random.range(11, 18) * MM) / unitOf(sketch.shapes);
  const scale = Math.min(wanted, room.width / sketch.size[0], room.height / sketch.size[1]);
  const left = (BORDER.x + ROOM.aside) * MM + random.next() * (room.width - sketch.size[0] * scale);
  const top = (BORDER.y + ROOM.above) * MM + random.next() * (room.height - sketch.size[1] * scale);
  const carry: Carry = (x, y) => ({ x: x * scale + left, y: y * scale + top });
  const places = placeTerminals(terminals);
  const tops = [...named.inputs, ...named.outputs].map(({ at }) => carry(...at).y);
  const side = (wires: readonly NamedWire[], names: readonly string[], outward: -1 | 1): StrokePoint[][] => {
    const paths = wires.map(({ at, isUpright }, index) => {
      const pin = carry(...at);
      const level = isUpright ? Math.min(...tops) - APART * MM * (index + 1) : pin.y;
      const own = places.find(({ name, side: other }) => name === names[index] && (other === "left") === outward < 0)!;
      return { pin, level, to: { x: own.at.x * MM, y: own.at.y * MM } };
    });
    const edge = outward * Math.max(...paths.map(({ pin }) => outward * pin.x));
    // Of wires that turn down the last one turns first, of those that turn up the first one.
    const rank = ({ level, to }: (typeof paths)[number]) => (to.y > level ? -level : level);
    const turns = [...paths].sort((a, b) => rank(a) - rank(b));
    return paths.map((path) => {
      const { pin, level, to } = path;
      const x = edge + outward * MM * APART * (1 + turns.indexOf(path));
      const end = to.x - outward * random.range(-0.3, 1.5) * MM;
      return [
        [pin.x, pin.y],
        [pin.x, level],
        [x, level],
        [x, to.y],
        [end, to.y],
      ];
    });
  };
  return { carry, leads: [...side(named.inputs, truth.inputs, -1), ...side(named.outputs, terminals.outputs, 1)] };
}

/** How far wires lead up and down: people draw where they lead straight. */
function turning({ leads }: Placed): number {
  return sum(leads.flatMap((lead) => lead.slice(1).map(([, y], index) => Math.abs(y - lead[index]![1]))));
}

/** Whether wires run along no line of the drawing, nor along each other. */
function isClear(strokes: Sketch["strokes"]): (placed: Placed) => boolean {
  return ({ carry, leads }) => {
    const drawn = strokes.map((stroke) => stroke.map(([x, y]): StrokePoint => [carry(x, y).x, carry(x, y).y]));
    return leads.every((lead) => {
      const others = [...drawn, ...leads.filter((other) => other !== lead)];
      const along = others.map((other) => lengthAlong(penLine(other, { step: 6 }), lead));
      return along.every((length) => length < 4 * MM);
    });
  };
}

/** How much of a line runs along another one, nearer than 2 mm, in pixels; what touches its first point is a part of it. */
function lengthAlong(line: readonly StrokePoint[], lead: readonly StrokePoint[]): number {
  const [pinX, pinY] = lead[0]!;
  const steps = line.slice(1).map(([x, y], index) => {
    const [dx, dy] = [x - line[index]![0], y - line[index]![1]];
    if (Math.hypot(x - pinX, y - pinY) < 4 * MM) return 0;
    const isAlong = lead.slice(1).some(([toX, toY], k) => {
      const [fromX, fromY] = lead[k]!;
      const isLevel = Math.abs(toY - fromY) < 1;
      const [a, b, at, off] = isLevel ? [fromX, toX, x, y - fromY] : [fromY, toY, y, x - fromX];
      const isParallel = isLevel ? Math.abs(dx) > 2 * Math.abs(dy) : Math.abs(dy) > 2 * Math.abs(dx);
      return isParallel && Math.abs(off) < 2 * MM && at > Math.min(a, b) - MM && at < Math.max(a, b) + MM;
    });
    return isAlong ? Math.hypot(dx, dy) : 0;
  });
  return sum(steps);
}
