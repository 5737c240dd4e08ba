import { sum } from "../../basics/numbers.ts";
import type { Random } from "../render/random.ts";
import type { GateStrokes } from "./gate-strokes.ts";
import { columnOf, type InputStyle, lastColumn, type Net } from "./net-list.ts";
import type { CircuitPlan } from "./plan-circuit.ts";

/** What a column contains: an input's letter, a gate, a wire that passes by, or an output's end. */
export interface Slot {
  readonly kind: "input" | "gate" | "pass" | "output";
  /** The gate's or the output's index, or the net's for `input` and `pass`. */
  readonly index: number;
  readonly height: number;
  y: number;
}

export interface Rows {
  /** Column 0 holds the inputs, the last one the outputs. */
  readonly columns: readonly (readonly Slot[])[];
  /** For each gate, the pin (from the top) of each operand. */
  readonly pinOf: readonly (readonly number[])[];
}

export interface Drawn {
  readonly plan: CircuitPlan;
  readonly nets: readonly Net[];
  readonly inputs: InputStyle;
  readonly gates: readonly GateStrokes[];
  /** Heights of the gates. */
  readonly heights: readonly number[];
}

const SPACE = { input: 0.55, gate: 0.5, pass: 0.2, output: 0.55 } as const;

/** One way to place gates and passing wires above each other, so that wires run straight if possible. */
export function placeRows(random: Random, drawn: Drawn): Rows {
  const { plan, nets, inputs, heights } = drawn;
  const last = lastColumn(plan);
  const columns: Slot[][] = Array.from({ length: last + 1 }, () => []);
  const pinOf: number[][] = plan.gates.map(() => []);
  plan.gates.forEach((gate, index) => {
    columns[gate.level]!.push({ kind: "gate", index, height: heights[index]!, y: 0 });
  });
  plan.outputs.forEach((_, index) => {
    columns[last]!.push({ kind: "output", index, height: 0.4, y: 0 });
  });
  nets.forEach((net, index) => {
    const reach = Math.max(...net.targets.map((target) => columnOf(target, plan)));
    for (let column = net.column + 1; column < reach; column++) {
      columns[column]!.push({ kind: "pass", index, height: 0.25, y: 0 });
    }
    if (net.column === 0) columns[0]!.push({ kind: "input", index, height: 0.4, y: 0 });
  });

  if (inputs === "shared") spreadInputs(columns);
  for (let column = 1; column <= last; column++) {
    const before = columns[column - 1]!;
    const wish = (slot: Slot, place: number): number => {
      const sources = sourcesOf(slot, { plan, nets }).map((net) => heightAt(before, { net, nets }));
      const known = sources.filter((y) => y !== null);
      const isFirst = column === 1 && inputs !== "shared";
      if (isFirst || known.length === 0) return place * 1.3 + 1.2 * random.normal();
      const spread = slot.kind === "output" ? 0 : 0.35;
      return sum(known) / known.length + spread * random.normal();
    };
    stack(columns[column]!, columns[column]!.map(wish));
    for (const slot of columns[column]!) {
      if (slot.kind !== "gate") continue;
      const { pins } = plan.gates[slot.index]!;
      const keys = pins.map(({ source }, operand) => {
        const net = nets.findIndex(({ targets }) =>
          targets.some((target) => "gate" in target && target.gate === slot.index && target.operand === operand),
        );
        const y = net === -1 || source === "open" ? null : heightAt(before, { net, nets });
        const beside = slot.y + (operand - (pins.length - 1) / 2);
        return (column === 1 && inputs !== "shared" ? beside : (y ?? beside)) + 0.25 * random.normal();
      });
      const order = keys.map((_, operand) => operand).sort((a, b) => keys[a]! - keys[b]!);
      pinOf[slot.index] = keys.map((_, operand) => order.indexOf(operand));
    }
  }
  if (inputs === "rails") levelTaps(columns, { drawn, pinOf });
  return { columns, pinOf };
}

/** y of a gate's pin for one of its operands. */
export function pinHeight(rows: Rows, drawn: Drawn, { gate, operand }: { gate: number; operand: number }): number {
  const slot = rows.columns[drawn.plan.gates[gate]!.level]!.find(
    ({ kind, index }) => kind === "gate" && index === gate,
  )!;
  return slot.y + drawn.gates[gate]!.pins[rows.pinOf[gate]![operand]!]![1];
}

/** y at which a net leaves the column in which `slots` stand; null if it does not. */
export function heightAt(slots: readonly Slot[], { net, nets }: { net: number; nets: readonly Net[] }): number | null {
  const { source } = nets[net]!;
  const found = slots.find(({ kind, index }) => {
    return kind === "gate" ? "gate" in source && source.gate === index : kind !== "output" && index === net;
  });
  return found?.y ?? null;
}

function sourcesOf(slot: Slot, { plan, nets }: { plan: CircuitPlan; nets: readonly Net[] }): number[] {
  if (slot.kind === "pass") return [slot.index];
  const reads = (net: Net) =>
    net.targets.some((target) => {
      return slot.kind === "gate"
        ? "gate" in target && target.gate === slot.index
        : "output" in target && target.output === slot.index;
    });
  return plan.gates.length === 0 ? [] : nets.flatMap((net, index) => (reads(net) ? [index] : []));
}

/** Letters that share wires stand at the left, as far apart as the first column is high. */
function spreadInputs(columns: readonly Slot[][]): void {
  const room = columns[1]!.reduce((sum, slot) => sum + slot.height + SPACE[slot.kind], 0);
  const step = Math.min(1.4, Math.max(0.95, room / columns[0]!.length));
  columns[0]!.forEach((slot, index) => {
    slot.y = index * step;
  });
}

/** A tap leaves its rail at the height of what it leads to. */
function levelTaps(columns: readonly Slot[][], { drawn, pinOf }: { drawn: Drawn; pinOf: Rows["pinOf"] }): void {
  for (const slot of columns[0]!) {
    const [target] = drawn.nets[slot.index]!.targets;
    const passing = columns[1]!.find(({ kind, index }) => kind === "pass" && index === slot.index);
    if (passing !== undefined) slot.y = passing.y;
    else if (target !== undefined && "gate" in target) slot.y = pinHeight({ columns, pinOf }, drawn, target);
  }
}

/** Puts the slots in the order of their wishes, as near to them as the space between allows. */
function stack(slots: Slot[], wishes: readonly number[]): void {
  const order = slots.map((_, index) => index).sort((a, b) => wishes[a]! - wishes[b]!);
  let below = Number.NEGATIVE_INFINITY;
  let drift = 0;
  for (const index of order) {
    const slot = slots[index]!;
    slot.y = Math.max(wishes[index]!, below + slot.height / 2 + SPACE[slot.kind] / 2);
    below = slot.y + slot.height / 2 + SPACE[slot.kind] / 2;
    drift += slot.y - wishes[index]!;
  }
  for (const slot of slots) slot.y -= drift / slots.length;
  slots.sort((a, b) => a.y - b.y);
}
