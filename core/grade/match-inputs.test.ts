import { describe, expect, it } from "vitest";
import { isUnlettered, matchInputs } from "./match-inputs.ts";

describe("matchInputs", () => {
  it.each([
    [["A", "B"], ["A", "B"], []],
    [["C", "A", "B"], ["C", "A", "B"], []],
    [["x", "y", "z"], ["A", "B", "C"], []],
    // Name and order agree on the letter that no key has.
    [["A", "D", "C"], ["A", "B", "C"], []],
    [["D", "A"], ["B", "A"], ["D"]],
    [["B", "C", "D"], ["B", "C", "A"], ["D"]],
    [["A", "A", "B"], ["A", "C", "B"], ["A"]],
    [[], [], []],
  ])("reads %j as %j, doubting %j", (inputs, names, strangers) => {
    const variables = ["A", "B", "C"].slice(0, inputs.length);
    expect(matchInputs(inputs, variables)).toEqual({ names, strangers });
  });

  it("matches the inputs of a page without letters in order, whatever their names", () => {
    expect(matchInputs(["A", "B"], ["B", "C"])).toEqual({ names: ["C", "B"], strangers: ["A"] });
    expect(matchInputs(["A", "B"], ["B", "C"], { unlettered: true })).toEqual({ names: ["B", "C"], strangers: [] });
    expect(matchInputs(["A"], ["B", "C"], { unlettered: true })).toBeNull();
  });

  it("recognises such a page by its netlist", () => {
    const netlist = { nets: 2, gates: [], outputs: [], inputs: [0, 1].map((net) => ({ name: "AB"[net]!, net })) };
    const [a, b] = netlist.inputs.map((input) => ({ ...input, unnamed: true }));
    const inputs = ["A", "B"];
    expect(isUnlettered({ inputs, netlist: { ...netlist, inputs: [a!, b!] } })).toBe(true);
    expect(isUnlettered({ inputs, netlist: { ...netlist, inputs: [a!, netlist.inputs[1]!] } })).toBe(false);
    expect(isUnlettered({ inputs, netlist: null })).toBe(false);
  });

  it("matches nothing if the numbers differ", () => {
    expect(matchInputs(["A"], ["A", "B"])).toBeNull();
    expect(matchInputs(["A", "B", "C"], ["A", "B"])).toBeNull();
  });

  it("leaves out inputs and variables without effect where the numbers differ, foreign names first", () => {
    const idle = (...places: number[]) => ({ isIdleInput: (index: number) => places.includes(index) });
    expect(matchInputs(["A", "B", "C"], ["A", "C"], idle(1))?.names).toEqual(["A", null, "C"]);
    expect(matchInputs(["A", "x", "B"], ["A", "B"], idle(1, 2))?.names).toEqual(["A", null, "B"]);
    expect(matchInputs(["A", "B", "C"], ["A", "B"], idle(1, 2))?.names).toEqual(["A", "B", null]);
    expect(matchInputs(["A", "B", "C", "D"], ["A", "B"], idle(3))).toBeNull();
    expect(matchInputs(["A", "B"], ["A", "B", "C"], { isIdleVariable: (index) => index === 2 })?.names).toEqual([
      "A",
      "B",
    ]);
    expect(matchInputs(["A", "C"], ["A", "B", "C"], { isIdleVariable: (index) => index === 1 })?.names).toEqual([
      "A",
      "C",
    ]);
    expect(matchInputs(["A", "B"], ["A", "B", "C"], { isIdleVariable: () => false })).toBeNull();
    expect(matchInputs(["A", "C"], ["A", "C"], idle(1))?.names).toEqual(["A", "C"]);
  });
});

