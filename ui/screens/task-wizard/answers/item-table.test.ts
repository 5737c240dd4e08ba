import { expect, test } from "vitest";
import { tableOfItem } from "./item-table.ts";

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
