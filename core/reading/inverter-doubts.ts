import type { Change } from "../answers/change.ts";
import { middleOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { nearestOnLine } from "../geometry/distances.ts";
import { applyHomographyToBox } from "../geometry/homography.ts";
import type { NetId, Netlist } from "../netlist/netlist.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATE_CLASSES, GATES } from "../rules/gates.ts";
import type { Doubt } from "../verdict/evidence.ts";
import { logOdds, type ReadCircuit } from "./read-circuit.ts";
import { addingCost } from "./try-gates.ts";

/** A circle is in a wire that is within this many gate sizes of its middle; an inverter, within this share of its box. */
const ON_WIRE = { circle: 0.2, inverter: 0.5 } as const;

/** The additional cost of an inverter before only one of the pins that the wire leads to, behind a fork. */
const BRANCH_COST = 1;

/** A place that may be an inverter. */
interface Place {
  readonly at: PagePoint;
  readonly cost: number;
  /** How far a wire may be away, in pixels. */
  readonly reach: number;
  /** In page pixels. */
  readonly box: PageBox;
}

/**
 * Inverters that the circuit does not have but a wire may run through: something a little like a circle in the middle of
 * a wire, or like a NOT that was not accepted.
 */
export function inverterDoubts(page: CleanPage, circuit: ReadCircuit): Doubt[] {
  const cheapest = new Map<string, Doubt>();
  for (const { at, cost, reach, box } of inverterPlaces(circuit)) {
    const edge = nearestLine(circuit, at, reach);
    if (edge === -1) continue;
    for (const { change, more } of changesOn(edge, circuit)) {
      const name = JSON.stringify(change);
      const doubt = { change, cost: cost + more, box: applyHomographyToBox(page.toPicture, box) };
      if (doubt.cost < (cheapest.get(name)?.cost ?? Number.POSITIVE_INFINITY)) cheapest.set(name, doubt);
    }
  }
  return [...cheapest.values()];
}

function inverterPlaces({ marks, wires: { gates } }: ReadCircuit): Place[] {
  const { unit } = gates;
  const circles = gates.strays.map(({ at, radius, probability }): Place => {
    const box = { x: at.x - radius, y: at.y - radius, width: 2 * radius, height: 2 * radius } as PageBox;
    return { at, cost: -logOdds(probability), reach: ON_WIRE.circle * unit, box };
  });
  const inverters = marks.doubtful
    .filter(({ gateClass }) => gateClass === "NOT")
    .map(({ box, confidence }): Place => {
      const reach = ON_WIRE.inverter * Math.max(box.width, box.height);
      return { at: middleOf(box), cost: Math.max(0, addingCost(confidence)), reach, box };
    });
  return [...circles, ...inverters];
}

/** The index of the line nearest to a place, or -1 if none is in reach. */
function nearestLine({ wires: { lines } }: ReadCircuit, at: PagePoint, reach: number): number {
  const distances = lines.map(({ points }) => nearestOnLine(points, at).distance);
  const least = Math.min(...distances);
  return least <= reach ? distances.indexOf(least) : -1;
}

interface Inversion {
  readonly change: Doubt["change"];
  readonly more: number;
}

/** What an inverter in a line changes: the pin at its end, or else all that its net leads to, or one of those. */
function changesOn(edge: number, { wires, drawn: { netlist, netOf, pins } }: ReadCircuit): Inversion[] {
  const net = netOf.get(wires.lines[edge]!.net);
  if (net === undefined) return [];
  const places = netlist.gates.flatMap(({ inputs }, gate) =>
    inputs.flatMap((input, pin) => (input.net === net ? [{ kind: "pin-inversion" as const, gate, pin }] : [])),
  );
  const isOutput = netlist.outputs.some((output) => output.net === net);
  const own = places.filter(({ gate, pin }) => pins[gate]?.[pin]?.edge === edge);
  const isAtDriver = wires.pins.some((pin) => pin.role === "output" && pin.edge === edge);
  const only = places.length === 1 && !isOutput ? places : isAtDriver ? [] : own;
  if (only.length > 0) return only.map((change) => ({ change, more: 0 }));
  return [
    ...wholeNet(net, netlist).map((change) => ({ change, more: 0 })),
    ...places.map((change) => ({ change, more: BRANCH_COST })),
  ];
}

/** The change that inverts all of a net: that of what drives it. */
function wholeNet(net: NetId, { gates, inputs }: Netlist): Extract<Change, Doubt["change"]>[] {
  const named = inputs.flatMap((terminal, input) => (terminal.net === net ? [input] : []));
  if (named.length === 1) return [{ kind: "input-inversion", input: named[0]! }];
  return gates.flatMap(({ output, gateClass }, gate): Doubt["change"][] => {
    if (output !== net) return [];
    const { operator, inverted } = GATES[gateClass];
    if (operator === null) return [{ kind: "pin-inversion", gate, pin: 0 }];
    return GATE_CLASSES.filter((to) => {
      return GATES[to].operator === operator && GATES[to].inverted !== inverted;
    }).map((to) => ({ kind: "gate-class", gate, to }));
  });
}
