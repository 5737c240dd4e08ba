import { expect, test } from "vitest";
import { idleVariables, tableOfItem } from "./item-table.ts";

const low = { bit: "0", differs: false };
const high = { bit: "1", differs: false, high: true };

test("the keys of an item share a table over all their inputs", () => {
  expect(tableOfItem(["A ^ B", "A &", "B"])).toEqual({
    inputs: ["A", "B"],
    outputs: ["Key 1", "Key 3"],
    lines: [
      { inputs: "00", bits: [low, low] },
      { inputs: "01", bits: [high, high] },
      { inputs: "10", bits: [high, low] },
      { inputs: "11", bits: [low, high] },
    ],
  });
  expect(tableOfItem(["", "A &"])).toBeNull();
});

test("a row that does not matter has an X, and a list is over the letters of the other keys", () => {
  const table = tableOfItem(["Σm(1) + d(0)", "A & C"]);
  expect(table?.inputs).toEqual(["A", "B", "C"]);
  expect(table?.lines.map(({ bits }) => bits[0]?.bit).join("")).toBe("X1000000");
});

test("names the letters without effect", () => {
  expect(idleVariables(["A ^ B", "A & B & C | A & B & ~C"])).toEqual(["C"]);
  expect(idleVariables(["A & B & C | A & B & ~C", "C"])).toEqual([]);
  expect(idleVariables(["A &"])).toEqual([]);
});
