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
    expect(
      codes(page, [], { inputs: [input("A"), input("B")], outputs, lettered: [false, false], across: [true, true] }),
    ).toEqual([]);
    const texts = [text("A"), text("B"), text("Y")];
    expect(
      codes(page, texts, { inputs: [input("A"), input("B")], outputs, lettered: [true, true], across: [true, true] }),
    ).toEqual([]);
  });

  it("doubts an input without a letter next to others that have one", () => {
    const [problem] = letterProblems(page, [text("A")], {
      inputs: [input("A"), input("B")],
      outputs,
      lettered: [true, false],
      across: [true, true],
    });
    expect(problem).toMatchObject({ code: "unlettered-input", message: expect.stringContaining("named B") });
  });

  it("doubts an input whose name was not read if names may be written again", () => {
    const inputs = [input("A"), { ...input("B"), unnamed: true, unread: true }];
    const both = { inputs, outputs, lettered: [true, true], across: [true, true] };
    expect(codes(page, [text("A"), text(null)], { ...both, mayRepeat: true })).toEqual(["unlettered-input"]);
    expect(codes(page, [text("A"), text(null)], both)).toEqual([]);
  });

  it("marks a clear letter A to G that names neither an input nor an output", () => {
    const both = { inputs: [input("A")], outputs: [input("F")], lettered: [true], across: [true] };
    expect(letterProblems(page, [text("A"), text("C")], both)).toMatchObject([
      { code: "idle-letter", box: { x: 10, y: 10, width: 40, height: 60 } },
    ]);
    expect(codes(page, [text("A"), text("F"), text("C", 0.6), text("X"), text(null)], both)).toEqual([]);
  });

  it("doubts a circuit whose inputs are named like a flip-flop's pins", () => {
    const inputs = [input("A"), input("Clk")];
    expect(codes(page, [], { inputs, outputs, lettered: [true, true], across: [true, true] })).toEqual([
      "sequential-circuit",
    ]);
  });

  it("doubts a name with more writing next to it, but not a letter with a value", () => {
    const word = (name: string | null, x: number, read = name): TextMark => ({
      ...text(name, 0.6),
      box: { x, y: 5, width: 20, height: 30 } as TextMark["box"],
      ...(read && { readings: [{ text: read, score: 0.6 }] }),
    });
    const named = (name: string) => ({
      inputs: [{ ...input(name), box: { x: 10, y: 10, width: 40, height: 60 } as NonNullable<Terminal["box"]> }],
      outputs,
      lettered: [true],
      across: [true],
    });
    expect(letterProblems(page, [word("In", 5), word("A", 55)], named("In"))).toMatchObject([
      { code: "part-of-name", box: { x: 10, y: 10, width: 40, height: 60 } },
    ]);
    expect(codes(page, [word("In", 5), word(null, 55, "0")], named("In"))).toEqual(["part-of-name"]);
    expect(codes(page, [word("A", 5), word(null, 55, "0")], named("A"))).toEqual([]);
    expect(codes(page, [word("In", 5), word("A", 95)], named("In"))).toEqual([]);
    const own = named("In");
    const next = { ...input("A"), box: { x: 110, y: 10, width: 40, height: 60 } as NonNullable<Terminal["box"]> };
    const both = { outputs, inputs: [...own.inputs, next], lettered: [true, true] };
    const texts = [word("In", 5), word("A", 55)];
    expect(codes(page, texts, { ...both, across: [true, true] })).toEqual(["part-of-name"]);
    expect(codes(page, texts, { ...both, across: [false, false] })).toEqual([]);
  });
});
