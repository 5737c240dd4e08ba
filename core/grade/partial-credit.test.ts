import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnFromBits, notColumn } from "../boolean/column.ts";
import type { Netlist } from "../netlist/netlist.ts";
import type { GateClass } from "../rules/gates.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import { adjustments, partialCredit } from "./partial-credit.ts";

const XOR = columnFromBits("0110");
const OR = columnFromBits("0111");

function drawn(...classes: readonly (GateClass | "bubbled")[]): Netlist {
  const gates = classes.map((name) => {
    const inputs = [{ net: 0, inverted: name === "bubbled" }];
    return { gateClass: name === "bubbled" ? ("NAND" as const) : name, inputs, output: null };
  });
  return { nets: 1, gates, inputs: [], outputs: [] };
}

describe("partialCredit", () => {
  it("gives the share of correct rows, rounded down, from the rubric's minimum on", () => {
    const of = (right_rows_from: number) =>
      partialCredit(5, { column: XOR, matters: null, got: OR, rubric: { right_rows_from } });
    expect(of(75)).toEqual({ points: 3, reason: "3 of 4 rows are right: 3 of 5 points." });
    expect(of(76)).toBeNull();
  });

  it("counts only the rows that matter", () => {
    const matters = columnFromBits("1110");
    const of = (got: string, rubric: Rubric) =>
      partialCredit(6, { column: XOR, matters, got: columnFromBits(got), rubric })?.reason;
    expect(of("0011", { right_rows_from: 50 })).toBe("2 of 3 rows are right: 4 of 6 points.");
    expect(of("1000", { inverted: 50 })).toBe("Inverted, 50 %: 3 of 6 points.");
  });

  it("gives an inverted output its share, and no other", () => {
    const rubric = { inverted: 50, right_rows_from: 0 };
    expect(partialCredit(5, { column: XOR, matters: null, got: notColumn(XOR), rubric })).toEqual({
      points: 2,
      reason: "Inverted, 50 %: 2 of 5 points.",
    });
    expect(partialCredit(5, { column: XOR, matters: null, got: OR, rubric: { inverted: 50 } })).toBeNull();
    expect(partialCredit(1, { column: XOR, matters: null, got: notColumn(XOR), rubric: { inverted: 50 } })).toBeNull();
  });

  it("never gives a wrong output all of its points for its correct rows", () => {
    const bits = fc.string({ unit: fc.constantFrom("0", "1"), minLength: 8, maxLength: 8 });
    fc.assert(
      fc.property(bits, bits, fc.integer({ min: 1, max: 100 }), (wanted, got, maximum) => {
        fc.pre(wanted !== got);
        const columns = { column: columnFromBits(wanted), matters: null, got: columnFromBits(got) };
        const credit = partialCredit(maximum, { ...columns, rubric: { right_rows_from: 0 } });
        expect(credit?.points ?? 0).toBeLessThan(maximum);
      }),
    );
  });
});

describe("adjustments", () => {
  const of = (rubric: Rubric, netlist: Netlist | null, earned = 10) =>
    adjustments(rubric, { earned, extraOutputs: 2, netlist }).map(({ points, reason }) => `${points} ${reason}`);

  it("takes points off for extra outputs, other gates and extra gates", () => {
    const rubric: Rubric = {
      extra_output: 1,
      allowed_gates: { classes: ["NAND"], deduction: 3 },
      most_gates: { count: 1, deduction: 1 },
    };
    expect(of(rubric, drawn("NAND", "OR", "AND"))).toEqual([
      "-2 2 extra outputs: 2 points off.",
      "-3 AND and OR drawn, asked for NAND only: 3 points off.",
      "-2 3 gates drawn, 1 are enough: 2 points off.",
    ]);
    expect(of({ ...rubric, extra_output: undefined }, drawn("NAND"))).toEqual([]);
  });

  it("counts a bubble at a gate's input as a NOT", () => {
    const rubric: Rubric = { allowed_gates: { classes: ["NAND"], deduction: 3 } };
    expect(of(rubric, drawn("bubbled"))).toEqual(["-3 NOT drawn, asked for NAND only: 3 points off."]);
    expect(of({ allowed_gates: { classes: ["NAND", "NOT"], deduction: 3 } }, drawn("bubbled"))).toEqual([]);
  });

  it("ignores rules about gates if no circuit is known", () => {
    expect(of({ most_gates: { count: 1, deduction: 1 } }, null)).toEqual([]);
  });

  it("never goes below 0, nor below the floor", () => {
    expect(of({ extra_output: 3 }, null, 4)).toEqual([
      "-6 2 extra outputs: 6 points off.",
      "2 No fewer than 0 points.",
    ]);
    expect(of({ floor: 3 }, null, 1)).toEqual(["2 At least 3 points for a drawing."]);
    expect(of({ floor: 3 }, null, 3)).toEqual([]);
  });
});
