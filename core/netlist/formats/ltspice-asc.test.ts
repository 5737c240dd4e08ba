import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GATE_CLASSES } from "../../rules/gates.ts";
import { allAssignments, arbitraryNetlist, inputNames, simulateNetlist } from "../../testdata/arbitrary-netlist.ts";
import { type AscSchematic, readAsc, simulateAsc } from "../../testdata/read-asc.ts";
import type { Gate, Netlist } from "../netlist.ts";
import { writeLtspiceAsc } from "./ltspice-asc.ts";

function gate(gateClass: Gate["gateClass"], nets: readonly (number | null)[], output: number | null): Gate {
  return { gateClass, inputs: nets.map((net) => ({ net, inverted: false })), output };
}

const and: Netlist = {
  nets: 3,
  inputs: [
    { name: "A", net: 0 },
    { name: "B", net: 1 },
  ],
  gates: [gate("AND", [0, 1], 2)],
  outputs: [{ name: "OUT 1", net: 2 }],
};

/** The names of the circuit's ports on the sheet, in the order of the file, in lower case as LTspice compares them. */
function portNames({ flags }: AscSchematic, direction: "In" | "Out"): string[] {
  return flags.filter((flag) => flag.direction === direction).map(({ name }) => name.toLowerCase());
}

function expectSameFunction(netlist: Netlist, sheet: AscSchematic): void {
  const names = inputNames(netlist);
  const [inputs, outputs] = [portNames(sheet, "In"), portNames(sheet, "Out")];
  expect(inputs).toHaveLength(names.length);
  expect(outputs).toHaveLength(netlist.outputs.length);
  const assignments = allAssignments(names);
  const simulated = assignments.map((assignment) => {
    const given = new Map(names.map((name, index) => [inputs[index]!, assignment.get(name)!]));
    const values = simulateAsc(sheet, given);
    return outputs.map((name) => values.get(name));
  });
  expect(simulated).toEqual(assignments.map((assignment) => simulateNetlist(netlist, assignment)));
}

function expectTidy(sheet: AscSchematic): void {
  const { wires, flags, devices } = sheet;
  const numbers = [...wires.flat(2), ...flags.flatMap(({ at }) => at), ...devices.flatMap(({ x, y }) => [x, y])];
  expect(numbers.every((number) => Number.isInteger(number / 16))).toBe(true);
  expect(wires.every(([[x1, y1], [x2, y2]]) => (x1 === x2) !== (y1 === y2))).toBe(true);
  const boxes = devices.map(({ x, y }) => ({ left: x - 48, right: x + 64, top: y + 16, bottom: y + 160 }));
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      if (!apart) expect.fail("symbols overlap");
    }
  });
}

/** Pins as sets of one net, whatever the nets are called. */
function connections({ devices, flags }: AscSchematic): string[] {
  const nets = new Map<string, string[]>();
  devices.forEach(({ pins }, device) => {
    for (const [order, net] of pins) {
      if (net !== undefined) nets.set(net, [...(nets.get(net) ?? []), `${device}.${order}`]);
    }
  });
  for (const { name } of flags) nets.set(name.toLowerCase(), [...(nets.get(name.toLowerCase()) ?? []), name]);
  return [...nets.values()].map((members) => [...new Set(members)].sort().join(" ")).sort();
}

function expectFaithful(netlist: Netlist): AscSchematic {
  const text = writeLtspiceAsc(netlist);
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  const sheet = readAsc(text, "touching");
  expect(sheet.conflicts).toEqual([]);
  expect(connections(readAsc(text, "ends"))).toEqual(connections(sheet));
  expectTidy(sheet);
  expectSameFunction(netlist, sheet);
  return sheet;
}

