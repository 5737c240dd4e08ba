import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveExpressions } from "../../expressions/derive-expressions.ts";
import { allAssignments, arbitraryNetlist, inputNames, simulateNetlist } from "../../testdata/arbitrary-netlist.ts";
import type { Gate, Netlist } from "../netlist.ts";
import { writeVerilog } from "./verilog.ts";

const MISSING = ["iverilog", "yosys"].filter((tool) => spawnSync(tool, ["-V"]).error !== undefined);
const HOW_TO_INSTALL = MISSING.length > 0 ? ` [skipped: apt-get install -y ${MISSING.join(" ")}]` : "";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "circuitgrade-verilog-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function run(command: string, ...args: string[]): { readonly code: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: "utf8" });
  return { code: status, output: `${stdout}${stderr}` };
}

function gate(gateClass: Gate["gateClass"], nets: readonly (number | null)[], output: number | null): Gate {
  return { gateClass, inputs: nets.map((net) => ({ net, inverted: false })), output };
}

/** Three-input gates, bubbles, a barred input, odd names: all that the writer can meet in a sound circuit. */
const odd: Netlist = {
  nets: 6,
  inputs: [
    { name: "wire", net: 0 },
    { name: "A'\n2", net: 1, inverted: true },
    { name: "wire", net: 2 },
  ],
  gates: [
    {
      gateClass: "NOR",
      inputs: [
        { net: 0, inverted: true },
        { net: 1, inverted: false },
        { net: 2, inverted: true },
      ],
      output: 3,
    },
    { gateClass: "NOT", inputs: [{ net: 3, inverted: true }], output: 4 },
    gate("XNOR", [3, 4], 5),
  ],
  outputs: [
    { name: "OUT 1", net: 4 },
    { name: "OUT 1", net: 4 },
    { name: "bool", net: 5 },
    { name: "A", net: 0 },
  ],
};

const sound = fc.sample(arbitraryNetlist({ maxGates: 10, maxPins: 6 }), { numRuns: 40, seed: 1 });

describe("writeVerilog", () => {
  it("writes one module with an assignment a gate", () => {
    expect(writeVerilog(odd, { moduleName: "half adder" })).toBe(
      `\`default_nettype none

module half_adder (
  input  wire wire_2, // "wire"
  input  wire A_2, // "A'\\n2"
  output wire OUT_1, // "OUT 1"
  output wire OUT_1_2, // "OUT 1"
  output wire bool_2, // "bool"
  output wire A
);
  wire n1;
  wire n3;
  assign n1 = ~A_2;
  assign n3 = ~(~wire_2 | n1 | ~wire_2);
  assign OUT_1 = ~(~n3);
  assign bool_2 = ~(n3 ^ OUT_1);
  assign OUT_1_2 = OUT_1;
  assign A = wire_2;
endmodule

\`default_nettype wire
`,
    );
  });

  it("writes a circuit with problems: open pins stay undriven, nothing is lost", () => {
    const broken = { nets: 3, gates: [gate("AND", [0, null], 2), gate("NOT", [], null)], inputs: [], outputs: [] };
    expect(writeVerilog(broken).split("\n").slice(2, -3)).toEqual([
      "module circuit;",
      "  wire n0;",
      "  wire n1;",
      "  wire n2;",
      "  wire open;",
      "  wire unused;",
      "  wire open_2;",
      "  assign n2 = n0 & open;",
      "  assign unused = ~open_2;",
      "endmodule",
    ]);
  });
});

it.runIf(MISSING.length > 0 && process.env.CI)("has iverilog and yosys where CI is set", () => {
  expect.fail(`apt-get install -y ${MISSING.join(" ")}`);
});

