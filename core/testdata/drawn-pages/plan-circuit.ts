import type { Expression, OperatorKind } from "../../boolean/expression.ts";
import { parseExpression } from "../../boolean/parse-expression.ts";
import { printExpression } from "../../boolean/print-expression.ts";
import { variablesOf } from "../../boolean/variables.ts";
import type { GateClass } from "../../rules/gates.ts";

/** What drives a pin: an input's letter, a gate by its index, or nothing. */
export type Source = { readonly input: string } | { readonly gate: number } | "open";

export interface PlannedPin {
  readonly source: Source;
  /** An inversion bubble is drawn at the pin. */
  readonly bubble: boolean;
}

export interface PlannedGate {
  readonly gateClass: GateClass;
  readonly pins: readonly PlannedPin[];
  /** 1 for a gate that reads inputs only; else one more than the highest gate that it reads. */
  readonly level: number;
}

export interface PlannedOutput {
  /** What is written next to the wire; empty for nothing. */
  readonly name: string;
  readonly expression: string;
}

/** The gates that draw some expressions; each gate after those that it reads. */
export interface CircuitPlan {
  /** Sorted. */
  readonly inputs: readonly string[];
  readonly gates: readonly PlannedGate[];
  readonly outputs: readonly (PlannedOutput & { readonly source: Source })[];
}

/** In an expression: a pin that no wire reaches. */
const OPEN = "_";

const CLASSES: Record<OperatorKind, readonly [plain: GateClass, inverted: GateClass]> = {
  and: ["AND", "NAND"],
  or: ["OR", "NOR"],
  xor: ["XOR", "XNOR"],
};

/**
 * Turns expressions into gates as they are written: an operator is one gate of as many inputs, `~(…)` a NAND, NOR or
 * XNOR (with `folds` false a gate and an inverter), `~A` an inverter or with `bubbles` a bubble at the pin. What is
 * written twice is drawn once.
 *
 * @throws {RangeError} for an expression that cannot be parsed.
 * @example
 * planCircuit([{ name: "Y", expression: "~(A & B)" }]).gates; // [{ gateClass: "NAND", level: 1, pins: […] }]
 */
export function planCircuit(
  outputs: readonly PlannedOutput[],
  { folds = true, bubbles = false }: { folds?: boolean; bubbles?: boolean } = {},
): CircuitPlan {
  const gates: PlannedGate[] = [];
  const known = new Map<string, Source>();
  const trees = outputs.map(({ expression }) => {
    const parsed = parseExpression(expression);
    if (!parsed.ok) throw new RangeError(parsed.error.message);
    return parsed.expression;
  });

  function add(gateClass: GateClass, operands: readonly Expression[]): Source {
    const pins = operands.map((operand): PlannedPin => {
      const isBubble = bubbles && operand.kind === "not" && operand.operand.kind === "variable";
      return { source: sourceOf(isBubble ? operand.operand : operand), bubble: isBubble };
    });
    const levels = pins.map(({ source }) =>
      typeof source === "object" && "gate" in source ? gates[source.gate]!.level : 0,
    );
    gates.push({ gateClass, pins, level: 1 + Math.max(...levels) });
    return { gate: gates.length - 1 };
  }

  function sourceOf(tree: Expression): Source {
    if (tree.kind === "variable") return tree.name === OPEN ? "open" : { input: tree.name };
    const text = printExpression(tree);
    const source = known.get(text) ?? draw(tree);
    known.set(text, source);
    return source;
  }

  function draw(tree: Exclude<Expression, { kind: "variable" }>): Source {
    if (tree.kind === "constant") throw new RangeError("No gate draws a constant");
    if (tree.kind !== "not") return add(CLASSES[tree.kind][0], tree.operands);
    const inner = tree.operand;
    if (!folds || !("operands" in inner)) return add("NOT", [inner]);
    return add(CLASSES[inner.kind][1], inner.operands);
  }

  const placed = outputs.map((output, index) => ({ ...output, source: sourceOf(trees[index]!) }));
  return { inputs: variablesOf(trees).filter((name) => name !== OPEN), gates, outputs: placed };
}
