import { isAt, isInside, isSameBox, middleOf } from "../geometry/boxes.ts";
import type { PagePoint, PictureBox } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { applyHomography, applyHomographyToBox } from "../geometry/homography.ts";
import type { Marks } from "../marks/marks.ts";
import type { BuiltNetlist } from "../netlist/build-netlist.ts";
import type { Terminal } from "../netlist/netlist.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { isGateClass } from "../rules/gates.ts";
import type { PredictionClass } from "../rules/prediction-class.ts";
import { BORDER, BORDER_INSET } from "../template/layout.ts";
import type { Decision, Option } from "../wires/decide/decision.ts";
import type { Wires } from "../wires/read-wires.ts";
import { lengthOf } from "../wires/trace/skeleton-graph.ts";

/** One thing seen on a page, as the evaluator shows it and a person corrects it. */
export interface Prediction {
  readonly className: PredictionClass;
  /** In pixels of the upright original picture. */
  readonly box: PictureBox;
  /** 0 … 1 */
  readonly confidence: number;
  /** The name of an input or output. */
  readonly label?: string;
  /** Where it comes from; a person's prediction outweighs the look of the ink. */
  readonly by: "machine" | "person";
}

/** A prediction's middle in mm of the template's border: comparable between pictures of any size. */
export interface SheetPlace {
  readonly x: number;
  readonly y: number;
}

/** Side of a junction's box in gate sizes. */
const POINT_SIDE = 0.3;

/** The machine's predictions of a page: the gates, then inputs, outputs, junctions and intersections. */
export function machinePredictions(
  page: CleanPage,
  marks: Marks,
  { wires, built }: { wires: Wires; built: BuiltNetlist },
): Prediction[] {
  const { netlist } = built;
  const gates = netlist.gates.flatMap(({ gateClass, box, confidence = 1 }) =>
    box === undefined ? [] : [{ className: gateClass, box, confidence, by: "machine" as const }],
  );
  const terminals = (className: "input" | "output", all: readonly Terminal[]): Prediction[] =>
    all.flatMap(({ name, box, inverted }) => {
      if (box === undefined) return [];
      const label = inverted ? `~${name}` : name;
      return [{ className, box, confidence: terminalConfidence(page, marks, box), label, by: "machine" as const }];
    });
  return [
    ...gates,
    ...terminals("input", netlist.inputs),
    ...terminals("output", netlist.outputs),
    // Inside a gate's box a wire may seem to meet the outline, on one scan of a drawing and not on the next.
    ...pointPredictions(page, wires).filter(({ box }) => !gates.some((gate) => isInside(gate.box, middleOf(box)))),
  ];
}

/**
 * The predictions of a page after corrections: the gates and the person's own as given, and what else the machine
 * found, except gates and what the person removed or replaced.
 */
export function correctedPredictions(
  found: readonly Prediction[],
  {
    predictions,
    removed,
  }: { predictions: readonly Prediction[]; removed: readonly Pick<Prediction, "className" | "box">[] },
): Prediction[] {
  const own = predictions.filter(({ className, by }) => by === "person" || isGateClass(className));
  const isTaken = ({ className, box }: Prediction): boolean =>
    own.some((other) => !isGateClass(other.className) && isAt(other.box, box)) ||
    removed.some((other) => other.className === className && isAt(other.box, box));
  return [...own, ...found.filter((prediction) => !isGateClass(prediction.className) && !isTaken(prediction))];
}

/** Where a box lies on the template, in mm from the top left corner of its border; a page without one is fitted to it. */
export function sheetPlace(page: CleanPage, box: PictureBox): SheetPlace {
  const { x, y } = pictureToPage(page, middleOf(box));
  if (page.frame === "template") {
    const unit = (BORDER.width - 2 * BORDER_INSET) / page.width;
    return { x: BORDER_INSET + x * unit, y: BORDER_INSET + y * unit };
  }
  const unit = Math.min(BORDER.width / page.width, BORDER.height / page.height);
  return { x: x * unit, y: y * unit };
}

