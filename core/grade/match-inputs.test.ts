import { describe, expect, it } from "vitest";
import { matchInputs } from "./match-inputs.ts";

describe("matchInputs", () => {
  it.each([
    [["A", "B"], ["A", "B"], "name"],
    [["C", "A", "B"], ["C", "A", "B"], "name"],
    [["x", "y", "z"], ["A", "B", "C"], "position"],
    [["B", "C", "D"], ["A", "B", "C"], "position"],
    [["A", "A", "B"], ["A", "B", "C"], "position"],
    [[], [], "name"],
  ])("reads %j as %j by %s", (inputs, names, by) => {
    const variables = ["A", "B", "C"].slice(0, inputs.length);
    expect(matchInputs(inputs, variables)).toEqual({ names, by });
  });

  it("matches nothing where the numbers differ", () => {
    expect(matchInputs(["A"], ["A", "B"])).toBeNull();
    expect(matchInputs(["A", "B", "C"], ["A", "B"])).toBeNull();
  });
});
