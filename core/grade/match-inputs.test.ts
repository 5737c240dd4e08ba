import { describe, expect, it } from "vitest";
import { matchInputs } from "./match-inputs.ts";

describe("matchInputs", () => {
  it.each([
    [["A", "B"], ["A", "B"], []],
    [["C", "A", "B"], ["C", "A", "B"], []],
    [["x", "y", "z"], ["A", "B", "C"], []],
    // Name and order say the same of the letter that is none of the keys'.
    [["A", "D", "C"], ["A", "B", "C"], []],
    [["D", "A"], ["B", "A"], ["D"]],
    [["B", "C", "D"], ["B", "C", "A"], ["D"]],
    [["A", "A", "B"], ["A", "C", "B"], ["A"]],
    [[], [], []],
  ])("reads %j as %j, doubting %j", (inputs, names, strangers) => {
    const variables = ["A", "B", "C"].slice(0, inputs.length);
    expect(matchInputs(inputs, variables)).toEqual({ names, strangers });
  });

  it("takes A, B, C … for the keys' variables in order, as on a page without letters", () => {
    expect(matchInputs(["A", "B"], ["B", "C"])).toEqual({ names: ["B", "C"], strangers: ["A"] });
    expect(matchInputs(["B", "A"], ["B", "C"])).toEqual({ names: ["B", "C"], strangers: [] });
    expect(matchInputs(["A", "C"], ["B", "C"])).toEqual({ names: ["B", "C"], strangers: [] });
    expect(matchInputs(["A", "B", "C"], ["A", "C", "D"])).toEqual({ names: ["A", "C", "D"], strangers: ["B"] });
  });

  it("matches nothing where the numbers differ", () => {
    expect(matchInputs(["A"], ["A", "B"])).toBeNull();
    expect(matchInputs(["A", "B", "C"], ["A", "B"])).toBeNull();
  });
});
