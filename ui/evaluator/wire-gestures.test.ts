import fc from "fast-check";
import { expect, it } from "vitest";
import { wireCorrectionsOnPage } from "../../core/corrections/place-wire-corrections.ts";
import { readGates } from "../../core/gates/read-gates.ts";
import { applyHomography } from "../../core/geometry/homography.ts";
import { buildNetlist } from "../../core/netlist/build-netlist.ts";
import { machinePredictions } from "../../core/reading/prediction.ts";
import { GATE_CLASSES } from "../../core/rules/gate-class.ts";
import {
  type ComposedCircuit,
  type ComposedPlace,
  type Composition,
  composeCircuit,
  type Part,
} from "../../core/testdata/composed-circuit.ts";
import { drawMarkedCircuit } from "../../core/testdata/drawn-circuit.ts";
import type { WireCorrection } from "../../core/wires/correct/wire-correction.ts";
import { readWires } from "../../core/wires/read-wires.ts";
import type { Scene } from "./scene.ts";
import { aimedAt, pulledCorrection } from "./wire-places.ts";

const gateClass = fc.constantFrom(...GATE_CLASSES.filter((name) => name !== "NOT"));
const composition: fc.Arbitrary<Composition> = fc.record({
  first: fc.array(
    fc.record({
      gateClass,
      pins: fc.tuple(...[0, 1].map(() => fc.constantFrom("wire", "wire", "wire", "loose", "open"))) as fc.Arbitrary<
        Composition["first"][number]["pins"]
      >,
    }),
    { minLength: 1, maxLength: 3 },
  ),
  second: fc.array(fc.record({ gateClass, pins: fc.tuple(...[0, 1].map(() => fc.option(fc.nat(2), { freq: 4 }))) }), {
    maxLength: 2,
  }),
});

/** Reads a circuit with a person's corrections. */
function reader({ drawing }: ComposedCircuit) {
  const { page, marks } = drawMarkedCircuit(drawing);
  const gates = readGates(page, marks);
  return (corrections: readonly WireCorrection[] = []) => {
    const wires = readWires(page, marks, { gates, corrections: wireCorrectionsOnPage(page, corrections) });
    const built = buildNetlist(page, marks, { wires });
    const predictions = machinePredictions(page, marks, { wires, built });
    const scene: Scene = {
      size: { width: 2 * page.width, height: 2 * page.height },
      predictions: predictions.map(({ className, box, label = "" }, index) => {
        return { ...box, id: `${index}`, class_name: className, name: label, label, confidence: 1 };
      }),
      wires: built.wires,
      terminals: [...built.netlist.inputs, ...built.netlist.outputs],
      problems: [],
    };
    return { page, scene, netlist: built.netlist, lost: wires.lost };
  };
}

/** What conducts together: groups of parts. */
function groupsOf(circuit: ComposedCircuit, more: readonly (readonly [Part, Part])[] = []): Set<Part>[] {
  let groups: Set<Part>[] = circuit.drawing.gates!.flatMap((_, gate) =>
    ["in0", "in1", "out"].map((pin) => new Set([`${gate}.${pin}`])),
  );
  for (const link of [...circuit.links, ...more]) {
    const met = groups.filter((group) => link.some((part) => group.has(part)));
    groups = [
      ...groups.filter((group) => !met.includes(group)),
      new Set([...met.flatMap((each) => [...each]), ...link]),
    ];
  }
  return groups;
}

const isPin = (part: Part) => /\.in/.test(part);
const isOutput = (part: Part) => /\.out/.test(part);
const isName = (part: Part) => /^[A-Z]$/.test(part);
const namesInput = (name: string) => name < "G";

/** Each net as the gates that drive it, its names, and the gates that read it. */
function wanted(groups: readonly Set<Part>[]): string[] {
  return groups
    .map((group) => [...group])
    .filter(
      (group) => group.some(isOutput) || group.filter(isPin).length > 1 || (group.some(isPin) && group.some(isName)),
    )
    .map((group) => {
      const isDriven = group.some(isOutput);
      const names = group.filter((part) => isName(part) && namesInput(part) !== isDriven);
      return netText({
        drivers: group.filter(isOutput).map((part) => part.split(".")[0]!),
        readers: group.filter(isPin).map((part) => part.split(".")[0]!),
        names: [...new Set(names)],
      });
    })
    .sort();
}

