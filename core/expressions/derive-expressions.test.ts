import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitAt, equalColumns } from "../boolean/column.ts";
import { parseExpression } from "../boolean/parse-expression.ts";
import { tableRows, truthTable } from "../boolean/truth-table.ts";
import type { Gate, Netlist } from "../netlist/netlist.ts";
import { GATE_CLASSES, type GateClass } from "../rules/gates.ts";
import { READING } from "../rules/limits.ts";
import { allAssignments, arbitraryNetlist, inputNames, simulateNetlist } from "../testdata/arbitrary-netlist.ts";
import { deriveExpressions, outputTables } from "./derive-expressions.ts";

const NAMES = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));

function gate(gateClass: GateClass, nets: readonly (number | null)[], output: number): Gate {
  return { gateClass, inputs: nets.map((net) => ({ net, inverted: false })), output };
}

/** A circuit over the first `inputs` letters on the nets 0, 1, …; its output is the last gate's. */
function circuit(inputs: number, gates: readonly Gate[]): Netlist {
  const nets = inputs + gates.length;
  const terminals = NAMES.slice(0, inputs).map((name, net) => ({ name, net }));
  return { nets, gates, inputs: terminals, outputs: [{ name: "Y", net: nets - 1 }] };
}

function expressionOf(netlist: Netlist): string | null | undefined {
  return deriveExpressions(netlist).outputs[0]?.expression;
}

