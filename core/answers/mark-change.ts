import { distanceToBox } from "../geometry/boxes.ts";
import type { PictureBox, PicturePoint } from "../geometry/coordinates.ts";
import type { NetId, Netlist } from "../netlist/netlist.ts";
import type { Change, PinPlace } from "./change.ts";

/** A place on the picture that an explanation names, in pixels of the upright original. */
export interface ChangeMark {
  readonly box: PictureBox;
  /** `change`: what should be different. `source`: where a wire should come from instead. */
  readonly role: "change" | "source";
}

/** The drawn lines of each net, as a page's reading has them. */
export type DrawnWires = readonly {
  readonly net: NetId | null;
  readonly lines: readonly (readonly PicturePoint[])[];
}[];

/** Side of the mark at a pin or wire end, in sizes of its gate. */
const PIN_SIDE = 0.45;

/**
 * Where a change is on the picture: the gate, the end of the wire at its pin, the letter. Parts that were not drawn
 * have no place: an input that the page lacks, a second change's new gate.
 *
 * @param netlist as the change's indexes mean it.
 */
export function markChange(change: Change, { netlist, wires }: { netlist: Netlist; wires: DrawnWires }): ChangeMark[] {
  const gate = (index: number) => boxed("change", netlist.gates[index]?.box);
  const pin = (place: PinPlace) => boxed("change", pinBox(place, { netlist, wires }));
  const source = (net: NetId) => boxed("source", sourceBox(net, netlist));
  const input = (index: number) => boxed("change", netlist.inputs[index]?.box);
  const output = (index: number) => boxed("change", netlist.outputs[index]?.box);
  switch (change.kind) {
    case "gate-class":
    case "gate-removed":
      return gate(change.gate);
    case "pin-inversion":
    case "pin-removed":
      return pin(change);
    case "pin-source":
      return [...pin(change), ...source(change.net)];
    case "pin-added":
      return [...gate(change.gate), ...source(change.net)];
    case "gate-added":
      return [...("output" in change.at ? output(change.at.output) : pin(change.at)), ...source(change.net)];
    case "input-inversion":
    case "input-name":
      return input(change.input);
    case "inputs-swapped":
      return change.inputs.flatMap(input);
    case "output-source":
      return [...output(change.output), ...source(change.net)];
    case "output-inversion":
      return output(change.output);
  }
}

function boxed(role: ChangeMark["role"], box: PictureBox | null | undefined): ChangeMark[] {
  return box ? [{ box, role }] : [];
}

function sourceBox(net: NetId, { gates, inputs }: Netlist): PictureBox | null {
  const input = inputs.find((terminal) => terminal.net === net);
  return (input ?? gates.find(({ output }) => output === net))?.box ?? null;
}

/** Around the point where the pin's wire is nearest to its gate; the gate itself if the wire was not drawn. */
function pinBox(
  { gate, pin }: PinPlace,
  { netlist, wires }: { netlist: Netlist; wires: DrawnWires },
): PictureBox | null {
  const body = netlist.gates[gate];
  if (!body?.box) return null;
  const net = body.inputs[pin]?.net ?? null;
  const tip = nearestPoint(wires.find((wire) => wire.net === net)?.lines ?? [], body.box);
  if (tip === null) return body.box;
  const side = PIN_SIDE * Math.min(body.box.width, body.box.height);
  return { x: tip.x - side / 2, y: tip.y - side / 2, width: side, height: side };
}

function nearestPoint(lines: readonly (readonly PicturePoint[])[], box: PictureBox): PicturePoint | null {
  let [best, least]: [PicturePoint | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const point of lines.flat()) {
    const distance = distanceToBox(box, point);
    if (distance < least) [best, least] = [point, distance];
  }
  return best;
}
