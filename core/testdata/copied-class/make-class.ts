import { sum } from "../../basics/numbers.ts";
import type { Gate, Netlist } from "../../netlist/netlist.ts";
import type { LaidOutCircuit, LaidOutNode, LayoutPoint } from "../../similarity/layouts/laid-out-circuit.ts";
import { structureKey } from "../../similarity/layouts/structure-key.ts";
import type { StrokePoint } from "../drawn-pages/hand.ts";
import type { CircuitPlan } from "../drawn-pages/plan-circuit.ts";
import type { Layout } from "../drawn-pages/route-wires.ts";
import { type Random, seededRandom } from "../render/random.ts";
import { exchangeGates } from "./exchange-gates.ts";
import type { Question, Variant } from "./questions.ts";
import { layOut, moveLayout, type StudentLayout } from "./student-layout.ts";

export interface GeneratedClass {
  readonly drawings: readonly LaidOutCircuit[];
  /** The planted pairs: an original and its copy. */
  readonly copies: readonly (readonly [string, string])[];
}

/** Spreads of the tracing hand about the original, in gate heights: gates and letters, corners of wires. */
const TRACING = { node: 0.05, corner: 0.06 } as const;
/** Spread of what the recogniser says about where things were drawn. */
const READING = 0.04;
/** Share of the letters at wire ends that are not read. */
const UNREAD = 0.02;

/** `independent` right answers and `copies` copies of some of them: traced with jitter, moved, scaled, gates swapped. */
export function makeCopiedClass(
  question: Question,
  { independent, copies, seed }: { independent: number; copies: number; seed: string },
): GeneratedClass {
  const random = seededRandom(`class/${seed}/${question.name}`);
  const students = layOutStudents(question, { count: independent, seed, random });
  const planted = students.slice(0, copies).map(({ id, own }) => ({
    pair: [id, `${id}-copy`] as const,
    drawing: asRead(own, { id: `${id}-copy`, ...traced(own, random), random }),
  }));
  return {
    drawings: [
      ...students.map(({ id, own }) => asRead(own, { id, layout: own.layout, sizes: sizesOf(own), random })),
      ...planted.map(({ drawing }) => drawing),
    ],
    copies: planted.map(({ pair }) => pair),
  };
}

/** Students whose layouts keep their wires apart, each with its own ID. */
export function layOutStudents(
  question: Question,
  { count, seed, random }: { count: number; seed: string; random: Random },
): { id: string; own: StudentLayout }[] {
  const students: { id: string; own: StudentLayout }[] = [];
  for (let k = 0; students.length < count; k++) {
    const id = `${seed}-${k}`;
    const own = layOut(pick(question.variants, random), `${question.name}/${id}`);
    if (own !== null) students.push({ id, own });
  }
  return students;
}

function pick(variants: readonly Variant[], random: Random): Variant {
  let at = random.next() * sum(variants.map(({ share }) => share));
  for (const variant of variants) {
    at -= variant.share;
    if (at < 0) return variant;
  }
  return variants[0]!;
}

/**
 * A copy by another hand: two gates of a column change places if there are two, every gate and every corner of a wire
 * is off by the tracing hand's jitter, all is 10 % larger or smaller and lies elsewhere.
 */
export function traced(own: StudentLayout, random: Random): { layout: Layout; sizes: readonly StrokePoint[] } {
  const base = exchangeGates(own, random) ?? own.layout;
  const scale = random.next() < 0.5 ? 0.9 : 1.1;
  const by: StrokePoint = [random.range(-3, 3), random.range(-3, 3)];
  const shifts = new Map<string, StrokePoint>();
  // What meets in one point still does after tracing.
  const shiftOf = ([x, y]: StrokePoint, spread: number): StrokePoint => {
    const key = `${x.toFixed(2)} ${y.toFixed(2)}`;
    const shift = shifts.get(key) ?? [spread * random.normal(), spread * random.normal()];
    shifts.set(key, shift);
    return shift;
  };
  const jitter =
    (spread: number) =>
    (at: StrokePoint): StrokePoint => {
      const shift = shiftOf(at, spread);
      return [(at[0] + shift[0]) * scale + by[0], (at[1] + shift[1]) * scale + by[1]];
    };
  const corners = moveLayout(base, jitter(TRACING.corner));
  const nodes = moveLayout({ ...base, routes: [] }, jitter(TRACING.node));
  // Both edges of a gate are drawn again.
  const off = () => Math.SQRT2 * TRACING.node * random.normal();
  const sizes = sizesOf(own).map(([width, height]): StrokePoint => [scale * (width + off()), scale * (height + off())]);
  return { layout: { ...nodes, routes: corners.routes }, sizes };
}

/** Widths and heights of the gates. */
export function sizesOf({ gates, heights }: StudentLayout): StrokePoint[] {
  return gates.map(({ tip }, index) => [tip[0], heights[index]!]);
}

/** The drawing as the recogniser would give it, with its small errors. */
function asRead(
  own: StudentLayout,
  { id, layout, sizes, random }: { id: string; layout: Layout; sizes: readonly StrokePoint[]; random: Random },
): LaidOutCircuit {
  const off = () => READING * random.normal();
  const gates = own.plan.gates.map(({ gateClass }, index): LaidOutNode => {
    const [x, y] = layout.gateAt[index]!;
    const [width, height] = sizes[index]!;
    const size = { width: width + Math.SQRT2 * off(), height: height + Math.SQRT2 * off() };
    return { kind: "gate", name: gateClass, x: x + width / 2 + off(), y: y + off(), ...size };
  });
  const outputs = new Set(own.plan.outputs.map(({ name }) => name));
  const ends = layout.labels.flatMap(({ text, at }): LaidOutNode[] => {
    if (random.next() < UNREAD) return [];
    const kind = outputs.has(text) ? "output" : "input";
    return [{ kind, name: text, x: at[0] + off(), y: at[1] + off(), width: 0, height: 0 }];
  });
  const wires = layout.routes.flatMap(({ strokes }) =>
    strokes.map((line) => line.map(([x, y]): LayoutPoint => ({ x: x + off(), y: y + off() }))),
  );
  return { id, author: null, structure: structureKey(netlistOf(own.plan)), nodes: [...gates, ...ends], wires };
}

/** The plan's circuit: nets are its inputs, then its gates. */
function netlistOf({ inputs, gates, outputs }: CircuitPlan): Netlist {
  const netOf = (source: CircuitPlan["outputs"][number]["source"]) => {
    if (source === "open") return null;
    return "input" in source ? inputs.indexOf(source.input) : inputs.length + source.gate;
  };
  return {
    nets: inputs.length + gates.length,
    gates: gates.map(({ gateClass, pins }, index): Gate => {
      const read = pins.map(({ source, bubble }) => ({ net: netOf(source), inverted: bubble }));
      return { gateClass, inputs: read, output: inputs.length + index };
    }),
    inputs: inputs.map((name, net) => ({ name, net })),
    outputs: outputs.map(({ name, source }) => ({ name, net: netOf(source)! })),
  };
}
