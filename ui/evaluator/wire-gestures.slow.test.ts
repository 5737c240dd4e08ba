import fc from "fast-check";
import { expect, it } from "vitest";
import { sum } from "../../core/basics/numbers.ts";
import { wireCorrectionsOnPage } from "../../core/corrections/place-wire-corrections.ts";
import { readGates } from "../../core/gates/read-gates.ts";
import { isInside } from "../../core/geometry/boxes.ts";
import type { PagePoint } from "../../core/geometry/coordinates.ts";
import { applyHomography } from "../../core/geometry/homography.ts";
import { buildNetlist } from "../../core/netlist/build-netlist.ts";
import { machinePredictions } from "../../core/reading/prediction.ts";
import { GATE_CLASSES } from "../../core/rules/gates.ts";
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
import { aimedAt, erasedCorrection, pulledCorrection } from "./wire-places.ts";

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
      aside: [],
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
    .filter((group) => {
      const [pins, names] = [group.filter(isPin).length, group.filter(isName).length];
      return group.some(isOutput) ? pins + names > 0 : pins > 1 || (pins > 0 && names > 0);
    })
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
  { netlist }: Pick<ReturnType<ReturnType<typeof reader>>, "netlist">,
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
  return nets.filter((net) => !net.endsWith("- > ")).sort();
}

function pulled(circuit: ComposedCircuit, [from, to]: readonly [ComposedPlace, ComposedPlace]) {
  const read = reader(circuit);
  const before = read();
  const way = [from, to].map(({ at }) => aimedAt(before.scene, applyHomography(before.page.toPicture, at), 14));
  const correction = pulledCorrection(before.scene, way)!;
  return { correction, after: read([correction]) };
}

/**
 * What a gesture connects. A pin that has a wire already gets another one. An open pin that is pulled to another one gets
 * that one's wire; a wire that is pulled from pin to pin, or from output to output, leaves the first.
 */
function named(circuit: ComposedCircuit, [from, to]: readonly [ComposedPlace, ComposedPlace]): Set<Part>[] {
  const isTaken = ({ kind, part }: ComposedPlace) =>
    kind === "input" && circuit.links.some((link) => link.includes(part));
  const isBetweenPins = from.kind === to.kind && (from.kind === "input" || from.kind === "output");
  if (isBetweenPins && from.kind === "input" && !isTaken(from)) return groupsOf(circuit, [[from.part, to.part]]);
  const [a, b] = [from, to].map((place, index) =>
    isTaken(place) ? `${place.part.split(".")[0]}.in${2 + index}` : place.part,
  );
  if (!isBetweenPins) return groupsOf(circuit, [[a!, b!]]);
  const links = circuit.links.map((link) => link.map((part) => (part === from.part ? b! : part)));
  return groupsOf({ ...circuit, links: links as unknown as ComposedCircuit["links"] });
}

/** A straight line through a gate, a letter or a loose end says more than that its ends are connected. */
function runsThrough({ drawing }: ComposedCircuit, [from, to]: readonly [ComposedPlace, ComposedPlace]): boolean {
  const gates = drawing.gates!.map(({ at: [x, y] }) => ({ x, y, width: 60, height: 50 }));
  const texts = drawing.texts!.map(({ at: [x, y] }) => ({ x: x - 12, y: y - 12, width: 24, height: 24 }));
  const own = (box: (typeof texts)[number]) => texts.includes(box) && [from, to].some(({ at }) => isInside(box, at));
  const boxes = [...gates, ...texts].filter((box) => !own(box));
  return Array.from({ length: 101 }, (_, step) => ({
    x: from.at.x + ((to.at.x - from.at.x) * step) / 100,
    y: from.at.y + ((to.at.y - from.at.y) * step) / 100,
  })).some((at) => boxes.some((box) => isInside(box, at as PagePoint)));
}

/** Nets that are driven twice are illegal, and what is written next to the others may then be taken for something else. */
const isShort = (groups: readonly Set<Part>[]) =>
  groups.some((group) => [...group].filter((part) => isOutput(part) || (isName(part) && namesInput(part))).length > 1);

const unnamed = (nets: readonly string[]) => nets.map((net) => net.replace(/ \S+ >/, " >")).sort();