describe("deriveExpressions", () => {
  it("prints every gate class with two and three inputs", () => {
    const printed = GATE_CLASSES.map((gateClass) => {
      return [2, 3].map((count) => {
        const nets = gateClass === "NOT" ? [0] : NAMES.slice(0, count).map((_, net) => net);
        return expressionOf(circuit(count, [gate(gateClass, nets, count)]));
      });
    });
    expect(Object.fromEntries(GATE_CLASSES.map((gateClass, index) => [gateClass, printed[index]]))).toEqual({
      AND: ["A & B", "A & B & C"],
      OR: ["A | B", "A | B | C"],
      NOT: ["~A", "~A"],
      NAND: ["~(A & B)", "~(A & B & C)"],
      NOR: ["~(A | B)", "~(A | B | C)"],
      XOR: ["A ^ B", "A ^ B ^ C"],
      XNOR: ["~(A ^ B)", "~(A ^ B ^ C)"],
    });
  });

  it("returns the table of a NAND as in the contract", () => {
    const { inputs, outputs, problems } = deriveExpressions(circuit(2, [gate("NAND", [0, 1], 2)]));
    expect(inputs).toEqual(["A", "B"]);
    expect(outputs[0]?.truthTable && tableRows(outputs[0].truthTable)).toEqual(["001", "011", "101", "110"]);
    expect(problems).toEqual([]);
  });

  it("keeps the drawn structure: nesting, double complements, bubbles, barred inputs", () => {
    const gates: Gate[] = [
      gate("AND", [0, 1], 2),
      { gateClass: "NOR", inputs: [2, 1].map((net) => ({ net, inverted: true })), output: 3 },
      gate("NOT", [3], 4),
      gate("NOT", [4], 5),
    ];
    const inputs = [
      { name: "A", net: 0, inverted: true },
      { name: "B", net: 1 },
    ];
    expect(expressionOf({ ...circuit(2, gates), inputs })).toBe("~~~(~(~A & B) | ~B)");
  });

  it("reads an output straight from an input, and constant functions", () => {
    expect(expressionOf({ ...circuit(1, []), outputs: [{ name: "Y", net: 0 }] })).toBe("A");
    const { outputs } = deriveExpressions(circuit(1, [gate("XOR", [0, 0], 1)]));
    expect(outputs[0]?.expression).toBe("A ^ A");
    expect(outputs[0]?.truthTable && tableRows(outputs[0].truthTable)).toEqual(["00", "10"]);
  });

  it("counts a letter at two wires once, in reading order, and keeps unused inputs", () => {
    const inputs = ["B", "A", "B", "C"].map((name, net) => ({ name, net }));
    const outputs = [{ name: "Y", net: 4 }];
    const derived = deriveExpressions({ nets: 5, gates: [gate("AND", [0, 1, 2], 4)], inputs, outputs });
    expect(derived.inputs).toEqual(["B", "A", "C"]);
    expect(derived.outputs[0]?.expression).toBe("B & A & B");
    expect(derived.outputs[0]?.truthTable?.variables).toEqual(["B", "A", "C"]);
  });

  it("agrees with a gate-by-gate simulation, and so does the printed expression", () => {
    fc.assert(
      fc.property(arbitraryNetlist(), (netlist) => {
        const { inputs, outputs } = deriveExpressions(netlist);
        expect(inputs).toEqual(inputNames(netlist));
        const rows = allAssignments(inputs).map((assignment) => simulateNetlist(netlist, assignment));
        outputs.forEach(({ expression, truthTable: table }, index) => {
          expect(rows.map((_, row) => bitAt(table!.column, row))).toEqual(rows.map((bits) => bits[index]));
          if (expression === null) return;
          const parsed = parseExpression(expression);
          expect(parsed.ok && equalColumns(truthTable(parsed.expression, inputs).column, table!.column)).toBe(true);
        });
      }),
      { numRuns: 300 },
    );
  });

  it("is correct for 13 inputs", () => {
    const count = 13;
    const gates = [
      gate(
        "XNOR",
        NAMES.slice(0, count).map((_, net) => net),
        count,
      ),
      gate("NAND", [count, count - 1, 0], count + 1),
    ];
    const column = deriveExpressions(circuit(count, gates)).outputs[0]!.truthTable!.column;
    for (let row = 0; row < 2 ** count; row += 1) {
      const even = row.toString(2).replaceAll("0", "").length % 2 === 0;
      const expected = even && (row & 1) === 1 && row >> (count - 1) === 1 ? 0 : 1;
      if (bitAt(column, row) !== expected) expect.fail(`row ${row}`);
    }
  });

  it("has no expression for an output behind an open pin, a loop or a short, but has the others", () => {
    const gates = [
      gate("AND", [0, null], 2),
      gate("NOT", [2], 3),
      gate("NOR", [0, 4], 4),
      gate("AND", [0, 1], 5),
      gate("OR", [0, 1], 5),
      gate("NOT", [0, 1].slice(0, 1), 6),
    ];
    const outputs = [3, 4, 5, 6].map((net) => ({ name: `Y${net}`, net }));
    const derived = deriveExpressions({ ...circuit(2, []), nets: 7, gates, outputs });
    expect(derived.outputs.map(({ expression }) => expression)).toEqual([null, null, null, "~A"]);
    expect(derived.outputs.map(({ truthTable: table }) => table !== null)).toEqual([false, false, false, true]);
    expect(derived.problems).toEqual([]);
  });

  it("does not print exponentially long expressions, but tabulates them", () => {
    const doubling = Array.from({ length: 60 }, (_, index) => {
      const from = index === 0 ? [0, 1] : [index + 1, index + 1];
      return gate(index === 0 ? "AND" : "OR", from, index + 2);
    });
    const { outputs, problems } = deriveExpressions(circuit(2, doubling));
    expect(outputs[0]?.expression).toBeNull();
    expect(outputs[0]?.truthTable && tableRows(outputs[0].truthTable)).toEqual(["000", "010", "100", "111"]);
    expect(problems).toMatchObject([{ code: "expression-too-long" }]);
    // A page's output keeps its table: it is compared with the key, even if the expression cannot be shown.
    expect(outputTables(outputs)).toEqual([
      { name: outputs[0]?.name, expression: "…", truth_table: ["000", "010", "100", "111"] },
    ]);
  });

  it("tabulates a chain of 10,000 gates", () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => gate("NOT", [index], index + 1));
    const { outputs, problems } = deriveExpressions(circuit(1, chain));
    expect(outputs[0]?.truthTable && tableRows(outputs[0].truthTable)).toEqual(["00", "11"]);
    expect(problems).toMatchObject([{ code: "expression-too-long" }]);
  });

  it("prints up to 10,000 characters, all of which can be parsed back", () => {
    // An AND of n copies of A prints n - 1 times "A & " and one "A".
    const copies = (count: number) => circuit(1, [gate("AND", new Array<number>(count).fill(0), 1)]);
    expect(expressionOf(copies(2500))?.length).toBe(9997);
    expect(expressionOf(copies(2501))).toBeNull();
    const nots = (count: number) =>
      circuit(
        1,
        Array.from({ length: count }, (_, net) => gate("NOT", [net], net + 1)),
      );
    expect(parseExpression(expressionOf(nots(400))!).ok).toBe(true);
    expect(expressionOf(nots(401))).toBeNull();
  });

  it("makes no table of more than 13 inputs", () => {
    const wide = (count: number) =>
      circuit(count, [
        gate(
          "AND",
          NAMES.slice(0, count).map((_, net) => net),
          count,
        ),
      ]);
    expect(deriveExpressions(wide(13)).outputs[0]?.truthTable?.column.rows).toBe(2 ** 13);
    for (const count of [14, 21]) {
      const { outputs, problems } = deriveExpressions(wide(count));
      expect(outputs[0]).toMatchObject({ truthTable: null, expression: NAMES.slice(0, count).join(" & ") });
      const message = `The circuit has ${count} inputs, and a truth table at most 13: check the letters next to its wires.`;
      expect(problems).toEqual([{ code: "too-many-inputs", message }]);
    }
  });

  it("makes no tables that have too many rows together", () => {
    const wires = (count: number) => {
      const outputs = Array.from({ length: count }, (_, net) => ({ name: `Y${net}`, net }));
      return deriveExpressions({ ...circuit(10, []), outputs });
    };
    const most = READING.tableRows / 2 ** 10;
    expect(wires(most).outputs.every(({ truthTable: table }) => table !== null)).toBe(true);
    expect(wires(most).problems).toEqual([]);
    const { outputs, problems } = wires(most + 1);
    expect(outputs.map(({ truthTable: table, expression }) => [table, expression])).toEqual(
      NAMES.slice(0, most + 1).map((name) => [null, name]),
    );
    expect(outputTables(outputs)).toEqual([]);
    const message = "The truth tables of 9 outputs over 10 inputs are too large: check the letters next to the wires.";
    expect(problems).toEqual([{ code: "too-many-rows", message }]);
  });

  it("returns nothing for an empty circuit", () => {
    expect(deriveExpressions({ nets: 0, gates: [], inputs: [], outputs: [] })).toEqual({
      inputs: [],
      outputs: [],
      problems: [],
    });
  });
});
