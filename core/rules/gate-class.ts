/** The seven gate classes, in the order of the detector's class list and of every table in this project. */
export const GATE_CLASSES = ["AND", "OR", "NOT", "NAND", "NOR", "XOR", "XNOR"] as const;

export type GateClass = (typeof GATE_CLASSES)[number];
