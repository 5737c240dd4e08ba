import { describe, expect, it } from "vitest";
import { netlistOf } from "../testdata/netlist-of.ts";
import { describeChanges } from "./describe-change.ts";
import { explainAnswer } from "./explain-answer.ts";
import { wantedOf, withInputs } from "./wanted.ts";

function keysOf(...expressions: string[]) {
  return expressions.map((expression) => ({ expression, grade: 5 }));
}

/** The first explanation of a circuit, and the alternatives. */
function said(lines: readonly string[], keys: string | readonly string[], outputs?: readonly string[]) {
  const netlist = netlistOf(lines, outputs);
  const wanted = keysOf(...[keys].flat());
  const explanation = explainAnswer(netlist, wanted);
  const names = wantedOf(wanted, netlist)!.inputs;
  const whole = withInputs(netlist, names);
  const { outcome, changes, alternatives } = explanation;
  return {
    outcome,
    first: describeChanges(changes, whole).join(" "),
    others: alternatives.map((change) => describeChanges([change], whole)[0]),
  };
}

describe("explainAnswer names", () => {
  it.each([
    ["another gate", ["Y = AND(A, B)"], "A | B", "AND 1 should be an OR."],
    ["an inverted gate", ["Y = OR(A, B)"], "~(A | B)", "OR 1 should be a NOR."],
    ["a NOT that is missing", ["Y = AND(A, B, C)"], "~A & B & C", "A NOT is missing at the input of AND 1 from A."],
    [
      "a bubble too many",
      ["Y = AND(A, ~B, C)"],
      "A & B & C",
      "There is an extra inversion: the bubble at the input of AND 1 from B.",
    ],
    [
      "an inverter too many",
      ["n = NOT(A)", "Y = AND(n, B)"],
      "A & B",
      "There is an extra inversion: NOT 1 should be a plain wire.",
    ],
    [
      "the wrong side of an inverter",
      ["n = NOT(A)", "p = AND(n, C)", "Y = OR(p, n, B)"],
      "(~A & C) | A | B",
      "There is an extra inversion: the input of OR 1 from NOT 1 should come from A itself.",
    ],
    [
      "a wire from elsewhere",
      ["p = AND(A, B)", "q = AND(A, C)", "Y = XOR(p, q)"],
      "(A & B) ^ (B & C)",
      "The input of AND 2 from A should come from B instead.",
    ],
    ["a wire that is missing", ["Y = AND(A, B)"], "A & B & C", "AND 1 lacks an input: C should lead to it as well."],
    [
      "a wire too many",
      ["p = NAND(A, C)", "Y = OR(A, B, p, D)"],
      "A | B | D",
      "OR 1 has an extra input: the wire from NAND 1 should not lead to it.",
    ],
    ["an open input", ["Y = AND(A, open)"], "A & B", "An input of AND 1 is open: B should lead to it."],
    [
      "letters that changed places",
      ["p = AND(A, C)", "q = XOR(A, B, p)", "Y = OR(q, A)"],
      "(C ^ B ^ (C & A)) | C",
      "The inputs A and C should change places.",
    ],
    [
      "an output taken elsewhere",
      ["p = AND(A, B)", "q = XOR(p, C)", "r = OR(q, A)"],
      "A & B ^ C",
      "The output r should come from XOR 1, not from OR 1.",
    ],
    [
      "an input that no key knows",
      ["Y = AND(A, B, D)"],
      "A & B",
      "AND 1 has an extra input: the wire from D should not lead to it.",
    ],
  ])("%s", (_, lines, key, sentence) => {
    const { outcome, first, others } = said(lines, key);
    expect(outcome).toBe("one");
    expect([first, ...others]).toContain(sentence);
  });

  it("the likeliest change first", () => {
    expect(said(["Y = AND(A, B)"], "A | B").first).toBe("AND 1 should be an OR.");
    expect(said(["Y = AND(A, B)"], "A & ~B").first).toBe("A NOT is missing at the input of AND 1 from B.");
  });

  it("what one of several outputs lacks, in whatever order they are drawn", () => {
    const lines = ["s = XOR(A, B)", "c = OR(A, B)"];
    expect(said(lines, ["A ^ B", "A & B"], ["c", "s"]).first).toBe("OR 1 should be an AND.");
  });

  it("two changes if one is not enough", () => {
    const { outcome, first } = said(["p = OR(A, B)", "q = AND(C, D)", "Y = OR(p, q)"], "(A & B) | (C ^ D)");
    expect(outcome).toBe("two");
    expect(
      first
        .split(". ")
        .map((each) => each.replace(/\.$/, ""))
        .sort(),
    ).toEqual(["AND 1 should be an XOR", "OR 1 should be an AND"]);
  });

  it("the nearest change if two are not enough", () => {
    const netlist = netlistOf(["p = AND(A, B)", "q = AND(C, D)", "Y = AND(p, q)"]);
    const explanation = explainAnswer(netlist, keysOf("A ^ B ^ C ^ D", "(A | ~B) & (C ^ D)", "~A & ~B & ~C & D"));
    expect(explanation.outcome).toBe("nearest");
    expect(explanation.changes).toHaveLength(1);
    expect(explanation.left).toBeLessThan(explanation.differing);
    expect(explanation.rows).toBe(48);
  });
});

