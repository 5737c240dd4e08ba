import { expect, test } from "vitest";
import { levelFor } from "./picture-levels.ts";

test("levelFor chooses the smallest copy that need not be enlarged", () => {
  expect(levelFor(2, 4)).toBe(0);
  expect(levelFor(1, 4)).toBe(0);
  expect(levelFor(0.51, 4)).toBe(0);
  expect(levelFor(0.5, 4)).toBe(1);
  expect(levelFor(0.3, 4)).toBe(1);
  expect(levelFor(0.01, 4)).toBe(3);
  expect(levelFor(0.01, 1)).toBe(0);
});
