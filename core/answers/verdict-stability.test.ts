import { describe, expect, it } from "vitest";
import type { Netlist } from "../netlist/netlist.ts";
import { netlistOf } from "../testdata/netlist-of.ts";
import { acceptPage, percent } from "./accept-page.ts";
import { verdictStability } from "./verdict-stability.ts";

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

  it("tells which doubtful gate decides, and what the points would be", () => {
    const { stable, corrections } = verdictStability(
      { netlist: sure(["Y = OR(A, B)"], [0.62]), predictions: [] },
      KEYS,
    );
    expect(stable).toBe(false);
    expect(corrections.map(({ text, points }) => [text, points])).toEqual([["if OR 1 (62 %) is an AND", 5]]);
  });

  it("is stable where a doubtful gate decides nothing", () => {
    const netlist = sure(["p = AND(A, B)", "q = OR(p, A)", "Y = XOR(q, B)"], [0.4]);
    const { stable, doubted, points } = verdictStability({ netlist, predictions: [] }, KEYS);
    expect([stable, doubted, points]).toEqual([true, 1, 0]);
  });

  it("doubts letters of little confidence and bubbles of doubtful gates", () => {
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

describe("acceptPage", () => {
  const stability = { stable: true, points: 5, corrections: [] };

  it("accepts at the threshold and above", () => {
    const page = { grade: 5, confidence: 0.99, stability, reasons: [] };
    expect(acceptPage(page, { above: 0.99 })).toEqual({ accepted: true, reasons: [] });
    expect(acceptPage(page, { above: 0.995 })).toEqual({
      accepted: false,
      reasons: [
        { code: "low-confidence", message: "The reading is 99 % sure, less than the 99.5 % asked for: check it." },
      ],
    });
  });

  it("queues what has no grade, what was not read and what hangs on a doubtful place", () => {
    const problem = { code: "open-input", message: "An input is open." };
    expect(acceptPage({ grade: null, confidence: 1, stability, reasons: [problem] }, { above: 0.5 })).toEqual({
      accepted: false,
      reasons: [problem],
    });
    expect(acceptPage({ grade: 5, confidence: null, stability, reasons: [] }, { above: 0 }).accepted).toBe(false);
    const netlist = sure(["Y = OR(A, B)"], [0.62]);
    const unstable = verdictStability({ netlist, predictions: [] }, KEYS);
    expect(acceptPage({ grade: 0, confidence: 1, stability: unstable, reasons: [] }, { above: 0.9 }).reasons).toEqual([
      {
        code: "unstable-verdict",
        message: "Look at a doubtful place: if OR 1 (62 %) is an AND, the points would be 5, not 0.",
      },
    ]);
  });

  it("shows a confidence never higher than it is", () => {
    expect([0.9899, 0.99, 0.999, 0.9999, 1, 0].map(percent)).toEqual([
      "98.9 %",
      "99 %",
      "99.9 %",
      "99.9 %",
      "100 %",
      "0 %",
    ]);
  });
});