describe("explainAnswer", () => {
  it("finds nothing wrong with a correct circuit, however it is drawn", () => {
    const netlist = netlistOf(["a = NAND(A, A)", "b = NAND(B, B)", "Y = NAND(a, b)"]);
    expect(explainAnswer(netlist, keysOf("A | B"))).toMatchObject({ outcome: "right", differing: 0, changes: [] });
  });

  it("changes no more than the rows that matter ask for", () => {
    const key = "Σm(1,2,3) + d(0)";
    expect(explainAnswer(netlistOf(["n = NOT(A)", "Y = OR(A, n, B)"]), keysOf(key)).outcome).toBe("right");
    expect(said(["Y = AND(A, B)"], "Σm(1,2) + d(3)")).toMatchObject({
      first: "AND 1 should be an OR.",
      others: ["AND 1 should be an XOR."],
    });
    expect(said(["Y = AND(A, B)"], "Σm(1,2)")).toMatchObject({ first: "AND 1 should be an XOR.", others: [] });
  });

  it("explains isomorphic circuits alike, in the indexes of each", () => {
    const one = netlistOf(["p = AND(A, B)", "q = AND(C, ~A)", "Y = OR(p, q)"]);
    const other = netlistOf(["q = AND(~A, C)", "p = AND(B, A)", "Y = OR(q, p)"]);
    const keys = keysOf("(A & B) | (C & A)");
    const [a, b] = [one, other].map((netlist) => explainAnswer(netlist, keys));
    expect(a?.changes).toEqual([{ kind: "pin-inversion", gate: 1, pin: 1 }]);
    expect(b?.changes).toEqual([{ kind: "pin-inversion", gate: 0, pin: 0 }]);
  });

  it("does not search without keys, without outputs, or if the tables are too long or the pins too many", () => {
    const and = netlistOf(["Y = AND(A, B)"]);
    expect(explainAnswer(and, []).outcome).toBe("not-searched");
    expect(explainAnswer({ ...and, outputs: [] }, keysOf("A")).outcome).toBe("not-searched");
    const wide = netlistOf(["Y = AND(A, B, C, D, E, F, G, H, I, J, K)"]);
    expect(explainAnswer(wide, keysOf("A & B")).outcome).toBe("not-searched");
    const every = Array.from({ length: 90 }, (_, k) => `n${k} = AND(A, B, C, D, E, F, G, H, I)`);
    expect(explainAnswer(netlistOf([...every, "Y = OR(n0, n1)"]), keysOf("A & B")).outcome).toBe("not-searched");
  });

  it("terminates for a loop, a short and a large circuit", () => {
    const loop = netlistOf(["p = AND(A, Y)", "Y = OR(p, B)"]);
    expect(explainAnswer(loop, keysOf("A & B | B")).outcome).toBe("one");
    const short = netlistOf(["p = AND(A, B)", "q = OR(A, B)"]);
    const shorted = { ...short, gates: short.gates.map((gate) => ({ ...gate, output: 3 })) };
    expect(explainAnswer(shorted, keysOf("A ^ B")).outcome).toBe("nearest");
    const lines = Array.from(
      { length: 60 },
      (_, k) => `n${k} = XOR(${k === 0 ? "A" : `n${k - 1}`}, ${"ABCDE"[k % 5]})`,
    );
    expect(explainAnswer(netlistOf(lines), keysOf("A & B & C & D & E", "A | B")).rows).toBe(64);
  });
});
