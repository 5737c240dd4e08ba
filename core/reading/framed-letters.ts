import type { GateBody } from "../gates/read-gates.ts";
import type { PageBox } from "../geometry/coordinates.ts";
import type { Wires } from "../wires/read-wires.ts";

/** A gate of at least this confidence is one, even if no wire leads to it; but a letter D looks just like an AND. */
const SURE_GATE = 0.7;

/**
 * The boxes of gates that are rather letters, alone or in a frame: no wire leads to them, and other gates of the page
 * have inputs.
 */
export function framedLetters({ gates, pins }: Pick<Wires, "gates" | "pins">): PageBox[] {
  const fed = new Set(pins.filter(({ role }) => role === "input").map(({ gate }) => gate));
  if (fed.size === 0) return [];

  const isLetter = ({ gateClass, confidence }: GateBody) => gateClass === "AND" || confidence < SURE_GATE;
  return gates.bodies.filter((body, gate) => !fed.has(gate) && isLetter(body)).map(({ box }) => box);
}
