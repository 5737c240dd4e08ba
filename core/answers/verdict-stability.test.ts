import { describe, expect, it } from "vitest";
import type { Netlist } from "../netlist/netlist.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { unstableVerdict, verdictStability } from "./verdict-stability.ts";

const KEYS = [{ expression: "A & B", grade: 5 }];

function sure(lines: readonly string[], confidences: readonly number[]): Netlist {
  const netlist = netlistOf(lines);
  return { ...netlist, gates: netlist.gates.map((gate, index) => ({ ...gate, confidence: confidences[index] ?? 1 })) };
}

describe("verdictStability", () => {
  it("is stable where no place is doubtful", () => {
    const netlist = sure(["Y = AND(A, B)"], [0.97]);
    expect(verdictStability({ netlist, predictions: [] }, KEYS)).toEqual({
      stable: true,
      doubted: 0,
      points: 5,
      corrections: [],
    });
  });

  it("names the doubtful gate that matters, and the points with it", () => {
    const { stable, corrections } = verdictStability(
      { netlist: sure(["Y = OR(A, B)"], [0.62]), predictions: [] },
      KEYS,
    );
    expect(stable).toBe(false);
    expect(corrections.map(({ text, points }) => [text, points])).toEqual([["if OR 1 (62 %) is an AND", 5]]);
  });

  it("includes the rubric: a doubtful gate may cost points for its class alone", () => {
    const netlist = sure(["Y = AND(A, B)"], [0.62]);
    const rubric = { allowed_gates: { classes: ["AND"], deduction: 2 }, inverted: 40 } as const;
    const { points, corrections } = verdictStability({ netlist, predictions: [] }, KEYS, { rubric });
    expect(points).toBe(5);
    const nand = corrections.find(({ text }) => text === "if AND 1 (62 %) is a NAND");
    // 40 % of 5 points for the inverted output, and 2 off for the other gate.
    expect(nand?.points).toBe(0);
  });

  it("makes no tables of a page of other inputs than the keys'", () => {
    const names = Array.from({ length: 20 }, (_, index) => `I${index}`);
    const lines = names
      .slice(1)
      .map((name, index) => `n${index} = OR(${index === 0 ? names[0] : `n${index - 1}`}, ${name})`);
    const netlist = sure(
      [...lines, "Y = NOT(n18)"],
      lines.map(() => 0.5),
    );
    const begun = process.memoryUsage().arrayBuffers;
    const { points, corrections } = verdictStability({ netlist, predictions: [] }, KEYS);
    expect([points, corrections]).toEqual([null, []]);
    // A single table of 20 inputs takes 128 KiB.
    expect(process.memoryUsage().arrayBuffers - begun).toBeLessThan(100_000);
  });

  it("is stable if a doubtful gate does not matter", () => {
    const netlist = sure(["p = AND(A, B)", "q = OR(p, A)", "Y = XOR(q, B)"], [0.4]);
    const { stable, doubted, points } = verdictStability({ netlist, predictions: [] }, KEYS);
    expect([stable, doubted, points]).toEqual([true, 1, 0]);
  });

  it("doubts letters with low confidence and bubbles of doubtful gates", () => {
    const box = { x: 10, y: 20, width: 8, height: 8 };
    const plain = sure(["Y = AND(A, ~B)"], [0.8]);
    const netlist = { ...plain, inputs: plain.inputs.with(0, { ...plain.inputs[0]!, box }) };
    const predictions = [{ className: "input" as const, box, confidence: 0.5 }];
    const { corrections, doubted } = verdictStability({ netlist, predictions }, KEYS);
    expect(doubted).toBe(2);
    expect(corrections.map(({ text }) => text)).toContain("if AND 1 (80 %) has no bubble at its input 2");
    expect(verdictStability({ netlist: null, predictions }, KEYS)).toMatchObject({ stable: true, points: null });
  });
});

describe("unstableVerdict", () => {
  it("says what the points depend on, and where it is", () => {
    const box = { x: 1, y: 2, width: 30, height: 20 };
    const plain = sure(["Y = OR(A, B)"], [0.62]);
    const netlist = { ...plain, gates: plain.gates.map((gate) => ({ ...gate, box })) };
    expect(unstableVerdict(verdictStability({ netlist, predictions: [] }, KEYS), netlist)).toEqual([
      {
        code: "unstable-verdict",
        message: "The points depend on a doubtful place: if OR 1 (62 %) is an AND, they would be 5, not 0. Check it.",
        box,
      },
    ]);
  });

  it("says nothing about a stable one", () => {
    const netlist = sure(["Y = AND(A, B)"], [0.97]);
    expect(unstableVerdict(verdictStability({ netlist, predictions: [] }, KEYS), netlist)).toEqual([]);
  });
});
