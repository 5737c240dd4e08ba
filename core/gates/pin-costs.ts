import { distanceToBox } from "../geometry/boxes.ts";
import type { PagePoint } from "../geometry/coordinates.ts";
import { FORWARD } from "../marks/marks.ts";
import { type GateBody, inGate } from "./read-gates.ts";

/** A wire's end: its place and the direction in which it would continue, a vector of length 1. */
export interface WireTip {
  readonly at: PagePoint;
  readonly heading: PagePoint;
}

/** How badly a wire end fits a gate's input side and its output; 0 is perfect, above 3 it cannot be. */
export interface PinCosts {
  readonly input: number;
  readonly output: number;
}

/**
 * How well a wire end fits a gate's pins: inputs are at the back half, outside or on the outline; the output is at the
 * tip. The distance to the outline counts relative to `unit`, the usual gate size; the heading counts little, as wires
 * often bend just before a gate.
 */
export function pinCosts(gate: GateBody, tip: WireTip, unit: number): PinCosts {
  const { along, across } = inGate(gate, tip.at);
  const forward = FORWARD[gate.direction];
  const towards = tip.heading.x * forward.x + tip.heading.y * forward.y;
  const distance = 3.5 * (distanceToBox(gate.box, tip.at) / unit);
  const aside = Math.max(0, Math.abs(across - 0.5) - 0.5);
  const input = distance + 4 * Math.max(0, along - 0.4) + 0.5 * (1 - towards) + 2 * aside;
  const output =
    distance + 4 * Math.max(0, 0.8 - along) + 2.5 * Math.max(0, Math.abs(across - 0.5) - 0.2) + 0.5 * (1 + towards);
  return { input, output };
}
