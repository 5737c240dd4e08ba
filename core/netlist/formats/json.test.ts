import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryNetlist } from "../../testdata/arbitrary-netlist.ts";
import type { Netlist } from "../netlist.ts";
import { parseNetlistJson, writeNetlistJson } from "./json.ts";

const box = { x: 1.5, y: 2, width: 30, height: 40 };

const nand: Netlist = {
  nets: 3,
  gates: [
    {
      gateClass: "NAND",
      inputs: [
        { net: 0, inverted: true },
        { net: null, inverted: false },
      ],
      output: 2,
      box,
      confidence: 0.75,
    },
    { gateClass: "NOT", inputs: [], output: null },
  ],
  inputs: [
    { name: "A", net: 0, inverted: true, box },
    { name: "B", net: 1 },
  ],
  outputs: [{ name: "OUT 1", net: 2, box }],
};

function issuesOf(change: (file: Record<string, unknown>) => void): unknown {
  const file = JSON.parse(writeNetlistJson(nand)) as Record<string, unknown>;
  change(file);
  const parsed = parseNetlistJson(JSON.stringify(file));
  return parsed.ok ? "accepted" : parsed.issues.map(({ field, message }) => `${field}: ${message}`);
}

describe("writeNetlistJson", () => {
  it("writes the documented shape", () => {
    expect(JSON.parse(writeNetlistJson(nand))).toEqual({
      schema_version: 1,
      nets: 3,
      inputs: [
        { name: "A", net: 0, inverted: true, box },
        { name: "B", net: 1, inverted: false },
      ],
      outputs: [{ name: "OUT 1", net: 2, box }],
      gates: [
        {
          class_name: "NAND",
          inputs: [
            { net: 0, inverted: true },
            { net: null, inverted: false },
          ],
          output: 2,
          confidence: 0.75,
          box,
        },
        { class_name: "NOT", inputs: [], output: null },
      ],
    });
  });
});

describe("parseNetlistJson", () => {
  it("reads back what was written", () => {
    expect(parseNetlistJson(writeNetlistJson(nand))).toEqual({ ok: true, netlist: nand });
    fc.assert(
      fc.property(arbitraryNetlist({ maxGates: 20 }), (netlist) => {
        expect(parseNetlistJson(writeNetlistJson(netlist))).toEqual({ ok: true, netlist });
      }),
    );
  });

  it("ignores fields of a later minor version", () => {
    expect(issuesOf((file) => Object.assign(file, { title: "Half adder" }))).toBe("accepted");
  });

  it("says where the file is wrong", () => {
    expect(issuesOf((file) => Object.assign(file, { schema_version: 2 }))).toEqual([
      "schema_version: schema_version must be 1",
    ]);
    expect(issuesOf((file) => Object.assign(file, { nets: 2 }))).toEqual([
      "outputs[0].net: Net 2 is not one of the 2 nets",
      "gates[0].output: Net 2 is not one of the 2 nets",
    ]);
    expect(issuesOf((file) => Object.assign(file, { gates: [{ class_name: "MUX", inputs: [], output: -1 }] }))).toEqual(
      [
        "gates[0].class_name: class_name must be one of AND, OR, NOT, NAND, NOR, XOR, XNOR",
        "gates[0].output: Nets count from 0",
      ],
    );
  });

  it("refuses what is not a JSON", () => {
    expect(parseNetlistJson("{")).toMatchObject({ ok: false, issues: [{ code: "not-json", field: "" }] });
  });
});
