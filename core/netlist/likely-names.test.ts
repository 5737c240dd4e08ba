import { describe, expect, it } from "vitest";
import { type Label, likelyNames } from "./likely-names.ts";

function label(text: string | null, scores: Record<string, number>): Label {
  return { text, readings: Object.entries(scores).map(([name, score]) => ({ text: name, score })) };
}

const sure = (text: string) => label(text, { [text]: 0.97 });
const nothing: Label = { text: null, readings: [] };

describe("likelyNames", () => {
  it("keeps what is clear, repeats and gaps included", () => {
    expect(likelyNames([sure("A"), sure("B"), sure("A"), sure("D")])).toEqual(["A", "B", "A", "D"]);
  });

  it("gives up in time on labels that may say anything", () => {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const any = Array.from({ length: 10 }, (_, k) => {
      const scores = [...letters].map((a, n) => [a, 0.03 + 0.001 * ((7 * n + 3 * k) % 10)] as const);
      const pairs = [...letters].flatMap((a) => ["0", "1", "2"].map((b) => [a + b, 0.004] as const));
      return label(null, Object.fromEntries([...scores, ...pairs]));
    });
    expect(likelyNames(any)).toHaveLength(10);
  });

  it("keeps clear letters where one is left out, as in a function that does not depend on A", () => {
    expect(likelyNames([label("B", { B: 0.95, A: 0.002 }), label("C", { C: 0.95, A: 0.001 })])).toEqual(["B", "C"]);
  });

  it("takes a doubtful letter for the one that the others leave", () => {
    const doubtful = label("G", { G: 0.7, E: 0.2 });
    expect(likelyNames([sure("A"), sure("B"), sure("C"), sure("D"), doubtful])).toEqual(["A", "B", "C", "D", "E"]);
    expect(likelyNames([doubtful, sure("A")])).not.toContain("B");
  });

  it("takes a letter that looks like an output's name for another one, if it may be", () => {
    const doubtful = label("D", { D: 0.9, A: 0.02 });
    const outputs = new Map([["D", 0.95]]);
    expect(likelyNames([doubtful, sure("B"), sure("C")], { outputs })).toEqual(["A", "B", "C"]);
    expect(likelyNames([sure("D"), sure("A"), sure("B"), sure("C")], { outputs })).toEqual(["D", "A", "B", "C"]);
  });

  it("reads a letter that looks most like one outside A to G as one of them where it may be", () => {
    expect(likelyNames([label("Q", { Q: 0.1, A: 0.5 }), sure("B")])).toEqual(["A", "B"]);
  });

  it("takes equal words for one name and unlike ones for two, also where two gates read them", () => {
    const at = (gate: number, text: string): Label => ({ text, readings: [], gates: [gate] });
    const names = ["Ina", "Inb", "Inb", "Ina"];
    expect(likelyNames(names.map((name, k) => at(k >> 1, name)))).toEqual(names);
  });

  it("leaves longer names, other letters and missing labels as they are", () => {
    expect(likelyNames([sure("A"), sure("Cin"), nothing, sure("X")])).toEqual(["A", "Cin", null, "X"]);
    expect(likelyNames([])).toEqual([]);
  });

  it("takes an index for a value if only single letters make names without gaps", () => {
    const withValue = (text: string) => label(text, { [text]: 0.5 });
    expect(likelyNames([withValue("A8"), withValue("B0"), sure("C")])).toEqual(["A", "B", "C"]);
    const adder = ["A0", "B0", "A1", "B1"];
    expect(likelyNames(adder.map(sure))).toEqual(adder);
    expect(likelyNames(["A0", "B0"].map(sure))).toEqual(["A0", "B0"]);
  });

  it("reads the same index behind several letters, and one far behind the others", () => {
    const adder = ["A0", "B0", "A1", "B1", "A31", "B31"];
    expect(likelyNames(adder.map(sure))).toEqual(adder);
    const bits = ["A3", "B3", "C3"].map((text) => label(text, { [text]: 0.6 }));
    expect(likelyNames(bits)).toEqual(["A3", "B3", "C3"]);
  });

  it("reads a usual name where a letter is hardly likelier", () => {
    const carry = label("C", { G: 0.05, C: 0.004, Cin: 0.2 });
    expect(likelyNames([sure("A"), sure("B"), carry])).toEqual(["A", "B", "Cin"]);
  });

  it("reads a name that another input already has as its second reading", () => {
    expect(likelyNames([sure("A"), sure("B"), label("B", { B: 0.6, C: 0.3 })])).toEqual(["A", "B", "C"]);
  });

  it("reads two labels of one gate as different names, unless both are clear", () => {
    const d2 = label("D2", { D2: 0.5, D0: 0.2 });
    const page = [label("D2", { D2: 0.9 }), label("D1", { D1: 0.9 }), label("D2", { D2: 0.8 }), d2];
    expect(likelyNames(page)).toEqual(["D2", "D1", "D2", "D2"]);
    expect(likelyNames(page.map((each, k) => ({ ...each, gates: [k >> 1] })))).toEqual(["D2", "D1", "D2", "D0"]);
    expect(likelyNames([sure("A"), sure("A"), sure("B")].map((each) => ({ ...each, gates: [0] })))).toEqual([
      "A",
      "A",
      "B",
    ]);
  });

  it("reads two labels of the same gates as different names although one hardly looks like another", () => {
    const rails = [sure("A"), sure("B"), label("B", { B: 0.9, C: 0.01 })];
    expect(likelyNames(rails)).toEqual(["A", "B", "B"]);
    expect(likelyNames(rails.map((each) => ({ ...each, gates: [0, 1] })))).toEqual(["A", "B", "C"]);
  });

  it("takes what hardly looks like a name for none if the name is another input's", () => {
    const scribble = label(null, { "": 0.6, A: 0.05, T: 0.1 });
    expect(likelyNames([sure("A"), sure("B"), scribble, sure("D")])).toEqual(["A", "B", null, "D"]);
  });

  it("reads letters after G that follow each other, although one looks more like A", () => {
    const doubtful = (text: string) => label(null, { A: 0.4, [text]: 0.3 });
    expect(likelyNames([sure("K"), doubtful("L"), sure("M")])).toEqual(["K", "L", "M"]);
    expect(likelyNames([sure("Z"), sure("X"), doubtful("Y")])).toEqual(["Z", "X", "Y"]);
    expect(likelyNames([sure("S"), doubtful("T"), sure("B")])).toEqual(["S", "A", "B"]);
  });

  it("reads doubtful indices where the other names have one", () => {
    const doubtful = label("D", { D: 0.4, D1: 0.2, D7: 0.05 });
    expect(likelyNames([sure("D3"), sure("D2"), doubtful, label("B", { B: 0.4, D0: 0.2 })])).toEqual([
      "D3",
      "D2",
      "D1",
      "D0",
    ]);
  });

  it("takes bare digits for indices, the same digit for the same input", () => {
    const digit = (text: string) => label(null, { [text]: 0.8, B: 0.1 });
    expect(likelyNames(["3", "2", "1", "3", "2", "0"].map(digit))).toEqual(["D3", "D2", "D1", "D3", "D2", "D0"]);
  });
});
