import { sum } from "../basics/numbers.ts";
import type { Gate, NetId, Netlist } from "../netlist/netlist.ts";
import { GATE_CLASSES, GATES, takesInputs } from "../rules/gates.ts";
import { type Change, isInverter } from "./change.ts";

/** The cost of a change: if several make a circuit right, the cheapest is named. */
const COSTS: Readonly<Record<Change["kind"], number>> = {
  "gate-class": 1,
  "pin-inversion": 1,
  "input-inversion": 1,
  "output-inversion": 1,
  "pin-source": 2,
  "output-source": 2,
  "input-name": 2,
  "pin-added": 2,
  "pin-removed": 2,
  "inputs-swapped": 3,
  "gate-removed": 3,
  "gate-added": 4,
};

/** Classes of a missing gate, the inverted ones last: they would be two changes. */
const ADDED = GATE_CLASSES.filter((name) => GATES[name].operator !== null).sort(
  (a, b) => Number(GATES[a].inverted) - Number(GATES[b].inverted),
);

export function costOf(change: Change, { gates }: Netlist): number {
  const cost = COSTS[change.kind];
  // An extra inverter costs no more than an extra bubble.
  if (change.kind === "gate-removed" && isInverter(gates[change.gate]!)) return COSTS["pin-inversion"];
  // Few people draw a gate with the same wire on two pins.
  const isDoubled = change.kind === "pin-source" && gates[change.gate]!.inputs.some(({ net }) => net === change.net);
  return isDoubled ? cost + 1 : cost;
}

interface Listing {
  /** Gates for which it does not hold stay as they are. */
  readonly isOpen?: (gate: number) => boolean;
  /** The highest cost. */
  readonly most?: number;
}

/**
 * Every single change of a gate or wire that creates no loop, the cheapest first, those of equal cost in the order of
 * the netlist. Inputs may take any of the letters in `names`.
 */
export function listChanges(
  netlist: Netlist,
  names: readonly string[],
  { isOpen = () => true, most = Number.POSITIVE_INFINITY }: Listing = {},
): Change[] {
  // Most of all changes add a gate.
  const sources = { ...usableSources(netlist), addsGates: COSTS["gate-added"] <= most };
  const changes = [
    ...netlist.gates.flatMap((gate, index) => (isOpen(index) ? changesOfGate(netlist, { gate, index, sources }) : [])),
    ...changesOfInputs(netlist, names),
    ...changesOfOutputs(netlist, sources),
  ];
  return changes
    .map((change, order) => ({ change, order, cost: costOf(change, netlist) }))
    .filter(({ cost }) => cost <= most)
    .sort((a, b) => a.cost - b.cost || a.order - b.order)
    .map(({ change }) => change);
}

interface Sources {
  /** Nets with something on them. */
  readonly all: readonly NetId[];
  /** For each gate, the nets that do not come from the gate itself. */
  readonly of: (gate: number) => readonly NetId[];
  /** Whether a new gate may read them. */
  readonly addsGates: boolean;
}

function usableSources({ nets, gates, inputs }: Netlist): Pick<Sources, "all" | "of"> {
  const driven = new Set([...inputs.map(({ net }) => net), ...gates.flatMap(({ output }) => output ?? [])]);
  const all = [...driven].filter((net) => net < nets).sort((a, b) => a - b);
  const readers = new Map<NetId, number[]>();
  gates.forEach((gate, index) => {
    for (const { net } of gate.inputs) if (net !== null) readers.set(net, [...(readers.get(net) ?? []), index]);
  });
  const fed = gates.map((_, start) => {
    const found = new Set<NetId>();
    const open = [start];
    for (let gate = open.pop(); gate !== undefined; gate = open.pop()) {
      const { output } = gates[gate]!;
      if (output === null || found.has(output)) continue;
      found.add(output);
      open.push(...(readers.get(output) ?? []));
    }
    return found;
  });
  return { all, of: (gate) => all.filter((net) => !fed[gate]!.has(net)) };
}

interface GatePlace {
  readonly gate: Gate;
  readonly index: number;
  readonly sources: Sources;
}

function changesOfGate(netlist: Netlist, { gate, index, sources }: GatePlace): Change[] {
  const { gateClass, inputs, output } = gate;
  if (output === null) return [];
  const isUsed = readersOf(netlist, output) > 0;
  if (!isUsed) return [];
  const usable = sources.of(index);
  const classes = GATE_CLASSES.filter((to) => to !== gateClass && takesInputs(to, inputs.length));
  const fits = (count: number) => takesInputs(gateClass, count);
  const free = usable.filter((net) => !inputs.some((pin) => pin.net === net));
  return [
    ...classes.map((to): Change => ({ kind: "gate-class", gate: index, to })),
    ...inputs.flatMap((pin, at): Change[] => {
      const place = { gate: index, pin: at };
      const inverts = pin.net !== null && gateClass !== "NOT";
      const others = usable.filter((net) => net !== pin.net);
      return [
        ...(inverts ? [{ kind: "pin-inversion" as const, ...place }] : []),
        ...others.map((net): Change => ({ kind: "pin-source", ...place, net })),
        ...(fits(inputs.length - 1) ? [{ kind: "pin-removed" as const, ...place }] : []),
        ...(pin.net === null ? [] : [{ kind: "gate-removed" as const, ...place }]),
        ...(pin.net === null || !sources.addsGates ? [] : addedGates(place, { nets: others })),
      ];
    }),
    ...(fits(inputs.length + 1) ? free : []).map((net): Change => ({ kind: "pin-added", gate: index, net })),
  ];
}

function addedGates(at: Extract<Change, { kind: "gate-added" }>["at"], { nets }: { nets: readonly NetId[] }): Change[] {
  return nets.flatMap((net) => ADDED.map((to): Change => ({ kind: "gate-added", to, at, net })));
}

function changesOfInputs({ inputs, gates, outputs }: Netlist, names: readonly string[]): Change[] {
  const used = inputs.flatMap(({ net }, index) => (readersOf({ gates, outputs }, net) > 0 ? [index] : []));
  const pairs = used.flatMap((a) =>
    used.filter((b) => b > a && inputs[a]!.name !== inputs[b]!.name).map((b) => [a, b]),
  );
  return [
    ...used.map((input): Change => ({ kind: "input-inversion", input })),
    ...used.flatMap((input) => {
      const others = names.filter((name) => name !== inputs[input]!.name);
      return others.map((name): Change => ({ kind: "input-name", input, name }));
    }),
    ...pairs.map(([a, b]): Change => ({ kind: "inputs-swapped", inputs: [a!, b!] })),
  ];
}

function changesOfOutputs(netlist: Netlist, { all, addsGates }: Sources): Change[] {
  return netlist.outputs.flatMap(({ net }, output): Change[] => {
    const others = all.filter((source) => source !== net);
    return [
      { kind: "output-inversion", output },
      ...others.map((source): Change => ({ kind: "output-source", output, net: source })),
      ...(addsGates ? addedGates({ output }, { nets: others }) : []),
    ];
  });
}

function readersOf({ gates, outputs }: Pick<Netlist, "gates" | "outputs">, net: NetId): number {
  const pins = sum(gates.map(({ inputs }) => inputs.filter((pin) => pin.net === net).length));
  return pins + outputs.filter((output) => output.net === net).length;
}
