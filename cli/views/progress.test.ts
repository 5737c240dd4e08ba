import { expect, test } from "vitest";
import { barText } from "./progress.ts";

test("the bar fills with the pages", () => {
  expect(barText(0, 4)).toBe(`${"░".repeat(24)} 0/4 pages`);
  expect(barText(1, 4)).toBe(`${"█".repeat(6)}${"░".repeat(18)} 1/4 pages`);
  expect(barText(4, 4)).toBe(`${"█".repeat(24)} 4/4 pages`);
  expect(barText(0, 0)).toBe(`${"░".repeat(24)} 0/0 pages`);
});
