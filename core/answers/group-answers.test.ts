import { describe, expect, it } from "vitest";
import { tableRows } from "../boolean/truth-table.ts";
import { deriveExpressions } from "../expressions/derive-expressions.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { type Answer, groupAnswers } from "./group-answers.ts";

const HALF_ADDER = [
  { expression: "A ^ B", grade: 5 },
  { expression: "A & B", grade: 3 },
];

function answer(id: string, lines: readonly string[], outputs?: readonly string[]): Answer {
  const netlist = netlistOf(lines, outputs);
  const derived = deriveExpressions(netlist);
  const tables = derived.outputs.map(({ name, expression, truthTable }) => {
    return { name, expression: expression!, truth_table: tableRows(truthTable!) };
  });
  return { id, inputs: derived.inputs, outputs: tables, problems: [], netlist };
}

const SUM_AND_CARRY = ["s = XOR(A, B)", "c = AND(A, B)"];

function summary(answers: readonly Answer[]) {
  return groupAnswers(answers, HALF_ADDER).map(({ verdict, points, size, structures }) => {
    return [verdict, points, size, structures.map((structure) => structure.answers.join())];
  });
}

describe("groupAnswers", () => {
  it("groups by function, and within it by structure", () => {
    const answers = [
      answer("a", SUM_AND_CARRY, ["s", "c"]),
      answer("b", ["c = AND(B, A)", "s = XOR(A, B)"], ["s", "c"]),
      answer("c", ["n = NAND(A, B)", "p = NAND(A, n)", "q = NAND(n, B)", "s = NAND(p, q)", "c = NOT(n)"], ["s", "c"]),
      answer("d", ["s = OR(A, B)", "c = AND(A, B)"], ["s", "c"]),
      answer("e", ["s = OR(A, B)", "c = AND(A, B)"], ["s", "c"]),
      answer("f", ["s = XNOR(A, B)", "c = AND(A, B)"], ["s", "c"]),
    ];
    expect(summary(answers)).toEqual([
      ["wrong", 3, 2, ["d,e"]],
      ["wrong", 3, 1, ["f"]],
      ["right", 8, 3, ["a,b", "c"]],
    ]);
  });

  it("counts outputs by the key that they match, and letters other than the keys' by their order", () => {
    const answers = [
      answer("a", SUM_AND_CARRY, ["s", "c"]),
      answer("b", SUM_AND_CARRY, ["c", "s"]),
      answer("c", ["s = XOR(P, Q)", "c = AND(P, Q)"], ["s", "c"]),
    ];
    expect(summary(answers)).toEqual([["right", 8, 3, ["a,b,c"]]]);
  });

  it("gives each structure its points where the rubric looks at gates, and the group those of the largest", () => {
    const ofNands = ["n = NAND(A, B)", "p = NAND(A, n)", "q = NAND(n, B)", "s = NAND(p, q)", "c = NOT(n)"];
    const answers = [
      answer("a", SUM_AND_CARRY, ["s", "c"]),
      answer("b", SUM_AND_CARRY, ["s", "c"]),
      answer("c", ofNands, ["s", "c"]),
    ];
    const rubric = { allowed_gates: { classes: ["NAND", "NOT"], deduction: 2 } } as const;
    const [group] = groupAnswers(answers, HALF_ADDER, { rubric });
    expect(group).toMatchObject({ verdict: "right", points: 6, size: 3 });
    expect(group!.structures.map(({ points }) => points)).toEqual([6, 8]);
  });

  it("is one group if functions differ only in rows that do not matter", () => {
    const answers = [answer("a", ["Y = OR(A, B)"]), answer("b", ["Y = XOR(A, B)"]), answer("c", ["Y = AND(A, B)"])];
    const sizes = (expression: string) =>
      groupAnswers(answers, [{ expression, grade: 5 }]).map(({ verdict, size }) => [verdict, size]);
    expect(sizes("Σm(1,2) + d(3)")).toEqual([
      ["wrong", 1],
      ["right", 2],
    ]);
    expect(sizes("Σm(1,2)")).toEqual([
      ["wrong", 1],
      ["wrong", 1],
      ["right", 1],
    ]);
  });

  it("separates functions that differ only in the variables' positions", () => {
    const keys = [{ expression: "A & ~B", grade: 5 }];
    const groups = groupAnswers([answer("a", ["Y = AND(A, ~B)"]), answer("b", ["Y = AND(B, ~A)"])], keys);
    expect(groups.map(({ verdict }) => verdict)).toEqual(["wrong", "right"]);
  });

  it("groups what cannot be compared by its own function, with no points", () => {
    const unread = { id: "u", inputs: [], outputs: [], problems: [], netlist: null };
    const answers = [
      answer("a", ["s = XOR(A, B, C)"]),
      answer("b", ["s = XOR(C, B, A)"]),
      answer("c", ["s = AND(A, B, C)"]),
      unread,
      { ...unread, id: "v" },
    ];
    expect(summary(answers)).toEqual([
      ["not-comparable", null, 2, expect.anything()],
      ["not-comparable", null, 2, expect.anything()],
      ["not-comparable", null, 1, ["c"]],
    ]);
  });

  it("gives a group the same name whatever else is handed in", () => {
    const d = answer("d", ["s = OR(A, B)", "c = AND(A, B)"], ["s", "c"]);
    const [alone] = groupAnswers([d], HALF_ADDER);
    const [among] = groupAnswers([answer("f", ["s = XNOR(A, B)"]), { ...d, id: "x" }, d], HALF_ADDER);
    expect(among!.id).toBe(alone!.id);
    expect(among!.structures[0]!.id).toBe(alone!.structures[0]!.id);
    expect(alone!.id).toMatch(/^g[0-9a-f]{12}$/);
  });
});
