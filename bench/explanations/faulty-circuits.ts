import type { Gate, GateInput, Netlist, Terminal } from "../../core/netlist/netlist.ts";
import { GATE_CLASSES } from "../../core/rules/gates.ts";
import { pick, type Random, seededRandom } from "../../core/testdata/render/random.ts";

/** What is wrong with a circuit: one gate or one wire. */
export const FAULTS = [
  "another gate",
  "gate missing",
  "gate too many",
  "inversion missing or too many",
  "wire from elsewhere",
  "wire missing",
  "wire too many",
  "input open",
  "another letter",
  "output from elsewhere",
] as const;

export type PlantedFault = (typeof FAULTS)[number];

export interface FaultyCircuit {
  /** The intended circuit: the keys' functions. */
  readonly meant: Netlist;
  readonly drawn: Netlist;
  readonly fault: PlantedFault;
  /** The gates that were changed, as indexes of `drawn`. */
  readonly gates: readonly number[];
}

const LETTERS = ["A", "B", "C", "D", "E"];

/** Gates of students' circuits; the simple ones occur more often. */
const CLASSES = ["AND", "AND", "AND", "OR", "OR", "OR", "NOT", "NOT", "NAND", "NOR", "XOR", "XNOR"] as const;

/** The circuit for `seed`: two to five inputs, two to ten gates, one to three outputs, all of it used. */
export function randomCircuit(seed: string): Netlist {
  const random = seededRandom(`circuit/${seed}`);
  for (;;) {
    const circuit = drawCircuit(random);
    if (circuit !== null) return circuit;
  }
}

/**
 * A circuit with one fault in it. The fault may leave the function unchanged: callers that need a wrong circuit compare.
 * Null if the circuit has no place for the fault.
 */
export function withFault(
  meant: Netlist,
  { fault, seed }: { fault: PlantedFault; seed: string },
): FaultyCircuit | null {
  const random = seededRandom(`fault/${seed}/${fault}`);
  const made = MAKERS[fault](meant, random);
  return made && { meant, fault, ...made };
}

function drawCircuit(random: Random): Netlist | null {
  const inputs = LETTERS.slice(0, 2 + below(random, 4)).map((name, net): Terminal => ({ name, net }));
  const gates: Gate[] = [];
  const count = 2 + below(random, 9);
  for (let index = 0; index < count; index++) {
    const gateClass = pick(CLASSES, random);
    const nets = inputs.length + index;
    const pins = gateClass === "NOT" ? 1 : random.next() < 0.2 ? 3 : 2;
    const sources = new Set<number>();
    while (sources.size < Math.min(pins, nets)) {
      // Chooses recent nets more often, so that circuits get deep.
      const back = Math.floor(nets * random.next() ** 1.5);
      sources.add(nets - 1 - back);
    }
    if (gateClass !== "NOT" && sources.size < 2) return null;
    const read = [...sources].map((net): GateInput => ({ net, inverted: gateClass !== "NOT" && random.next() < 0.08 }));
    gates.push({ gateClass, inputs: read, output: nets });
  }
  const read = new Set(gates.flatMap((gate) => gate.inputs.map(({ net }) => net)));
  const leaves = gates.flatMap(({ output }) => (output !== null && !read.has(output) ? [output] : []));
  if (leaves.length > 3 || inputs.some(({ net }) => !read.has(net))) return null;
  const outputs = leaves.map((net, index) => ({ name: `OUT ${index + 1}`, net }));
  return { nets: inputs.length + gates.length, gates, inputs, outputs };
}

type Made = Pick<FaultyCircuit, "drawn" | "gates">;

