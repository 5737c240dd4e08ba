import { describe, expect, it } from "vitest";
import type { TextMark } from "../marks/marks.ts";
import { drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { letterProblems } from "./letter-problems.ts";
import type { Terminal } from "./netlist.ts";

const { page } = drawMarkedCircuit({});

function text(name: string | null, confidence = 0.95): TextMark {
  return { box: { x: 5, y: 5, width: 20, height: 30 } as TextMark["box"], text: name, complemented: false, confidence };
}

function input(name: string): Terminal {
  return { name, net: 0 };
}

const outputs = [input("Y")];
const codes = (...args: Parameters<typeof letterProblems>) => letterProblems(...args).map(({ code }) => code);

describe("letterProblems", () => {
  it("has nothing against a page without letters, or with one at each input", () => {
    expect(codes(page, [], { inputs: [input("A"), input("B")], outputs, lettered: [false, false] })).toEqual([]);
    const texts = [text("A"), text("B"), text("Y")];
    expect(codes(page, texts, { inputs: [input("A"), input("B")], outputs, lettered: [true, true] })).toEqual([]);
  });

  it("doubts an input without a letter next to others that have one", () => {
    const [problem] = letterProblems(page, [text("A")], {
      inputs: [input("A"), input("B")],
      outputs,
      lettered: [true, false],
    });
    expect(problem).toMatchObject({ code: "unlettered-input", message: expect.stringContaining("named B") });
  });

  it("marks a clear letter A to G that names neither an input nor an output", () => {
    const both = { inputs: [input("A")], outputs: [input("F")], lettered: [true] };
    expect(letterProblems(page, [text("A"), text("C")], both)).toMatchObject([
      { code: "idle-letter", box: { x: 10, y: 10, width: 40, height: 60 } },
    ]);
    expect(codes(page, [text("A"), text("F"), text("C", 0.6), text("X"), text(null)], both)).toEqual([]);
  });

  it("doubts a circuit whose inputs are named like a flip-flop's pins", () => {
    const inputs = [input("A"), input("Clk")];
    expect(codes(page, [], { inputs, outputs, lettered: [true, true] })).toEqual(["sequential-circuit"]);
  });
});
