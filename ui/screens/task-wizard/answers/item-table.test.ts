import { expect, test } from "vitest";
import { tableOfItem } from "./item-table.ts";

test("the keys of an item share a table over all their inputs", () => {
  expect(tableOfItem(["A ^ B", "A &", "B"])).toEqual({
    inputs: ["A", "B"],
    keys: [1, 3],
    rows: ["0000", "0111", "1010", "1101"],
  });
  expect(tableOfItem(["", "A &"])).toBeNull();
});
