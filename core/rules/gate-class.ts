/** The seven gate classes, in the order of the detector's class list and of every table in this project. */
export const GATE_CLASSES = ["AND", "OR", "NOT", "NAND", "NOR", "XOR", "XNOR"] as const;

export type GateClass = (typeof GATE_CLASSES)[number];

/** Whether two inputs of a gate may be the same signal: that makes a NAND or NOR with two inputs an inverter. */
export function mayInvert(gateClass: GateClass, inputs: number): boolean {
  return inputs === 2 && (gateClass === "NAND" || gateClass === "NOR");
}