describe.skipIf(MISSING.length > 0)(`writeVerilog, by other people's tools${HOW_TO_INSTALL}`, () => {
  it("compiles without a warning: iverilog -Wall -g2012, and as Verilog 2005", () => {
    const modules = [odd, ...sound].map((netlist, index) => writeVerilog(netlist, { moduleName: `m${index}` }));
    writeFileSync(join(folder, "all.v"), modules.join("\n"));
    for (const generation of ["-g2012", "-g2005"]) {
      expect(run("iverilog", "-Wall", generation, "-o", "all.vvp", "all.v")).toEqual({ code: 0, output: "" });
    }
  });

  it("simulates to the truth table", () => {
    const benches = [odd, ...sound].map((netlist, index) => {
      const inputs = inputNames(netlist);
      const bits = Math.max(1, inputs.length);
      const ports = [
        ...inputs.map((_, input) => `i[${inputs.length - 1 - input}]`),
        ...netlist.outputs.map((_, output) => `o[${output}]`),
      ];
      const module = writeVerilog(netlist, { moduleName: `m${index}` });
      return {
        module,
        bench: `reg [${bits}:0] i${index}; wire [${netlist.outputs.length - 1}:0] o${index};
          m${index} u${index}(${ports.map((port) => port.replace("[", `${index}[`)).join(", ")});
          initial for (i${index} = 0; i${index} < ${2 ** inputs.length}; i${index} = i${index} + 1) begin
            #1 $display("${index} %0d %b", i${index}, o${index}); end`,
      };
    });
    const text = `${benches.map(({ module }) => module).join("\n")}
      module bench; ${benches.map(({ bench }) => bench).join("\n")} endmodule`;
    writeFileSync(join(folder, "bench.v"), text);
    expect(run("iverilog", "-g2012", "-s", "bench", "-o", "bench.vvp", "bench.v")).toEqual({ code: 0, output: "" });
    const simulated = run("vvp", "-n", "bench.vvp").output.trim().split("\n").sort();
    const expected = [odd, ...sound].flatMap((netlist, index) =>
      allAssignments(inputNames(netlist)).map((assignment, row) => {
        return `${index} ${row} ${simulateNetlist(netlist, assignment).reverse().join("")}`;
      }),
    );
    expect(simulated).toEqual(expected.sort());
  });

  it("is proved by yosys to equal the printed expressions", { timeout: 600_000 }, () => {
    const cases = sound.flatMap((netlist) => {
      const { inputs, outputs } = deriveExpressions(netlist);
      if (outputs.some(({ expression }) => expression === null)) return [];
      const ports = [...inputs.map((name) => `input ${name}`), ...outputs.map((_, index) => `output OUT_${index + 1}`)];
      const body = outputs.map(({ expression }, index) => `assign OUT_${index + 1} = ${expression};`);
      return [{ netlist, expressions: `${ports.join(", ")}); ${body.join(" ")}` }];
    });
    expect(cases.length).toBeGreaterThan(30);
    const text = cases.map(({ netlist, expressions }, index) => {
      return `${writeVerilog(netlist, { moduleName: `gate${index}` })} module gold${index}(${expressions} endmodule`;
    });
    writeFileSync(join(folder, "equal.v"), text.join("\n"));
    const proofs = cases.map((_, index) => {
      const miter = `miter -equiv -flatten -make_assert gold${index} gate${index} miter${index}`;
      return `${miter}\nsat -verify -prove-asserts miter${index}`;
    });
    writeFileSync(join(folder, "equal.ys"), `read_verilog equal.v\nproc\n${proofs.join("\n")}\n`);
    const { code, output } = run("yosys", "-q", "-l", "equal.log", "equal.ys");
    expect(output).toBe("");
    expect(code).toBe(0);
    const proved = readFileSync(join(folder, "equal.log"), "utf8").match(
      /SAT proof finished - no model found: SUCCESS!/g,
    );
    expect(proved).toHaveLength(cases.length);
  });

  it("makes yosys notice a wrong gate, so the proof above can fail", () => {
    const and = { ...odd, gates: [gate("AND", [0, 1], 3)], outputs: [{ name: "Y", net: 3 }] };
    const or = { ...and, gates: [gate("OR", [0, 1], 3)] };
    const text = [writeVerilog(and, { moduleName: "a" }), writeVerilog(or, { moduleName: "b" })].join("\n");
    writeFileSync(join(folder, "wrong.v"), text);
    const script = "read_verilog wrong.v; miter -equiv -flatten -make_assert a b m; sat -verify -prove-asserts m";
    expect(run("yosys", "-q", "-p", script).code).not.toBe(0);
  });
});
