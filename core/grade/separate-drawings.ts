import { unionFind } from "../basics/union-find.ts";
import { boxAround, cornersOf, overlaps } from "../geometry/boxes.ts";
import type { PictureBox } from "../geometry/coordinates.ts";
import type { Netlist } from "../netlist/netlist.ts";

/** A part of a page that a student may have drawn by itself. */
export interface SeparateDrawing {
  /** Only its gates, inputs and outputs; its nets have the page's numbers. */
  readonly netlist: Netlist;
  /** Around its gates. */
  readonly box: PictureBox;
}

/**
 * The separate drawings on a page, from the top to the bottom and the left to the right: gates with an output that share
 * no wire with other ones and are away from them. The outputs of one answer may be drawn so, too.
 */
export function separateDrawings({ nets, gates, inputs, outputs }: Netlist): SeparateDrawing[] {
  const wired = unionFind(nets + gates.length);
  gates.forEach(({ inputs: pins, output }, gate) => {
    for (const net of [output, ...pins.map((pin) => pin.net)]) if (net !== null) wired.join(net, nets + gate);
  });
  const drawings = [...new Set(outputs.map(({ net }) => wired.find(net)))].flatMap((group): SeparateDrawing[] => {
    const own = gates.filter((_, gate) => wired.find(nets + gate) === group);
    const corners = own.flatMap(({ box }) => (box ? cornersOf(box) : []));
    if (corners.length === 0) return [];
    const [from, to] = [inputs, outputs].map((all) => all.filter(({ net }) => wired.find(net) === group));
    return [{ netlist: { nets, gates: own, inputs: from!, outputs: to! }, box: boxAround(corners) }];
  });
  const apart = drawings.filter(({ box }) => drawings.every((other) => other.box === box || !overlaps(box, other.box)));
  return apart.sort(({ box: a }, { box: b }) => (areLevel(a, b) ? a.x - b.x : a.y - b.y));
}

function areLevel(a: PictureBox, b: PictureBox): boolean {
  return a.y < b.y + b.height && b.y < a.y + a.height;
}
