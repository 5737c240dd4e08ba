import { GATE_CLASSES, GATES, type GateClass } from "../rules/gates.ts";
import type { PredictionClass } from "../rules/prediction-class.ts";

export const PROBLEM_COLOUR = "#d00000";
/** Colours for the places that an explanation marks: what should be different, and where a wire should come from. */
export const CHANGE_COLOURS = { change: "#d6006c", source: "#00805c" } as const;
/** For the places in which the readings of a question differ. */
export const QUESTION_COLOUR = "#5b21b6";
export const TERMINAL_COLOUR = "#333399";

/** The fixed colour of every class of prediction; junctions and crossings are grey, terminals blue. */
export const PREDICTION_COLOURS: Readonly<Record<PredictionClass, `#${string}`>> = {
  ...(Object.fromEntries(GATE_CLASSES.map((name) => [name, GATES[name].colour])) as Record<GateClass, `#${string}`>),
  input: TERMINAL_COLOUR,
  output: "#7a1fa2",
  intersection: "#5d6470",
  junction: "#1d1d1f",
};

/** Red, green and blue of a colour `#rrggbb`, each 0 … 255: `colourParts("#0072b2")` is `[0, 114, 178]`. */
export function colourParts(hex: `#${string}`): [red: number, green: number, blue: number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Neighbouring numbers get very different hues: steps of the golden angle. */
const GOLDEN_ANGLE = 137.508;

/** A colour for a net, the same for the same number; that of problems for wires that lead to no gate. */
export function netColour(net: number | null): string {
  if (net === null) return PROBLEM_COLOUR;
  return `hsl(${Math.round((net * GOLDEN_ANGLE + 200) % 360)}, 85%, 40%)`;
}
