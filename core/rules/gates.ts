import type { OperatorKind } from "../boolean/expression.ts";

/** The seven gate classes, in the order of the detector's class list and of every table in this project. */
export const GATE_CLASSES = ["AND", "OR", "NOT", "NAND", "NOR", "XOR", "XNOR"] as const;

export type GateClass = (typeof GATE_CLASSES)[number];

interface GateKind {
  /** What the gate does with its inputs; null for a gate of one input. XOR of more than two inputs is their parity. */
  readonly operator: OperatorKind | null;
  /** True if the complement of that comes out. */
  readonly inverted: boolean;
  /** What a circle at the output makes of it; null if there is one already. */
  readonly withCircle: GateClass | null;
  /** Distinguishable for colour-blind readers (Okabe and Ito, "Color Universal Design", 2008; darkened for thin lines). */
  readonly colour: `#${string}`;
  /** The symbol of LTspice that computes it; an inverted one at its complementary output. */
  readonly ltspice: "and" | "or" | "xor" | "inv";
  /** The usual symbol, as lines in a picture of 40 x 28. */
  readonly symbol: readonly string[];
}

const OR_BODY = "M9 5 Q21 5 29 14 Q21 23 9 23 Q15 14 9 5";
const CIRCLE = "M29 14 a2.5 2.5 0 1 0 5 0 a2.5 2.5 0 1 0 -5 0";
const ARC = "M6 5 Q12 14 6 23";
const LEADS = "M2 10 H10.5 M2 18 H10.5";
const [OUTPUT, CIRCLED_OUTPUT] = ["M29 14 H38", "M34 14 H38"];

/** All that is known about each class, in one place. */
export const GATES: Readonly<Record<GateClass, GateKind>> = {
  AND: {
    operator: "and",
    inverted: false,
    withCircle: "NAND",
    colour: "#0072b2",
    ltspice: "and",
    symbol: ["M9 5 H18 A9 9 0 0 1 18 23 H9 Z", "M2 10 H9 M2 18 H9 M27 14 H38"],
  },
  OR: {
    operator: "or",
    inverted: false,
    withCircle: "NOR",
    colour: "#d55e00",
    ltspice: "or",
    symbol: [OR_BODY, LEADS, OUTPUT],
  },
  NOT: {
    operator: null,
    inverted: true,
    withCircle: null,
    colour: "#00805c",
    ltspice: "inv",
    symbol: ["M10 5 L28 14 L10 23 Z", CIRCLE, "M2 14 H10 M34 14 H38"],
  },
  NAND: {
    operator: "and",
    inverted: true,
    withCircle: null,
    colour: "#b0558a",
    ltspice: "and",
    symbol: ["M9 5 H20 A9 9 0 0 1 20 23 H9 Z", CIRCLE, "M2 10 H9 M2 18 H9 M34 14 H38"],
  },
  NOR: {
    operator: "or",
    inverted: true,
    withCircle: null,
    colour: "#a87400",
    ltspice: "or",
    symbol: [OR_BODY, CIRCLE, LEADS, CIRCLED_OUTPUT],
  },
  XOR: {
    operator: "xor",
    inverted: false,
    withCircle: "XNOR",
    colour: "#2a8fc4",
    ltspice: "xor",
    symbol: [OR_BODY, ARC, LEADS, OUTPUT],
  },
  XNOR: {
    operator: "xor",
    inverted: true,
    withCircle: null,
    colour: "#6a3d9a",
    ltspice: "xor",
    symbol: [OR_BODY, ARC, CIRCLE, LEADS, CIRCLED_OUTPUT],
  },
};

/**
 * Whether a gate of this class may have so many inputs: one for a NOT, two or more for the others.
 *
 * @example
 * takesInputs("NOT", 2); // false
 */
export function takesInputs(gateClass: GateClass, count: number): boolean {
  const least = leastInputs(gateClass);
  return least === 1 ? count === 1 : count >= least;
}

/** How many inputs a gate of this class needs. */
export function leastInputs(gateClass: GateClass): number {
  return GATES[gateClass].operator === null ? 1 : 2;
}

/** Whether two inputs of a gate may be the same signal: that makes a NAND or NOR with two inputs an inverter. */
export function mayInvert(gateClass: GateClass, inputs: number): boolean {
  return inputs === 2 && (gateClass === "NAND" || gateClass === "NOR");
}

export function isGateClass(name: string): name is GateClass {
  return Object.hasOwn(GATES, name);
}
