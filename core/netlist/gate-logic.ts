import type { OperatorKind } from "../boolean/expression.ts";
import type { GateClass } from "../rules/gate-class.ts";

export interface GateLogic {
  /** What the gate does with its inputs; null for the one input of a NOT. */
  readonly operator: OperatorKind | null;
  /** True if the complement of that comes out. */
  readonly inverted: boolean;
}

/** The function of each gate class. XOR of more than two inputs is their parity. */
export const GATE_LOGIC: Readonly<Record<GateClass, GateLogic>> = {
  AND: { operator: "and", inverted: false },
  OR: { operator: "or", inverted: false },
  NOT: { operator: null, inverted: true },
  NAND: { operator: "and", inverted: true },
  NOR: { operator: "or", inverted: true },
  XOR: { operator: "xor", inverted: false },
  XNOR: { operator: "xor", inverted: true },
};

/**
 * Whether a gate of this class may have so many inputs: one for a NOT, two or more for the others.
 *
 * @example
 * takesInputs("NOT", 2); // false
 */
export function takesInputs(gateClass: GateClass, count: number): boolean {
  return GATE_LOGIC[gateClass].operator === null ? count === 1 : count >= 2;
}
