import type { PagePoint } from "../geometry/coordinates.ts";
import type { GateClass } from "../rules/gates.ts";
import type { CircuitDrawing } from "./drawn-circuit.ts";

/** What a circuit is composed of; a number without meaning for it is taken modulo. */
export interface Composition {
  /** Gates of the first column: what leads to each of their two pins. */
  readonly first: readonly {
    readonly gateClass: GateClass;
    readonly pins: readonly ("wire" | "loose" | "open")[];
  }[];
  /** Gates of the second column: the gate of the first that each of their two pins reads; null leaves it open. */
  readonly second: readonly { readonly gateClass: GateClass; readonly pins: readonly (number | null)[] }[];
}

/**
 * A part of a circuit that conducts: an input's letter (`A`), a gate's output (`0.out`), one of its pins (`0.in1`), an
 * output's letter (`Z`).
 */
export type Part = string;

/** A place that a person points at, and the part that it is, or that its wire leads to. */
export interface ComposedPlace {
  readonly kind: "letter" | "wire" | "input" | "output";
  readonly at: PagePoint;
  readonly part: Part;
}

export interface ComposedCircuit {
  readonly drawing: CircuitDrawing;
  /** What the wires connect. */
  readonly links: readonly (readonly [Part, Part])[];
  readonly places: readonly ComposedPlace[];
}

const INPUTS = ["A", "B", "C", "D", "E", "F"];
const OUTPUTS = ["Z", "Y", "X", "W", "V"];
const FIRST = { x: 180, y: (gate: number) => 40 + 120 * gate };
const SECOND = { x: 400, y: (gate: number) => 90 + 140 * gate };
const PINS = [12, 38];
/** Where a gate's output is. */
const TIP = { x: 60, y: 25 };

/**
 * Draws two columns of gates with wires, taps and crossings: up to three gates that read letters, up to two that read
 * those. What no gate reads gets an output's letter.
 */
export function composeCircuit({ first, second }: Composition): ComposedCircuit {
  const letters = [...INPUTS];
  const outputs = [...OUTPUTS];
  const gates: { gateClass: GateClass; at: readonly [number, number] }[] = [];
  const wires: (readonly (readonly [number, number])[])[] = [];
  const dots: (readonly [number, number])[] = [];
  const texts: { at: readonly [number, number]; text: string }[] = [];
  const links: (readonly [Part, Part])[] = [];
  const places: ComposedPlace[] = [];

  function place(kind: ComposedPlace["kind"], [x, y]: readonly [number, number], part: Part): void {
    places.push({ kind, at: { x, y }, part });
  }

  function letter(text: string, at: readonly [number, number]): void {
    texts.push({ at, text });
    place("letter", at, text);
  }

  function gate(gateClass: GateClass, at: readonly [number, number]): void {
    const index = gates.push({ gateClass, at }) - 1;
    PINS.forEach((y, pin) => {
      place("input", [at[0] + 6, at[1] + y], `${index}.in${pin}`);
    });
    place("output", [at[0] + 54, at[1] + TIP.y], `${index}.out`);
  }

  function lead(tip: readonly [number, number], from: Part): void {
    const name = outputs.shift()!;
    wires.push([tip, [520, tip[1]]]);
    letter(name, [545, tip[1]]);
    links.push([from, name]);
    for (const x of [tip[0] + 16, 490]) place("wire", [x, tip[1]], from);
  }

  first.forEach(({ gateClass, pins }, index) => {
    gate(gateClass, [FIRST.x, FIRST.y(index)]);
    pins.forEach((leads, pin) => {
      if (leads === "open") return;
      const y = FIRST.y(index) + PINS[pin]!;
      const name = letters.shift()!;
      const end = leads === "loose" ? 130 : FIRST.x;
      wires.push([
        [64, y],
        [end, y],
      ]);
      letter(name, [45, y]);
      if (leads === "wire") links.push([name, `${index}.in${pin}`]);
      for (const x of leads === "wire" ? [66, 110, 150, 164] : [66, 97, 130]) place("wire", [x, y], name);
    });
  });
  second.forEach(({ gateClass }, index) => {
    gate(gateClass, [SECOND.x, SECOND.y(index)]);
    lead([SECOND.x + TIP.x, SECOND.y(index) + TIP.y], `${first.length + index}.out`);
  });
  first.forEach((_, source) => {
    const from = `${source}.out`;
    const [x, y] = [FIRST.x + TIP.x, FIRST.y(source) + TIP.y];
    const track = 276 + 36 * source;
    const read = second.flatMap(({ pins }, reader) =>
      pins.flatMap((wanted, pin) => (wanted === null || wanted % first.length !== source ? [] : [{ reader, pin }])),
    );
    if (read.length === 0) {
      lead([x, y], from);
      return;
    }
    const heights = read.map(({ reader, pin }) => SECOND.y(reader) + PINS[pin]!);
    read.forEach(({ reader, pin }, index) => {
      const to = heights[index]!;
      wires.push([
        [x, y],
        [track, y],
        [track, to],
        [SECOND.x, to],
      ]);
      links.push([from, `${first.length + reader}.in${pin}`]);
      place("wire", [SECOND.x - 16, to], from);
    });
    place("wire", [x + 16, y], from);
    const all = [y, ...heights].sort((a, b) => a - b);
    for (const height of all.slice(1, -1)) dots.push([track, height]);
  });
  return { drawing: { gates, wires, dots, texts }, links, places };
}
