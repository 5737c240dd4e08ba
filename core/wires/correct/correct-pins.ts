import { type Gates, inGate } from "../../gates/read-gates.ts";
import type { PinChoice } from "../decide/decision.ts";
import { ONE_PIN } from "../decide/fault.ts";
import { gateAt } from "./correct-ends.ts";
import type { PageWireCorrection } from "./wire-correction.ts";

/** A pin is meant within this share of the gate's width across it. */
const SAME_PIN = 0.5;

/** The pins, each inverted if it has a circle or if a person says so. */
export function correctPins<Pin extends PinChoice & { readonly net: number }>(
  pins: readonly Pin[],
  { corrections, gates }: { corrections: readonly PageWireCorrection[]; gates: Gates },
): { readonly pins: (Pin & { readonly inverted: boolean })[]; readonly lost: readonly number[] } {
  const corrected = pins.map((pin) => ({ ...pin, inverted: pin.bubble !== -1 }));
  const lost: number[] = [];
  corrections.forEach((correction, index) => {
    if (correction.kind !== "invert") return;
    const gate = gateAt(correction.pin, gates);
    const across = gate === -1 ? 0 : inGate(gates.bodies[gate]!, correction.pin).across;
    const distance = (pin: Pin) => Math.abs(pin.across - across);
    const [nearest] = pins
      .map((pin, at) => ({ pin, at }))
      .filter(({ pin }) => pin.gate === gate && pin.role === "input" && distance(pin) <= SAME_PIN)
      .sort((a, b) => distance(a.pin) - distance(b.pin));
    if (nearest === undefined) {
      lost.push(index);
      return;
    }
    // Strands of one wire at one place are one pin.
    for (const [at, pin] of pins.entries()) {
      const isNear = pin.net === nearest.pin.net && Math.abs(pin.across - nearest.pin.across) < ONE_PIN;
      const isSame = pin.gate === gate && pin.role === "input" && isNear;
      if (isSame) corrected[at] = { ...corrected[at]!, inverted: correction.inverted };
    }
  });
  return { pins: corrected, lost };
}
