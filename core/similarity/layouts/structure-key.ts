import type { Gate, Netlist } from "../../netlist/netlist.ts";

/**
 * A text that is equal for netlists with the same gates and wiring, whatever their order, their nets' numbers and the
 * order of a gate's pins. Gates are coloured repeatedly by what feeds them and by what they feed (Weisfeiler and Leman
 * 1968), inputs and outputs by their names.
 *
 * @example
 * structureKey(halfAdder) === structureKey({ ...halfAdder, gates: halfAdder.gates.toReversed() }); // true
 */
export function structureKey(netlist: Netlist): string {
  const { gates } = netlist;
  const ends = netEnds(netlist);
  let colours = gates.map(({ gateClass }) => gateClass as string);
  const rounds = Math.min(gates.length, MOST_ROUNDS);
  for (let round = 0; round < rounds; round++) {
    const numbers = new Map<string, number>();
    const texts = gates.map((gate, index) => gateText(gate, { own: colours[index]!, colours, ends }));
    for (const text of texts.toSorted()) if (!numbers.has(text)) numbers.set(text, numbers.size);
    // The class stays readable in the colour, and the colour short.
    colours = texts.map((text, index) => `${gates[index]!.gateClass}${numbers.get(text)}`);
  }
  const wiring = gates.map((gate, index) => gateText(gate, { own: colours[index]!, colours, ends })).toSorted();
  return wiring.join(";");
}

/** No drawing has chains of more gates than this that differ only in their middle. */
const MOST_ROUNDS = 12;

interface NetEnds {
  /** Names of the inputs on a net, and gates that drive it. */
  readonly from: readonly { readonly name?: string; readonly gate?: number }[];
  /** Names of the outputs on a net, and gates that read it. */
  readonly to: readonly { readonly name?: string; readonly gate?: number }[];
}

function netEnds({ nets, gates, inputs, outputs }: Netlist): NetEnds[] {
  const ends = Array.from({ length: nets }, () => ({
    from: [] as { name?: string; gate?: number }[],
    to: [] as { name?: string; gate?: number }[],
  }));
  for (const { net, name, inverted } of inputs) ends[net]?.from.push({ name: inverted ? `~${name}` : name });
  for (const { net, name } of outputs) ends[net]?.to.push({ name });
  gates.forEach((gate, index) => {
    if (gate.output !== null) ends[gate.output]?.from.push({ gate: index });
    for (const { net } of gate.inputs) if (net !== null) ends[net]?.to.push({ gate: index });
  });
  return ends;
}

interface Colouring {
  readonly own: string;
  readonly colours: readonly string[];
  readonly ends: readonly NetEnds[];
}

function gateText({ inputs, output }: Gate, { own, colours, ends }: Colouring): string {
  const words = (all: NetEnds["from"]) =>
    all
      .map(({ name, gate }) => (gate === undefined ? `"${name}"` : colours[gate]!))
      .sort()
      .join("+");
  const pins = inputs.map(({ net, inverted }) => {
    return `${inverted ? "~" : ""}${net === null ? "open" : words(ends[net]?.from ?? [])}`;
  });
  return `${own}(${pins.sort().join(",")})>${output === null ? "" : words(ends[output]?.to ?? [])}`;
}