/** How many gestures were checked, by the kinds of their places. */
const seen = new Map<string, number>();

const SEEDS = Array.from({ length: 10 }, (_, index) => 45 + index);

it.each(SEEDS)("connects what each gesture names, and nothing else: circuits of seed %i", (seed) => {
  const picks = fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 20, maxLength: 20 });
  for (const [composed, pairs] of fc.sample(fc.tuple(composition, picks), { numRuns: 20, seed })) {
    const circuit = composeCircuit(composed);
    const { places } = circuit;
    const plain = groupsOf(circuit);
    if (String(found(reader(circuit)(), { circuit, groups: plain })) !== String(wanted(plain))) continue;
    for (const [a, b] of pairs) {
      const pair = [places[a % places.length]!, places[b % places.length]!] as const;
      if (plain.some((group) => pair.every(({ part }) => group.has(part)))) continue;
      if (pair[0].part === pair[1].part) continue;
      const groups = named(circuit, pair);
      const { correction, after } = pulled(circuit, pair);
      if (correction?.kind === "draw" && runsThrough(circuit, pair)) continue;
      const kind = `${pair[0].kind} to ${pair[1].kind}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      const [is, wants] = [found(after, { circuit, groups }), wanted(groups)].map((nets) =>
        isShort(groups) ? unnamed(nets) : nets,
      );
      expect(is, JSON.stringify({ composed, pair, correction })).toEqual(wants);
    }
  }
});

it("has checked gestures between all kinds of places", () => {
  expect(seen.size).toBe(16);
  expect(Math.min(...seen.values())).toBeGreaterThan(10);
  expect(sum([...seen.values()])).toBeGreaterThan(2500);
});

it("cuts and erases the wire that is pointed at, and nothing else", () => {
  for (const [composed, pick] of fc.sample(fc.tuple(composition, fc.nat()), { numRuns: 200, seed: 46 })) {
    const circuit = composeCircuit(composed);
    const plain = groupsOf(circuit);
    const read = reader(circuit);
    const { page, scene, ...before } = read();
    if (String(found(before, { circuit, groups: plain })) !== String(wanted(plain))) continue;
    const places = circuit.places.filter(({ kind, at }) => kind === "wire" && at.x === 110);
    const place = places[pick % places.length];
    if (place === undefined) continue;
    const isCut = (link: readonly Part[]) => link.includes(place.part);
    const groups = groupsOf({ ...circuit, links: circuit.links.filter((link) => !isCut(link)) });
    // What is left of the wire at a pin is an input without a name.
    const left = circuit.links.filter(isCut).map((link) => ` > ${link[1].split(".")[0]}`);
    const { x, y } = applyHomography(page.toPicture, place.at);
    for (const way of [[{ x, y }], [-16, 0, 16].map((by) => ({ x: x + by, y }))]) {
      const correction = erasedCorrection(scene, way);
      const is = unnamed(found(read([correction]), { circuit, groups }));
      const wants = [...unnamed(wanted(groups)), ...left].sort();
      expect(is, JSON.stringify({ composed, place, correction })).toEqual(wants);
    }
  }
});

it("inverts the pin that is pointed at, and nothing else", () => {
  for (const [composed, pick] of fc.sample(fc.tuple(composition, fc.nat()), { numRuns: 100, seed: 47 })) {
    const circuit = composeCircuit(composed);
    const read = reader(circuit);
    const { page, ...before } = read();
    const pins = circuit.places.filter(({ kind, part }) => kind === "input" && circuit.links.flat().includes(part));
    const pin = pins[pick % pins.length];
    if (pin === undefined) continue;
    const at = applyHomography(page.toPicture, pin.at);
    const inverted = ({ netlist }: typeof before) =>
      netlist.gates.map(({ inputs }) => inputs.map((input) => (input.inverted ? "o" : "-")).join(""));
    const after = read([{ kind: "invert", pin: at, inverted: true }]);
    expect(after.netlist.gates.map(({ inputs }) => inputs.map(({ net }) => net))).toEqual(
      before.netlist.gates.map(({ inputs }) => inputs.map(({ net }) => net)),
    );
    expect([inverted(before).join(""), inverted(after).join("")].map((all) => all.split("o").length)).toEqual([1, 2]);
  }
});