/** A point of the picture on the clean page: the inverse of its homography. */
export function pictureToPage(
  page: CleanPage,
  at: { readonly x: number; readonly y: number },
): { x: number; y: number } {
  const [a, b, c, d, e, f, g, h, i] = page.toPicture.m;
  const { x, y } = at;
  // Two linear equations for the page's x and y, by Cramer's rule.
  const [p, q, r] = [a - x * g, b - x * h, x * i - c];
  const [s, t, u] = [d - y * g, e - y * h, y * i - f];
  const determinant = p * t - q * s;
  return { x: (r * t - q * u) / determinant, y: (p * u - r * s) / determinant };
}

/** The confidence of the letter, or of the wire end, that names a terminal. */
function terminalConfidence(page: CleanPage, marks: Marks, box: PictureBox): number {
  const text = marks.texts.find((mark) => isSameBox(applyHomographyToBox(page.toPicture, mark.box), box));
  if (text !== undefined) return text.confidence;
  const middle = middleOf(box);
  const reach = Math.max(box.width, box.height);
  const ends = marks.points.filter((point) => {
    const at = applyHomography(page.toPicture, point.at);
    return point.kind === "end" && distanceBetween(at, middle) <= reach;
  });
  return Math.max(0.5, ...ends.map(({ confidence }) => confidence));
}

/** The places where wires connect or cross, the surest first. */
export function pointPredictions(page: CleanPage, wires: Wires): Prediction[] {
  const half = (POINT_SIDE * wires.gates.unit) / 2;
  const points = wires.decisions.flatMap(({ decision, chosen }): Prediction[] => {
    const className = pointClass(chosen);
    if (className === null || !isMeeting(chosen, wires)) return [];
    const { x, y } = decision.at;
    const box = applyHomographyToBox(page.toPicture, { x: x - half, y: y - half, width: 2 * half, height: 2 * half });
    return [{ className, box, confidence: certainty(decision, chosen), by: "machine" }];
  });
  // Two decisions may be about one place: the more certain one is shown.
  const surest = points.sort((a, b) => b.confidence - a.confidence);
  return surest.filter(({ className, box }, index) => {
    return !surest.slice(0, index).some((other) => other.className === className && isAt(other.box, box));
  });
}

function pointClass({ name, links }: Option): "junction" | "intersection" | null {
  if (name === "crossing") return "intersection";
  if (name === "tee" || name === "touch") return "junction";
  // Two lines that meet at a bend are one wire.
  return name === "joined" && links.length > 1 ? "junction" : null;
}

/** A line shorter than this, in gate sizes, is the tail of a stroke or a piece of a gate's outline. */
const TAIL = 0.15;

/** True if three lines that lead somewhere meet; a line that an end runs into counts twice, once for each side. */
function isMeeting({ name, links }: Option, wires: Wires): boolean {
  const edges = [...new Set(links.flat())].filter((edge) => leadsSomewhere(edge, wires));
  return name === "tee" || name === "touch" ? edges.length > 1 : edges.length > 2;
}

function leadsSomewhere(edge: number, wires: Wires): boolean {
  const { points } = wires.lines[edge]!;
  if (lengthOf(points) > TAIL * wires.gates.unit || wires.pins.some((pin) => pin.edge === edge)) return true;
  const isShared = (at: PagePoint | undefined) =>
    wires.lines.some(
      (line, other) => other !== edge && [line.points[0], line.points.at(-1)].some((end) => meet(end, at)),
    );
  return isShared(points[0]) && isShared(points.at(-1));
}

function meet(a: PagePoint | undefined, b: PagePoint | undefined): boolean {
  return a !== undefined && b !== undefined && distanceBetween(a, b) < 1;
}

/** 0.5 if another reading of the place costs the same, closer to 1 the more it costs. */
function certainty({ options }: Decision, chosen: Option): number {
  const others = options.filter((option) => option !== chosen).map(({ cost }) => cost);
  if (others.length === 0) return 1;
  const margin = Math.min(...others) - chosen.cost;
  return 1 / (1 + Math.exp(-2 * Math.max(0, margin)));
}
