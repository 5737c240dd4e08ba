import { expect, test } from "vitest";
import { itemList } from "./item-list.ts";

test.each([
  [[2], "item 2"],
  [[2, 1], "items 1 and 2"],
  [[3, 1, 2, 1], "items 1, 2 and 3"],
])("%j are %s", (items, text) => {
  expect(itemList(items)).toBe(text);
});
