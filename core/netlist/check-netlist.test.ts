import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryNetlist } from "../testdata/arbitrary-netlist.ts";
import { checkNetlist } from "./check-netlist.ts";
import type { Gate, Netlist } from "./netlist.ts";

const box = { x: 10, y: 20, width: 30, height: 40 };

function gate(gateClass: Gate["gateClass"], nets: readonly (number | null)[], output: number | null): Gate {
  return { gateClass, inputs: nets.map((net) => ({ net, inverted: false })), output, box };
}

/** Inputs A and B on nets 0 and 1, the output Y on net 2. */
function circuit(gates: readonly Gate[], changes: Partial<Netlist> = {}): Netlist {
  const inputs = [
    { name: "A", net: 0 },
    { name: "B", net: 1 },
  ];
  return { nets: 4, gates, inputs, outputs: [{ name: "Y", net: 2 }], ...changes };
}

function codes(netlist: Netlist): string[] {
  return checkNetlist(netlist).map(({ code }) => code);
}

describe("checkNetlist", () => {
  it("has nothing to say of a sound circuit, but for gates that nothing reads", () => {
    fc.assert(
      fc.property(arbitraryNetlist(), (netlist) => {
        const read = new Set([...netlist.gates.flatMap((g) => g.inputs), ...netlist.outputs].map(({ net }) => net));
        const unused = netlist.gates.filter(({ output }) => !read.has(output!)).length;
        expect(codes(netlist)).toEqual(Array.from({ length: unused }, () => "unused-gate"));
      }),
      { numRuns: 300 },
    );
  });

  it("names an open pin and its gate's place", () => {
    expect(checkNetlist(circuit([gate("NAND", [0, null], 2)]))).toEqual([
      {
        code: "open-input",
        message: "Input 2 of the NAND gate is open: connect it to a circuit input or to a gate's output.",
        box,
      },
    ]);
  });

  it("takes a pin for open where its wire leads to nothing", () => {
    const [problem] = checkNetlist(circuit([gate("OR", [3, null, 0], 2)]));
    expect(problem?.message).toBe(
      "Inputs 1 and 2 of the OR gate are open: connect them to a circuit input or to a gate's output.",
    );
  });

  it("finds shorted outputs: gate and gate, gate and input, two inputs, an input and its complement", () => {
    const and = gate("AND", [0, 1], 2);
    expect(codes(circuit([and, gate("OR", [0, 1], 2)]))).toEqual(["shorted-outputs"]);
    expect(codes(circuit([and, gate("NOT", [0], 1)]))).toEqual(["shorted-outputs"]);
    const terminal = { name: "A", net: 1 };
    expect(codes(circuit([and], { inputs: [...circuit([]).inputs, terminal] }))).toEqual(["shorted-outputs"]);
    const both = [
      { name: "B", net: 1 },
      { ...terminal, net: 0 },
      { ...terminal, net: 0, inverted: true },
    ];
    expect(codes(circuit([and], { inputs: both }))).toEqual(["shorted-outputs"]);
  });

  it("says what is shorted, and where", () => {
    const [problem] = checkNetlist(circuit([gate("AND", [0, 1], 2), gate("OR", [0, 1], 2)]));
    expect(problem).toMatchObject({ box });
    expect(problem?.message).toBe(
      "One wire joins the output of the AND gate and the output of the OR gate: separate them. A wire can have only one source.",
    );
  });

  it("lets one letter stand at two ends of one wire, and at two wires", () => {
    const inputs = [0, 0, 1].map((net) => ({ name: "A", net }));
    expect(codes(circuit([gate("AND", [0, 1], 2)], { inputs }))).toEqual([]);
  });

  it("reports each feedback loop once", () => {
    const latch = [gate("NOR", [0, 3], 2), gate("NOR", [1, 2], 3)];
    const problems = checkNetlist(circuit(latch));
    expect(problems).toMatchObject([{ code: "feedback-loop", box }]);
    expect(problems[0]?.message).toContain("a loop of 2 gates");
  });

  it("counts pins", () => {
    expect(codes(circuit([gate("NOT", [0, 1], 2)]))).toEqual(["wrong-pin-count"]);
    expect(codes(circuit([gate("XOR", [0], 2)]))).toEqual(["wrong-pin-count"]);
    expect(codes(circuit([gate("AND", [], 2)]))).toEqual(["wrong-pin-count"]);
    expect(codes(circuit([gate("AND", [0, 1, 0, 1, 0], 2)]))).toEqual([]);
  });

  it("asks for names, and for different ones", () => {
    const outputs = ["Y", " ", "Y"].map((name) => ({ name, net: 2, box }));
    const problems = checkNetlist(circuit([gate("AND", [0, 1], 2)], { outputs }));
    expect(problems).toMatchObject([
      { code: "unnamed-output", box },
      { code: "duplicate-output", box },
    ]);
    expect(codes(circuit([gate("NOT", [0], 2)], { inputs: [{ name: "", net: 0 }] }))).toEqual(["unnamed-input"]);
  });

  it("reports outputs that nothing drives and gates that drive nothing", () => {
    expect(codes(circuit([gate("AND", [0, 1], 3)]))).toEqual(["undriven-output", "unused-gate"]);
    expect(codes(circuit([gate("AND", [0, 1], 2), gate("NOT", [0], null)]))).toEqual(["unused-gate"]);
  });

  it("reports an empty page", () => {
    expect(codes({ nets: 0, gates: [], inputs: [], outputs: [] })).toEqual(["no-gates"]);
  });

  it("gathers all problems at once", () => {
    const found = codes({ nets: 4, gates: [gate("NOT", [3, null], 3)], inputs: [], outputs: [] });
    expect(found).toEqual(["no-output", "wrong-pin-count", "open-input", "feedback-loop"]);
  });
});