describe("writeLtspiceAsc", () => {
  it("writes the file as LTspice does", () => {
    expect(
      writeLtspiceAsc(and)
        .split("\n")
        .filter((line) => !line.startsWith("WIRE")),
    ).toEqual([
      "Version 4",
      "SHEET 1 880 680",
      expect.stringMatching(/^FLAG \d+ \d+ A$/),
      expect.stringMatching(/^IOPIN \d+ \d+ In$/),
      expect.stringMatching(/^FLAG \d+ \d+ B$/),
      expect.stringMatching(/^IOPIN \d+ \d+ In$/),
      expect.stringMatching(/^FLAG \d+ \d+ 0$/),
      expect.stringMatching(/^FLAG \d+ \d+ OUT_1$/),
      expect.stringMatching(/^IOPIN \d+ \d+ Out$/),
      expect.stringMatching(/^SYMBOL Digital\\\\and \d+ \d+ R0$/),
      "SYMATTR InstName A1",
      "",
    ]);
  });

  it("makes every gate class of one LTspice gate, its common pin and unused inputs grounded", () => {
    for (const gateClass of GATE_CLASSES) {
      const nets = gateClass === "NOT" ? [0] : [0, 1];
      const { devices } = expectFaithful({ ...and, gates: [gate(gateClass, nets, 2)] });
      expect(devices).toHaveLength(1);
      const pins = devices[0]!.pins;
      expect([...pins.keys()].filter((order) => pins.get(order) === "0")).toEqual(
        gateClass === "NOT" ? [8] : [3, 4, 5, 8],
      );
    }
  });

  it("splits what has too many inputs: over five, and an XOR of more than two", () => {
    for (const gateClass of GATE_CLASSES.filter((name) => name !== "NOT")) {
      for (const count of [3, 5, 6, 7]) {
        const inputs = Array.from({ length: count }, (_, net) => ({ name: "ABCDEFG"[net]!, net }));
        const nets = inputs.map(({ net }) => net);
        const netlist = { nets: 8, inputs, gates: [gate(gateClass, nets, 7)], outputs: [{ name: "Y", net: 7 }] };
        const { devices } = expectFaithful(netlist);
        expect(devices).toHaveLength(gateClass.startsWith("X") ? count - 1 : count > 5 ? 2 : 1);
      }
    }
  });

  it("is read back to the same function, by touch and by ends alone, for random circuits", { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(arbitraryNetlist({ maxGates: 14, maxPins: 7 }), (netlist) => {
        expectFaithful(netlist);
      }),
      { numRuns: 200 },
    );
  });

  it("stays sound where wires are too long to be drawn and become labels", () => {
    const gates = Array.from({ length: 30 }, (_, index) => {
      return gate(index % 2 === 0 ? "NAND" : "XOR", [index % 3, index + 2, index % 2], index + 3);
    });
    const inputs = ["A", "B", "C"].map((name, net) => ({ name, net }));
    const sheet = expectFaithful({ nets: 33, inputs, gates, outputs: [{ name: "Y", net: 32 }] });
    expect(sheet.flags.filter(({ name }) => name === "A").length).toBeGreaterThan(1);
  });

  it("is read back for circuits of 30 to 60 gates", { timeout: 600_000 }, () => {
    const big = arbitraryNetlist({ minGates: 30, maxGates: 60, maxPins: 3 });
    fc.assert(
      fc.property(big, (netlist) => {
        expectFaithful(netlist);
      }),
      { numRuns: 10 },
    );
  });

  it("gives each signal one name: another output on it comes from a buffer", () => {
    const outputs = [0, 2, 2].map((net, index) => ({ name: `Y${index}`, net }));
    const { devices } = expectFaithful({ ...and, outputs });
    expect(devices.filter(({ symbol }) => symbol.endsWith("buf1"))).toHaveLength(2);
  });

  it("names nets as LTspice can", () => {
    const names = ["0", "gnd", "N001", "a b", "A_B", "1st", "ü"];
    const inputs = names.map((name, net) => ({ name, net }));
    const nets = inputs.map(({ net }) => net);
    const sheet = expectFaithful({ nets: 8, inputs, gates: [gate("OR", nets, 7)], outputs: [{ name: "gnd", net: 7 }] });
    expect(sheet.flags.filter(({ direction }) => direction !== null).map(({ name }) => name)).toEqual([
      "X_0",
      "gnd_2",
      "N001_2",
      "a_b",
      "A_B_2",
      "X_1st",
      "X__",
      "gnd_3",
    ]);
  });

  it("writes circuits with problems too: open pins, loops, shorts, nothing at all", () => {
    const latch = [gate("NOR", [0, 3], 2), gate("NOR", [1, 2], 3)];
    const broken: Netlist[] = [
      { nets: 0, inputs: [], gates: [], outputs: [] },
      { ...and, gates: [gate("AND", [0, null], 2), gate("NOT", [], null)] },
      { ...and, nets: 4, gates: latch },
      { ...and, gates: [gate("AND", [0, 1], 2), gate("OR", [0, 1], 2), gate("NOT", [2, 1], 2)] },
      { ...and, gates: [] },
    ];
    for (const netlist of broken) {
      const text = writeLtspiceAsc(netlist);
      const sheet = readAsc(text, "touching");
      expect(connections(readAsc(text, "ends"))).toEqual(connections(sheet));
      expectTidy(sheet);
      expect(sheet.devices).toHaveLength(netlist.gates.length);
      expect(portNames(sheet, "Out")).toHaveLength(netlist.outputs.length);
    }
  });

  it("writes 2,000 gates", () => {
    const gates = Array.from({ length: 2_000 }, (_, index) => gate("NAND", [index, index + 1], index + 2));
    const text = writeLtspiceAsc({ ...and, nets: 2_002, gates, outputs: [{ name: "Y", net: 2_001 }] });
    expect(text.match(/^SYMBOL/gm)).toHaveLength(2_000);
  });
});
