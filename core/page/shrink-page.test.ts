import { expect, test } from "vitest";
import { applyHomography } from "../geometry/homography.ts";
import type { CleanPage } from "./clean-page.ts";
import { penWidth, shrinkPage } from "./shrink-page.ts";

function page(width: number, height: number): CleanPage {
  const toPicture = { from: "Page", to: "Picture", m: [2, 0, 10, 0, 2, 20, 0, 0, 1] } as CleanPage["toPicture"];
  return { width, height, ink: new Uint8Array(width * height), toPicture, frame: "picture" };
}

test("ink is averaged", () => {
  const large = page(100, 60);
  for (let x = 0; x < 100; x++) for (let y = 20; y < 24; y++) large.ink[y * 100 + x] = 200;
  const small = shrinkPage(large, 0.5);
  expect([small.width, small.height]).toEqual([50, 30]);
  expect([...new Set(small.ink)].sort()).toEqual([0, 177]);
  expect(small.ink.filter((value) => value === 177)).toHaveLength(50 * 2);
});

test("places in the picture stay", () => {
  const large = page(90, 45);
  const small = shrinkPage(large, 0.4);
  const there = applyHomography(large.toPicture, { x: 45, y: 20 } as Parameters<
    typeof applyHomography<"Page", "Picture">
  >[1]);
  const scaled = { x: (45 * small.width) / 90, y: (20 * small.height) / 45 } as typeof there;
  const again = applyHomography(small.toPicture, scaled as never);
  expect(again.x).toBeCloseTo(there.x);
  expect(again.y).toBeCloseTo(there.y);
});

test("the pen's width is the lines' width", () => {
  const drawn = page(200, 100);
  for (let x = 10; x < 190; x++) for (let y = 40; y < 46; y++) drawn.ink[y * 200 + x] = 255;
  expect(penWidth(drawn)).toBeCloseTo(6, 0);
  expect(penWidth(page(20, 20))).toBe(1);
});
