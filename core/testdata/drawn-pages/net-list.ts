import type { CircuitPlan, Source } from "./plan-circuit.ts";

/**
 * How inputs are drawn: `own` letters at every pin, `shared` wires that branch, or `rails` that run down the left side
 * and are tapped.
 */
export type InputStyle = "own" | "shared" | "rails";

export type Target = { readonly gate: number; readonly operand: number } | { readonly output: number };

/** A wire to draw: from an input or a gate to all that reads it. Under `rails` each use of an input is a wire. */
export interface Net {
  readonly source: { readonly input: string } | { readonly gate: number };
  readonly targets: readonly Target[];
  /** Column of the source: 0 for an input, else the gate's level. */
  readonly column: number;
  /** Wires of one group are one node of the circuit. */
  readonly group: string;
}

/**
 * The wires that lead from column to column, the inputs' first and in their order; under `own` inputs have none: their
 * letters stand at the pins.
 */
export function netsOf(plan: CircuitPlan, inputs: InputStyle): Net[] {
  const nets = new Map<string, { source: Net["source"]; targets: Target[]; group: string }>();
  function add(source: Source, target: Target): void {
    if (source === "open" || (inputs === "own" && "input" in source && "gate" in target)) return;
    const group = "input" in source ? `input ${source.input}` : `gate ${source.gate}`;
    const key = inputs === "rails" && "input" in source ? `${group} ${JSON.stringify(target)}` : group;
    const net = nets.get(key) ?? { source, targets: [], group };
    net.targets.push(target);
    nets.set(key, net);
  }
  plan.gates.forEach((gate, index) => {
    gate.pins.forEach(({ source }, operand) => {
      add(source, { gate: index, operand });
    });
  });
  plan.outputs.forEach(({ source }, output) => {
    add(source, { output });
  });
  const placed = [...nets.values()].map((net) => {
    return { ...net, column: "gate" in net.source ? plan.gates[net.source.gate]!.level : 0 };
  });
  const rank = ({ source }: Net) => ("input" in source ? plan.inputs.indexOf(source.input) : plan.inputs.length);
  return placed.sort((a, b) => rank(a) - rank(b));
}

/** Column of a target: its gate's level, or the one behind all gates. */
export function columnOf(target: Target, plan: CircuitPlan): number {
  return "gate" in target ? plan.gates[target.gate]!.level : lastColumn(plan);
}

/** The outputs' column. */
export function lastColumn(plan: CircuitPlan): number {
  return 1 + Math.max(0, ...plan.gates.map(({ level }) => level));
}
