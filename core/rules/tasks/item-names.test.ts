import { describe, expect, it, test } from "vitest";
import { checkNames, namedKeys, namesText, readNames } from "./item-names.ts";

describe("checkNames", () => {
  it.each([
    [["S1", "S0"], ["Y"]],
    [["D3", "D2", "D1", "D0", "En"], ["Y1"]],
    [["x", "y", "z"], ["F"]],
    [["A", "B", "Cin"], ["S"]],
    [["S", "A", "B"], ["Y"]],
    [["Q[1]", "Q[0]", "T_1", "R₂"], ["Out"]],
    [[], ["F"]],
    [["a", "b", "c", "d", "e", "f", "g"], []],
    [["Overflow", "x8", "X0"], []],
  ])("takes the inputs %j and outputs %j", (inputs, outputs) => {
    expect(checkNames({ inputs, outputs }, 1)).toEqual([]);
  });

  it.each([
    ["too many inputs", "p q r s t u v w", "", "inputs", /at most 7 inputs; here are 8/],
    ["more outputs than keys", "p q", "Y Z", "outputs", /2 names, but 1 of them/],
    ["nine characters", "Overflows", "", "inputs", /at most 8 characters/],
    ["a digit first", "1S", "", "inputs", /start with a letter/],
    ["a sign", "S+", "", "inputs", /start with a letter/],
    ["another script", "Σ", "", "inputs", /start with a letter/],
    ["an open index", "Q[1", "", "inputs", /start with a letter/],
    ["an operator's word", "x Nor", "", "inputs", /Nor is the word of an operator/],
    ["the saved form", "x1 y", "", "inputs", /X1 to X7/],
    ["the saved form with an index", "X[3] y", "", "inputs", /X1 to X7/],
    ["one name in two cases", "s S", "", "inputs", /S is there twice/],
    ["one name with two kinds of index", "S1 S[1]", "", "inputs", /S\[1\] is there twice/],
    ["an input that is an output", "S", "s", "outputs", /s is there twice/],
    ["A to G in another order", "B A", "", "inputs", /A comes after B/],
    ["an output like an unnamed input", "", "b", "outputs", /Name the inputs, too/],
  ])("refuses %s and says why", (_, inputs, outputs, field, message) => {
    const issues = checkNames({ inputs: readNames(inputs), outputs: readNames(outputs) }, 1);
    expect(issues).toEqual([{ code: "name-invalid", field, message: expect.stringMatching(message) }]);
  });
});

test("names are read from a text, also a range", () => {
  expect(readNames(" S1, S0;D3…D1  y")).toEqual(["S1", "S0", "D3", "D2", "D1", "y"]);
  expect(readNames("A0-A2 B1..2")).toEqual(["A0", "A1", "A2", "B1", "B2"]);
  expect(readNames(" ")).toEqual([]);
});

test("keys get the names of their item, and the first keys those of its outputs", () => {
  const keys = [{ grade: 1 }, { grade: 2 }];
  expect(namedKeys(keys, { inputs: ["x", "y"], outputs: ["S"] })).toEqual([
    { grade: 1, inputs: ["x", "y"], output: "S" },
    { grade: 2, inputs: ["x", "y"] },
  ]);
  expect(namedKeys(keys, null)).toEqual(keys);
});

test("names are said to people", () => {
  expect(namesText({ inputs: ["x"], outputs: ["S", "C"] })).toBe("Input: x · Outputs: S, C");
  expect(namesText(null)).toBeNull();
});