const MAKERS: Readonly<Record<PlantedFault, (meant: Netlist, random: Random) => Made | null>> = {
  "another gate": (meant, random) => {
    const index = below(random, meant.gates.length);
    const { gateClass, inputs } = meant.gates[index]!;
    const classes = GATE_CLASSES.filter((other) => other !== gateClass && (other === "NOT") === (inputs.length === 1));
    if (classes.length === 0) return null;
    return changed(meant, index, (gate) => ({ ...gate, gateClass: pick(classes, random) }));
  },
  "gate missing": (meant, random) => {
    const index = below(random, meant.gates.length);
    const { inputs, output } = meant.gates[index]!;
    const { net } = pick(inputs, random);
    const gates = meant.gates.map((gate) => ({ ...gate, inputs: gate.inputs.map((pin) => moved(pin, output, net)) }));
    const outputs = meant.outputs.map((terminal) => (terminal.net === output ? { ...terminal, net: net! } : terminal));
    const touched = meant.gates.flatMap((gate, at) => (gate.inputs.some((pin) => pin.net === output) ? [at] : []));
    const left = (at: number) => (at > index ? at - 1 : at);
    return { drawn: { ...meant, gates: gates.toSpliced(index, 1), outputs }, gates: touched.map(left) };
  },
  "gate too many": (meant, random) => {
    const index = below(random, meant.gates.length);
    const pin = below(random, meant.gates[index]!.inputs.length);
    const { net } = meant.gates[index]!.inputs[pin]!;
    const others = sourcesOf(meant, index).filter((other) => other !== net);
    const gateClass = pick(CLASSES, random);
    if (gateClass !== "NOT" && others.length === 0) return null;
    const read = gateClass === "NOT" ? [net] : [net, pick(others, random)];
    const added: Gate = { gateClass, inputs: read.map((each) => ({ net: each, inverted: false })), output: meant.nets };
    const { drawn } = changed(meant, index, (gate) => {
      return { ...gate, inputs: gate.inputs.with(pin, { ...gate.inputs[pin]!, net: meant.nets }) };
    });
    return { drawn: { ...drawn, nets: meant.nets + 1, gates: [...drawn.gates, added] }, gates: [meant.gates.length] };
  },
  "inversion missing or too many": (meant, random) => {
    const index = below(random, meant.gates.length);
    const pin = below(random, meant.gates[index]!.inputs.length);
    return changed(meant, index, (gate) => {
      const own = gate.inputs[pin]!;
      return { ...gate, inputs: gate.inputs.with(pin, { ...own, inverted: !own.inverted }) };
    });
  },
  "wire from elsewhere": (meant, random) => {
    const index = below(random, meant.gates.length);
    const pin = below(random, meant.gates[index]!.inputs.length);
    const others = sourcesOf(meant, index).filter((net) => net !== meant.gates[index]!.inputs[pin]!.net);
    if (others.length === 0) return null;
    const net = pick(others, random);
    return changed(meant, index, (gate) => ({ ...gate, inputs: gate.inputs.with(pin, { ...gate.inputs[pin]!, net }) }));
  },
  "wire missing": (meant, random) => {
    const wide = meant.gates.flatMap(({ inputs }, index) => (inputs.length > 2 ? [index] : []));
    if (wide.length === 0) return null;
    const index = pick(wide, random);
    const pin = below(random, meant.gates[index]!.inputs.length);
    return changed(meant, index, (gate) => ({ ...gate, inputs: gate.inputs.toSpliced(pin, 1) }));
  },
  "wire too many": (meant, random) => {
    const index = below(random, meant.gates.length);
    const { gateClass, inputs } = meant.gates[index]!;
    const others = sourcesOf(meant, index).filter((net) => !inputs.some((pin) => pin.net === net));
    if (gateClass === "NOT" || others.length === 0) return null;
    const added = { net: pick(others, random), inverted: false };
    return changed(meant, index, (gate) => ({ ...gate, inputs: [...gate.inputs, added] }));
  },
  "input open": (meant, random) => {
    const index = below(random, meant.gates.length);
    const pin = below(random, meant.gates[index]!.inputs.length);
    return changed(meant, index, (gate) => ({
      ...gate,
      inputs: gate.inputs.with(pin, { net: null, inverted: false }),
    }));
  },
  "another letter": (meant, random) => {
    const index = below(random, meant.inputs.length);
    const others = meant.inputs.filter((_, other) => other !== index).map(({ name }) => name);
    const { net } = meant.inputs[index]!;
    const inputs = meant.inputs.with(index, { ...meant.inputs[index]!, name: pick(others, random) });
    const touched = meant.gates.flatMap((gate, at) => (gate.inputs.some((pin) => pin.net === net) ? [at] : []));
    return { drawn: { ...meant, inputs }, gates: touched };
  },
  "output from elsewhere": (meant, random) => {
    const index = below(random, meant.outputs.length);
    const nets = meant.gates.flatMap(({ output }) => output ?? []).filter((net) => net !== meant.outputs[index]!.net);
    const outputs = meant.outputs.with(index, { ...meant.outputs[index]!, net: pick(nets, random) });
    return { drawn: { ...meant, outputs }, gates: [] };
  },
};

function changed(meant: Netlist, index: number, to: (gate: Gate) => Gate): Made {
  return { drawn: { ...meant, gates: meant.gates.with(index, to(meant.gates[index]!)) }, gates: [index] };
}

function moved(pin: GateInput, from: number | null, to: number | null): GateInput {
  return pin.net === from ? { ...pin, net: to } : pin;
}

/** Nets that do not come from gate `index`: its inputs may be any of them. */
function sourcesOf({ gates, inputs }: Netlist, index: number): number[] {
  const behind = new Set([index]);
  for (const at of behind) {
    gates.forEach((gate, other) => {
      if (gate.inputs.some(({ net }) => net === gates[at]!.output)) behind.add(other);
    });
  }
  const free = gates.flatMap(({ output }, other) => (behind.has(other) || output === null ? [] : [output]));
  return [...inputs.map(({ net }) => net), ...free];
}

function below(random: Random, count: number): number {
  return Math.floor(random.next() * count);
}
