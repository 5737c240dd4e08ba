import { groupBy } from "../basics/group-by.ts";
import { compareTexts } from "../basics/texts.ts";
import type { GateInput, Netlist } from "../netlist/netlist.ts";

/** A netlist in an order that does not depend on how it was drawn. */
export interface CanonicalNetlist {
  /** Equal for two netlists if and only if they are isomorphic (within the limit of `LEAVES`). */
  readonly key: string;
  /** The netlist in canonical order. */
  readonly netlist: Netlist;
  /** For each of its gates, nets, inputs and outputs, the index in the given netlist. */
  readonly gates: readonly number[];
  readonly nets: readonly number[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  /** For each of its gates and pins, the pin's index in the given netlist. */
  readonly pins: readonly (readonly number[])[];
}

export interface CanonicalLabels {
  /** The label of an input; by default its name. */
  readonly input?: (name: string) => string;
  /** The label of an output; by default its position among the outputs. */
  readonly output?: (index: number) => string;
}

/** Orders that are tried if parts of a circuit are indistinguishable; nearly always all give the same result. */
const LEAVES = 64;

/**
 * The canonical form of a netlist, by refining colours of gates and nets and by singling out nodes that refinement
 * cannot distinguish (McKay and Piperno, Practical graph isomorphism II, 2014). The order of a gate's inputs does not
 * matter, and neither do numbers of nets and gates; the same letter at two wire ends is two ends.
 *
 * @example
 * canonicalNetlist(a).key === canonicalNetlist(b).key; // the same circuit, however it was drawn
 */
export function canonicalNetlist(netlist: Netlist, labels: CanonicalLabels = {}): CanonicalNetlist {
  const graph = graphOf(netlist, labels);
  let best: CanonicalNetlist | null = null;
  let leaves = 0;
  const search = (colours: readonly number[]): void => {
    const refined = refine(graph, colours);
    const twins = firstTwins(refined);
    if (twins.length === 0) {
      leaves++;
      const candidate = inOrder(netlist, { colours: refined, labels });
      if (best === null || candidate.key < best.key) best = candidate;
      return;
    }
    for (const [tried, node] of twins.entries()) {
      if (tried > 0 && leaves >= LEAVES) return;
      // The one that is singled out comes before its twins.
      search(refined.map((colour, other) => 2 * colour + (twins.includes(other) && other !== node ? 1 : 0)));
    }
  };
  search(ranked(graph.map(({ label }) => label)));
  return best!;
}

/**
 * The netlist with one net for each signal that an input letter names (A at two wire ends is one input), and without
 * unused nets.
 */
export function mergeInputs(netlist: Netlist): Netlist {
  const signalNets = new Map<string, number>();
  const merged = new Map<number, number>();
  for (const { name, net, inverted } of netlist.inputs) {
    const signal = `${inverted ? "~" : ""}${name}`;
    const first = signalNets.get(signal);
    if (first === undefined) signalNets.set(signal, merged.get(net) ?? net);
    else merged.set(net, first);
  }
  const numbers = new Map<number, number>();
  const numberOf = (net: number): number => {
    const target = merged.get(net) ?? net;
    if (!numbers.has(target)) numbers.set(target, numbers.size);
    return numbers.get(target)!;
  };
  const gates = netlist.gates.map((gate) => ({
    ...gate,
    inputs: gate.inputs.map((pin) => ({ ...pin, net: pin.net === null ? null : numberOf(pin.net) })),
    output: gate.output === null ? null : numberOf(gate.output),
  }));
  const inputs = netlist.inputs.map((terminal) => ({ ...terminal, net: numberOf(terminal.net) }));
  const outputs = netlist.outputs.map((terminal) => ({ ...terminal, net: numberOf(terminal.net) }));
  const isFirst = ({ name, net, inverted }: Netlist["inputs"][number], index: number) =>
    inputs.findIndex((other) => other.name === name && other.net === net && !other.inverted === !inverted) === index;
  return { nets: numbers.size, gates, inputs: inputs.filter(isFirst), outputs };
}

/** Gates first, then nets. */
interface Node {
  readonly label: string;
  readonly edges: readonly { readonly to: number; readonly label: string }[];
}

function graphOf(netlist: Netlist, labels: CanonicalLabels): Node[] {
  const { gates, nets } = netlist;
  const netNode = (net: number) => gates.length + net;
  const edges = Array.from({ length: gates.length + nets }, (): { to: number; label: string }[] => []);
  const join = (gate: number, net: number, label: string) => {
    edges[gate]!.push({ to: netNode(net), label });
    edges[netNode(net)]!.push({ to: gate, label });
  };
  gates.forEach((gate, index) => {
    for (const { net, inverted } of gate.inputs) if (net !== null) join(index, net, inverted ? "bubble" : "pin");
    if (gate.output !== null) join(index, gate.output, "output");
  });
  const terminals = terminalLabels(netlist, labels);
  return edges.map((own, node) => {
    if (node >= gates.length) return { label: `net ${terminals[node - gates.length]}`, edges: own };
    const { gateClass, inputs } = gates[node]!;
    const open = inputs.filter(({ net }) => net === null).length;
    return { label: `${gateClass} ${inputs.length} ${open}`, edges: own };
  });
}

function terminalLabels({ nets, inputs, outputs }: Netlist, labels: CanonicalLabels): string[] {
  const named = Array.from({ length: nets }, (): string[] => []);
  for (const { name, net, inverted } of inputs) {
    named[net]!.push(`in ${inverted ? "~" : ""}${labels.input?.(name) ?? name}`);
  }
  outputs.forEach(({ net }, index) => {
    named[net]!.push(`out ${labels.output?.(index) ?? index}`);
  });
  return named.map((own) => JSON.stringify(own.sort()));
}

/** Numbers 0, 1 … in the order of the texts; equal texts have equal numbers. */
function ranked(texts: readonly string[]): number[] {
  const order = new Map([...new Set(texts)].sort().map((text, index) => [text, index]));
  return texts.map((text) => order.get(text)!);
}

function refine(graph: readonly Node[], colours: readonly number[]): number[] {
  let now = [...colours];
  for (let classes = 0; ; ) {
    const before = now;
    const next = ranked(
      graph.map(({ edges }, node) => {
        const around = edges.map(({ to, label }) => `${label} ${padded(before[to]!)}`).sort();
        return `${padded(before[node]!)} ${around.join()}`;
      }),
    );
    const count = new Set(next).size;
    now = next;
    if (count === classes) return now;
    classes = count;
  }
}

/** So that texts sort like numbers. */
function padded(colour: number): string {
  return String(colour).padStart(6, "0");
}

/** The nodes of the first colour that several nodes share, or none. */
function firstTwins(colours: readonly number[]): number[] {
  const members = groupBy(colours.keys(), (node) => colours[node]!);
  const shared = [...members].filter(([, nodes]) => nodes.length > 1).sort(([a], [b]) => a - b);
  return shared[0]?.[1] ?? [];
}

interface Order {
  readonly colours: readonly number[];
  readonly labels: CanonicalLabels;
}

function inOrder(netlist: Netlist, { colours, labels }: Order): CanonicalNetlist {
  const byColour = (offset: number, count: number) => {
    return Array.from({ length: count }, (_, index) => index).sort(
      (a, b) => colours[offset + a]! - colours[offset + b]!,
    );
  };
  const gates = byColour(0, netlist.gates.length);
  const nets = byColour(netlist.gates.length, netlist.nets);
  const newNet = new Map(nets.map((net, index) => [net, index]));
  const rank = ({ net, inverted }: GateInput) =>
    2 * (net === null ? netlist.nets : newNet.get(net)!) + Number(inverted);
  const pins = gates.map((gate) => {
    const { inputs } = netlist.gates[gate]!;
    return inputs.map((_, pin) => pin).sort((a, b) => rank(inputs[a]!) - rank(inputs[b]!));
  });
  const terminals = (all: readonly { readonly net: number }[], labelOf: (index: number) => string) => {
    const keys = all.map(({ net }, index) => `${padded(newNet.get(net)!)} ${labelOf(index)}`);
    return keys.map((_, index) => index).sort((a, b) => compareTexts(keys[a]!, keys[b]!) || a - b);
  };
  const inputLabel = (index: number) => {
    const { name, inverted } = netlist.inputs[index]!;
    return `${labels.input?.(name) ?? name}${inverted ? "'" : ""}`;
  };
  const outputLabel = (index: number) => labels.output?.(index) ?? String(index);
  const inputs = terminals(netlist.inputs, inputLabel);
  const outputs = terminals(netlist.outputs, outputLabel);
  const moved = <T extends { readonly net: number }>(terminal: T): T => ({
    ...terminal,
    net: newNet.get(terminal.net)!,
  });
  const ordered: Netlist = {
    nets: netlist.nets,
    gates: gates.map((gate, index) => {
      const own = netlist.gates[gate]!;
      return {
        ...own,
        inputs: pins[index]!.map((pin) => {
          const { net, inverted } = own.inputs[pin]!;
          return { net: net === null ? null : newNet.get(net)!, inverted };
        }),
        output: own.output === null ? null : newNet.get(own.output)!,
      };
    }),
    inputs: inputs.map((index) => moved(netlist.inputs[index]!)),
    outputs: outputs.map((index) => moved(netlist.outputs[index]!)),
  };
  const key = [
    ...ordered.gates.map(({ gateClass, inputs: own, output }) => {
      const read = own.map(({ net, inverted }) => `${inverted ? "~" : ""}${net ?? "open"}`);
      return `${output ?? "-"}=${gateClass}(${read.join()})`;
    }),
    ...inputs.map((index, at) => `${ordered.inputs[at]!.net}<${inputLabel(index)}`),
    ...outputs.map((index, at) => `${ordered.outputs[at]!.net}>${outputLabel(index)}`),
  ].join(" ");
  return { key, netlist: ordered, gates, nets, inputs, outputs, pins };
}
