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
});
