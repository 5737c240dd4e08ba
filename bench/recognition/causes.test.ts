import { describe, expect, it } from "vitest";
import { deriveExpressions, outputTables } from "../../core/expressions/derive-expressions.ts";
import { netlistOf } from "../../core/testdata/netlist-of.ts";
import { firstCause } from "./causes.ts";

const FINE = { missed: 0, tooMany: 0, otherClass: 0 };

/** The cause where (A & B) | C was drawn and `lines` were read. */
function causeOf(lines: readonly string[], outputs?: readonly string[]) {
  const netlist = netlistOf(lines, outputs);
  const derived = deriveExpressions(netlist);
  const reading = { netlist, inputs: derived.inputs, outputs: outputTables(derived.outputs) };
  const truth = { inputs: ["A", "B", "C"], outputs: [{ name: "Y", expression: "(A & B) | C" }] };
  return firstCause({ reading, truth, topology: false, errors: FINE });
}

describe("the first cause of a wrong reading", () => {
  it("is the letters if only they are wrong, otherwise the gates", () => {
    const page = { reading: { netlist: netlistOf([]), inputs: [], outputs: [] }, truth: { inputs: [], outputs: [] } };
    expect(firstCause({ ...page, topology: true, errors: { ...FINE, missed: 1 } })).toBe("name");
    const withErrors = (errors: object) => firstCause({ ...page, topology: false, errors: { ...FINE, ...errors } });
    expect(withErrors({ missed: 1, otherClass: 1 })).toBe("gate missed");
    expect(withErrors({ tooMany: 1 })).toBe("gate too many");
    expect(withErrors({ otherClass: 1 })).toBe("gate of another class");
  });

  it("is a missing or extra output or input", () => {
    expect(causeOf(["n = AND(A, B)", "Y = OR(n, C)"], ["Y", "n"])).toBe("output too many");
    expect(causeOf(["n = AND(A, B)", "Y = OR(n, C)"], [])).toBe("output missing");
    expect(causeOf(["n = AND(A, B)", "Y = OR(n, B)"])).toBe("input missing");
    expect(causeOf(["n = AND(A, B, D)", "Y = OR(n, C)"])).toBe("input too many");
  });

  it("is what a single change would repair, if one would", () => {
    expect(causeOf(["n = AND(A, ~B)", "Y = OR(n, C)"])).toBe("inversion");
    expect(causeOf(["n = AND(A, B)", "Y = OR(n, C, A)"])).toBe("one wire");
    expect(causeOf(["n = AND(A, ~C)", "Y = OR(n, ~B, A)"])).toBe("several wires");
  });
});