describe("matchInputs of an item with names", () => {
  it.each([
    [["S0", "S1"], ["S0", "S1"], []],
    [["X", "S0"], ["x", "S0"], []],
    [
      ["A", "B"],
      ["S1", "S0"],
      ["A", "B"],
    ],
    [["S1", "B"], ["S1", "S0"], ["B"]],
    [["CIN", "Q1"], ["Cin", "Q[1]"], []],
  ])("reads %j as %j, doubting %j", (inputs, names, strangers) => {
    const variables = { X: ["S0", "x"], CIN: ["Q[1]", "Cin"] }[inputs[0]!] ?? ["S1", "S0"];
    expect(matchInputs(inputs, variables, { isNamed: true })).toEqual({ names, strangers });
  });

  it("takes a page with names that were not read for one with names", () => {
    const terminals = ["A", "B"].map((name, net) => ({ name, net, unnamed: true, unread: true }));
    const page = { inputs: ["A", "B"], netlist: { nets: 2, gates: [], inputs: terminals, outputs: [] } };
    expect(isUnlettered(page, { isNamed: true })).toBe(false);
    expect(isUnlettered(page)).toBe(true);
  });

  it("takes the inputs of a page without letters in the order of the names", () => {
    const options = { isNamed: true, unlettered: true };
    expect(matchInputs(["A", "B"], ["S1", "S0"], options)).toEqual({ names: ["S1", "S0"], strangers: [] });
  });
});

describe("matchInputs by how names look", () => {
  /** Inputs with what may be written there. */
  const seen = (names: Record<string, Record<string, number>>) =>
    Object.entries(names).map(([name, scores], net) => {
      return { name, net, readings: Object.entries(scores).map(([text, score]) => ({ text, score })) };
    });

  it.each([
    ["a letter that was misread", { L: { L: 0.6, C: 0.4 }, B: {}, A: {} }, ["C", "B", "A"], []],
    ["of two the one that looks like it", { L: { C: 0.3 }, G: { A: 0.3 }, B: {} }, ["C", "A", "B"], []],
    [
      "names of more characters than a letter in order",
      { D1: { B: 0.9 }, A1: {}, A: {} },
      ["B", "C", "A"],
      ["D1", "A1"],
    ],
    ["a letter that may be another as it is read", { A: { A: 0.6, B: 0.4 }, B: {}, C: {} }, ["A", "B", "C"], []],
    [
      "a swapped pair as it is drawn, doubting letters that may be each other",
      { B: { B: 0.5, A: 0.4 }, A: { A: 0.5, B: 0.4 }, C: {} },
      ["B", "A", "C"],
      ["B", "A"],
    ],
    ["nothing like it, doubting it", { L: { L: 0.9, Q: 0.1 }, B: {}, A: {} }, ["C", "B", "A"], ["L"]],
  ])("takes %s", (_, inputs, names, strangers) => {
    const terminals = seen(inputs as Record<string, Record<string, number>>);
    const drawn = terminals.map(({ name }) => name);
    expect(matchInputs(drawn, ["A", "B", "C"], { terminals })).toEqual({ names, strangers });
  });

  it.each([
    ["the beginning of one name", { C: {}, B: {}, A: {} }, ["Cin", "A", "B"], ["Cin", "B", "A"], []],
    ["what is less likely read", { B: { B: 0.6, D1: 0.3 }, D0: {} }, ["D0", "D1"], ["D1", "D0"], []],
    ["the beginning of two names, doubting which", { D: {}, S: {} }, ["D1", "D0"], ["D1", "D0"], ["D", "S"]],
  ])("takes %s of an item with names", (_, inputs, variables, names, strangers) => {
    const terminals = seen(inputs as Record<string, Record<string, number>>);
    const drawn = terminals.map(({ name }) => name);
    expect(matchInputs(drawn, variables, { terminals, isNamed: true })).toEqual({ names, strangers });
  });

  it("trusts no name that is made up", () => {
    const terminals = [
      { name: "C", net: 0, unnamed: true },
      { name: "A", net: 1 },
    ];
    expect(matchInputs(["C", "A"], ["Cin", "A"], { terminals, isNamed: true })?.strangers).toEqual(["C"]);
  });
});
