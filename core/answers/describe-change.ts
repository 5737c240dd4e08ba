import { capital, withArticle } from "../basics/texts.ts";
import type { Gate, NetId, Netlist } from "../netlist/netlist.ts";
import { applyChange, type Change, isInverter, type OutputPlace, type PinPlace } from "./change.ts";

/**
 * The changes of an explanation as sentences for the person who drew the circuit. Gates are numbered within their class
 * in the order of the netlist, as in the evaluator.
 *
 * @param netlist the circuit that the first change refers to: `withInputs` of the drawn one.
 * @example
 * describeChanges([{ kind: "gate-class", gate: 0, to: "OR" }], netlist); // ["AND 1 should be an OR."]
 */
export function describeChanges(changes: readonly Change[], netlist: Netlist): string[] {
  let now = netlist;
  return changes.map((change) => {
    const text = describe(change, now);
    now = applyChange(now, change);
    return text;
  });
}

function describe(change: Change, netlist: Netlist): string {
  switch (change.kind) {
    case "gate-class":
      return `${gateName(change.gate, netlist)} should be ${withArticle(change.to)}.`;
    case "pin-inversion":
      return netlist.gates[change.gate]!.inputs[change.pin]!.inverted
        ? `There is an extra inversion: the bubble at ${pinName(change, netlist)}.`
        : `A NOT is missing at ${pinName(change, netlist)}.`;
    case "pin-source":
      return describeSource(change, netlist);
    case "pin-added":
      return `${gateName(change.gate, netlist)} lacks an input: ${netName(change.net, netlist)} should lead to it as well.`;
    case "pin-removed":
      return `${gateName(change.gate, netlist)} has an extra input: ${wireFrom(change, netlist)} should not lead to it.`;
    case "gate-removed": {
      const gate = netlist.gates[change.gate]!;
      if (isInverter(gate) && !gate.inputs[0]!.inverted) {
        return `There is an extra inversion: ${gateName(change.gate, netlist)} should be a plain wire.`;
      }
      return `${gateName(change.gate, netlist)} is not needed: ${wireFrom(change, netlist)} should replace it.`;
    }
    case "gate-added":
      return `${capital(withArticle(change.to))} with ${netName(change.net, netlist)} is missing at ${placeName(change.at, netlist)}.`;
    case "input-inversion": {
      const { name, inverted } = netlist.inputs[change.input]!;
      return inverted
        ? `There is an extra inversion: the bar over ${name}.`
        : `A NOT is missing in the wire from ${name}.`;
    }
    case "input-name":
      return `The input ${netlist.inputs[change.input]!.name} should be ${change.name}.`;
    case "inputs-swapped": {
      const [a, b] = change.inputs.map((input) => netlist.inputs[input]!.name);
      return `The inputs ${a} and ${b} should change places.`;
    }
    case "output-source": {
      const { name, net } = netlist.outputs[change.output]!;
      return `The output ${name} should come from ${netName(change.net, netlist)}, not from ${netName(net, netlist)}.`;
    }
    case "output-inversion":
      return `A NOT is missing before the output ${netlist.outputs[change.output]!.name}.`;
  }
}

function describeSource({ gate, pin, net }: Extract<Change, { kind: "pin-source" }>, netlist: Netlist): string {
  const old = netlist.gates[gate]!.inputs[pin]!.net;
  const source = netName(net, netlist);
  if (old === null) return `An input of ${gateName(gate, netlist)} is open: ${source} should lead to it.`;
  const inverter = driverOf(old, netlist);
  if (inverter !== null && isInverter(inverter) && inverter.inputs[0]!.net === net && !inverter.inputs[0]!.inverted) {
    return `There is an extra inversion: ${pinName({ gate, pin }, netlist)} should come from ${source} itself.`;
  }
  return `${capital(pinName({ gate, pin }, netlist))} should come from ${source} instead.`;
}

/** "the input of AND 1 from B" */
function pinName(place: PinPlace, netlist: Netlist): string {
  const { net } = netlist.gates[place.gate]!.inputs[place.pin]!;
  const gate = gateName(place.gate, netlist);
  return net === null ? `the open input of ${gate}` : `the input of ${gate} from ${netName(net, netlist)}`;
}

function wireFrom({ gate, pin }: PinPlace, netlist: Netlist): string {
  const { net } = netlist.gates[gate]!.inputs[pin]!;
  return net === null ? "nothing" : `the wire from ${netName(net, netlist)}`;
}

function placeName(at: PinPlace | OutputPlace, netlist: Netlist): string {
  return "output" in at ? `the output ${netlist.outputs[at.output]!.name}` : pinName(at, netlist);
}

/** What a wire carries: an input's letter or the gate that drives it. */
export function netName(net: NetId, netlist: Netlist): string {
  const input = netlist.inputs.find((terminal) => terminal.net === net);
  if (input) return input.inverted ? `~${input.name}` : input.name;
  const gate = netlist.gates.findIndex(({ output }) => output === net);
  return gate === -1 ? "a loose wire" : gateName(gate, netlist);
}

/** "AND 2": the second AND of the netlist. */
export function gateName(index: number, { gates }: Pick<Netlist, "gates">): string {
  const { gateClass } = gates[index]!;
  const before = gates.slice(0, index).filter((gate) => gate.gateClass === gateClass).length;
  return `${gateClass} ${before + 1}`;
}

function driverOf(net: NetId, { gates }: Netlist): Gate | null {
  return gates.find(({ output }) => output === net) ?? null;
}
