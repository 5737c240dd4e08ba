import { expect, test } from "vitest";
import { groupDigits, groupsExhausted, lowestFreeGroup, nearestFreeGroup, nextFreeGroup } from "./group-number.ts";

const first99 = Array.from({ length: 99 }, (_, index) => index + 1);

test("a new group gets the lowest free number", () => {
  expect(lowestFreeGroup([])).toBe(1);
  expect(lowestFreeGroup([1, 2, 4])).toBe(3);
  expect(lowestFreeGroup(first99)).toBeNull();
});

test("steps skip taken numbers and never go below 1", () => {
  expect(nextFreeGroup(1, { taken: [2, 3], direction: 1 })).toBe(4);
  expect(nextFreeGroup(5, { taken: [4, 3], direction: -1 })).toBe(2);
  expect(nextFreeGroup(3, { taken: [1, 2], direction: -1 })).toBeNull();
});

test("a taken number that is typed moves on in the direction of the change", () => {
  expect(nearestFreeGroup(5, { previous: 2, taken: [5, 6] })).toBe(7);
  expect(nearestFreeGroup(5, { previous: 9, taken: [5, 6] })).toBe(4);
  expect(nearestFreeGroup(8, { previous: 2, taken: [5, 6] })).toBe(8);
  expect(nearestFreeGroup(1, { previous: 2, taken: [1] })).toBe(2);
});

test("only digits stay, without leading zeros", () => {
  expect(["0", "007", "-3", "1e2", "a", "12", "0a07-"].map(groupDigits)).toEqual(["", "7", "3", "12", "", "12", "7"]);
  expect(groupDigits("000")).toBe("");
});

test("with 99 groups the field is disabled", () => {
  expect([98, 99, 100].map(groupsExhausted)).toEqual([false, true, true]);
});
