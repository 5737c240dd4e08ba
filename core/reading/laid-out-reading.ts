import { roundTo } from "../basics/numbers.ts";
import { middleOf } from "../geometry/boxes.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { fitPlane } from "../geometry/fit-plane.ts";
import type { LaidOutCircuit, LaidOutNode, LayoutPoint } from "../similarity/layouts/laid-out-circuit.ts";
import { structureKey } from "../similarity/layouts/structure-key.ts";
import type { PageReading, PlacedPrediction } from "./page-reading.ts";

/** The parts of a reading that identify copies. */
export interface DrawnCircuit extends Pick<PageReading, "netlist" | "wires"> {
  readonly predictions: readonly Pick<PlacedPrediction, "box" | "sheet">[];
}

/** The author of a drawing; see `LaidOutCircuit`. */
export interface DrawingOwner {
  readonly id: string;
  readonly author: string | null;
}

/** Places and sizes are whole numbers of a millimetre's `PARTS`. */
const PARTS = 100;

/**
 * A page's circuit as laid out on its sheet, in mm, without the tilt of the photo: the predictions' places on the sheet
 * show it. Places are rounded here and not where they are kept, so that kept drawings are compared like fresh ones.
 */
export function laidOutReading({ id, author }: DrawingOwner, reading: DrawnCircuit): LaidOutCircuit {
  const { netlist, predictions } = reading;
  const pairs = predictions.map(({ box, sheet }) => ({ from: middleOf(box), to: sheet }));
  const carry = fitPlane(pairs) ?? ((at: LayoutPoint) => at);
  const toSheet = (at: LayoutPoint): LayoutPoint => {
    const { x, y } = carry(at);
    return { x: roundTo(x, PARTS), y: roundTo(y, PARTS) };
  };
  const nodeOf = (
    kind: LaidOutNode["kind"],
    { name, box }: { name: string; box?: (typeof predictions)[number]["box"] | undefined },
  ): LaidOutNode[] => {
    if (box === undefined) return [];
    const { x, y } = toSheet(middleOf(box));
    if (kind !== "gate") return [{ kind, name, x, y, width: 0, height: 0 }];
    const left = carry({ x: box.x, y: box.y + box.height / 2 });
    const right = carry({ x: box.x + box.width, y: box.y + box.height / 2 });
    const top = carry({ x: box.x + box.width / 2, y: box.y });
    const bottom = carry({ x: box.x + box.width / 2, y: box.y + box.height });
    const [width, height] = [distanceBetween(left, right), distanceBetween(top, bottom)];
    return [{ kind, name, x, y, width: roundTo(width, PARTS), height: roundTo(height, PARTS) }];
  };
  return {
    id,
    author,
    structure: structureKey(netlist),
    nodes: [
      ...netlist.gates.flatMap(({ gateClass, box }) => nodeOf("gate", { name: gateClass, box })),
      ...netlist.inputs.flatMap(({ name, inverted, box }) => {
        return nodeOf("input", { name: inverted ? `~${name}` : name, box });
      }),
      ...netlist.outputs.flatMap(({ name, box }) => nodeOf("output", { name, box })),
    ],
    wires: reading.wires.flatMap(({ net, lines }) => (net === null ? [] : lines).map((line) => line.map(toSheet))),
  };
}
