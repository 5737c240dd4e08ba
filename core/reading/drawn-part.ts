import { clamp } from "../basics/numbers.ts";
import { boxAround, cornersOf } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { PageReading } from "./page-reading.ts";

/** Paper around the drawing, as a share of its longer side: names and loose ends are there. */
const MARGIN = 0.08;

/** A drawing that takes more of the picture than this gains nothing by being shown alone. */
const MOST = 0.8;

/**
 * The part of a page with the circuit that was read and the places of its problems, with some paper around it, in whole
 * pixels of the upright picture; null if no gate was read, or if that fills the picture.
 */
export function drawnPart({
  netlist,
  wires,
  problems,
  width,
  height,
}: Pick<PageReading, "wires" | "problems" | "width" | "height"> & {
  readonly netlist: PageReading["netlist"] | null;
}): PictureBox | null {
  if (netlist === null || netlist.gates.length === 0) return null;
  const boxes = [...netlist.gates, ...netlist.inputs, ...netlist.outputs, ...problems].flatMap(({ box }) => box ?? []);
  const lines = wires.flatMap((wire) => (wire.net === null ? [] : wire.lines.flat()));
  const points = [...boxes.flatMap((box) => cornersOf(box)), ...lines];
  if (points.length === 0) return null;
  const circuit = boxAround(points);
  const margin = MARGIN * Math.max(circuit.width, circuit.height);
  const left = Math.floor(clamp(circuit.x - margin, 0, width));
  const top = Math.floor(clamp(circuit.y - margin, 0, height));
  const right = Math.ceil(clamp(circuit.x + circuit.width + margin, 0, width));
  const bottom = Math.ceil(clamp(circuit.y + circuit.height + margin, 0, height));
  const part = { x: left, y: top, width: right - left, height: bottom - top };
  return part.width * part.height > MOST * width * height ? null : part;
}