function netText(net: { drivers: string[]; readers: string[]; names: string[] }): string {
  return `${net.drivers.sort()} ${net.names.sort().join("+") || "-"} > ${net.readers.sort()}`;
}

/** The same of a netlist; a name is given as all that are written at its wire. */
function found(
  { netlist }: ReturnType<ReturnType<typeof reader>>,
  { circuit, groups }: { circuit: ComposedCircuit; groups: readonly Set<Part>[] },
): string[] {
  const indexOf = (box: { x: number; y: number } | undefined) =>
    circuit.drawing.gates!.findIndex(({ at: [x, y] }) => Math.hypot(2 * x - box!.x, 2 * y - box!.y) < 4);
  const order = netlist.gates.map(({ box }) => `${indexOf(box)}`);
  const nets = Array.from({ length: netlist.nets }, (_, net) => {
    const drivers = netlist.gates.flatMap(({ output }, gate) => (output === net ? [order[gate]!] : []));
    const readers = netlist.gates.flatMap(({ inputs }, gate) =>
      inputs.flatMap((pin) => (pin.net === net ? [order[gate]!] : [])),
    );
    const terminals = drivers.length > 0 ? netlist.outputs : netlist.inputs;
    const names = terminals.flatMap(({ net: own, name, unnamed }) => {
      if (own !== net || unnamed || (drivers.length > 0 && namesInput(name))) return [];
      const group = groups.find((each) => each.has(name)) ?? [name];
      return [...group].filter((part) => isName(part) && namesInput(part) === namesInput(name));
    });
    return netText({ drivers, readers, names: [...new Set(names)] });
  });
  return nets.sort();
}

function pulled(circuit: ComposedCircuit, [from, to]: readonly [ComposedPlace, ComposedPlace]) {
  const read = reader(circuit);
  const before = read();
  const way = [from, to].map(({ at }) => aimedAt(before.scene, applyHomography(before.page.toPicture, at), 14));
  const correction = pulledCorrection(before.scene, way)!;
  return { correction, after: read([correction]) };
}

/**
 * What a gesture connects: a pin that has a wire already gets another one; from pin to pin, or output to output, a wire's
 * end is pulled.
 */
function named(circuit: ComposedCircuit, [from, to]: readonly [ComposedPlace, ComposedPlace]): Set<Part>[] {
  const isTaken = ({ kind, part }: ComposedPlace) =>
    kind === "input" && circuit.links.some((link) => link.includes(part));
  const [a, b] = [from, to].map((place, index) =>
    isTaken(place) ? `${place.part.split(".")[0]}.in${2 + index}` : place.part,
  );
  const isPulled = from.kind === to.kind && (isTaken(from) || from.kind === "output");
  if (!isPulled) return groupsOf(circuit, [[a!, b!]]);
  const links = circuit.links.map((link) => link.map((part) => (part === from.part ? b! : part)));
  return groupsOf({ ...circuit, links: links as unknown as ComposedCircuit["links"] });
}

/**
 * Between two gates, and at a gate's output, one gesture has several meanings, and a line that is drawn through others
 * may touch them: those are left out.
 */
function isClear([from, to]: readonly [ComposedPlace, ComposedPlace]): boolean {
  const kinds = [from.kind, to.kind];
  return !kinds.includes("output") && kinds.some((kind) => kind !== "input");
}

it("connects what most gestures from or to a wire or letter name, and nothing else", () => {
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 8, maxLength: 8 });
  let gestures = 0;
  let wrong = 0;
  for (const [composed, pairs] of fc.sample(fc.tuple(composition, picks), { numRuns: 24, seed: 45 })) {
    const circuit = composeCircuit(composed);
    const { places } = circuit;
    for (const [a, b] of pairs) {
      const pair = [places[a % places.length]!, places[b % places.length]!] as const;
      const isConnected = groupsOf(circuit).some((each) => pair.every(({ part }) => each.has(part)));
      if (isConnected || pair[0].part === pair[1].part || !isClear(pair)) continue;
      const groups = named(circuit, pair);
      const { correction, after } = pulled(circuit, pair);
      if (correction?.kind === "draw") continue;
      gestures += 1;
      if (String(found(after, { circuit, groups })) !== String(wanted(groups))) wrong += 1;
    }
  }
  expect(gestures).toBeGreaterThan(60);
  // The rest are faults, such as a letter that is lost next to a loose end: this may only fall.
  expect(wrong).toBeLessThanOrEqual(2);
});
