import { type GateBody, inGate, placeInGate } from "../gates/read-gates.ts";
import { leastInputs } from "../rules/gates.ts";
import type { PageWireCorrection } from "../wires/correct/wire-correction.ts";
import type { Wires } from "../wires/read-wires.ts";

/** The tip of a gate touches another one's back if it is at most this far before it or in it, in gate sizes. */
const TOUCHES = 0.2;

/** Where the wire between them begins and ends, as shares of the gates' lengths. */
const FROM = 0.8;
const TO = 0.2;

/**
 * Wires that were left out because two gates touch: from a gate whose output has no wire to one that lacks an input
 * right behind it.
 */
export function touchingGates({ gates: { bodies, unit }, pins }: Pick<Wires, "gates" | "pins">): PageWireCorrection[] {
  const has = (gate: number, role: "input" | "output") =>
    pins.filter((pin) => pin.gate === gate && pin.role === role).length;
  const lacksInput = ({ gateClass }: GateBody, gate: number) => has(gate, "input") < leastInputs(gateClass);
  return bodies.flatMap((first, gate): PageWireCorrection[] => {
    if (has(gate, "output") > 0) return [];
    const tip = placeInGate(first, { along: 1, across: 0.5 });
    const second = bodies.find((other, index) => {
      if (index === gate || !lacksInput(other, index)) return false;
      const { across } = inGate(other, tip);
      const back = placeInGate(other, { along: 0, across });
      return across >= 0 && across <= 1 && Math.hypot(back.x - tip.x, back.y - tip.y) <= TOUCHES * unit;
    });
    if (second === undefined) return [];
    const { across } = inGate(second, tip);
    const points = [placeInGate(first, { along: FROM, across: 0.5 }), placeInGate(second, { along: TO, across })];
    return [{ kind: "draw", points }];
  });
}
