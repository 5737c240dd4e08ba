import { expect, test } from "vitest";
import { barText, timeLeft } from "./progress.ts";

test("the bar fills with the pages", () => {
  expect(barText(0, 4)).toBe(`${"░".repeat(24)} 0/4 pages`);
  expect(barText(1, 4)).toBe(`${"█".repeat(6)}${"░".repeat(18)} 1/4 pages`);
  expect(barText(4, 4)).toBe(`${"█".repeat(24)} 4/4 pages`);
  expect(barText(0, 0)).toBe(`${"░".repeat(24)} 0/0 pages`);
});

test("the time left is shown once some pages are done, without those of an earlier run", () => {
  const at = (done: number, seconds: number, total = 100, begun = 0) => timeLeft({ done, total, begun, seconds });
  expect([at(2, 60), at(50, 2), at(100, 60)]).toEqual(["", "", ""]);
  expect(at(90, 90)).toBe(", about 10 s left");
  expect(at(10, 20)).toBe(", about 3 min left");
  expect(at(60, 20, 100, 50)).toBe(", about 1 min left");
  expect(at(10, 100, 1000)).toBe(", about 2 h 45 min left");
});
