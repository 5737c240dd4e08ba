import { describe, expect, it } from "vitest";
import type { CleanPage } from "../../page/clean-page.ts";
import { plainPage } from "../../testdata/plain-page.ts";
import { inkWindow } from "./ink-window.ts";

function pageWith(width: number, height: number, paint: (x: number, y: number) => number): CleanPage {
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) ink[y * width + x] = paint(x, y);
  return plainPage({ width, height, ink });
}

const square = (x: number, y: number) => (x >= 100 && x < 180 && y >= 60 && y < 120 ? 255 : 0);

describe("inkWindow", () => {
  it("is null on a blank page and on one with faint marks only", () => {
    expect(
      inkWindow(
        pageWith(64, 64, () => 0),
        { longSide: 256, largestScale: 1 },
      ),
    ).toBeNull();
    expect(
      inkWindow(
        pageWith(64, 64, () => 40),
        { longSide: 256, largestScale: 1 },
      ),
    ).toBeNull();
  });

  it("cuts to the ink with a margin, in whole cells of 32", () => {
    const window = inkWindow(pageWith(300, 200, square), { longSide: 1024, largestScale: 1 })!;
    expect(window).toMatchObject({ x: 84, y: 44, scale: 1, width: 128, height: 96 });
    expect(window.ink[16 * 128 + 16]).toBeCloseTo(1);
    expect(window.ink[15 * 128 + 16]).toBeCloseTo(0);
    expect(window.ink[0]).toBe(0);
  });

  it("shrinks by area: the ink's sum falls with the square of the scale", () => {
    const page = pageWith(300, 200, square);
    const half = inkWindow(page, { longSide: 56, largestScale: 1 })!;
    expect(half.scale).toBeCloseTo(0.5);
    const sum = half.ink.reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo((80 * 60) / 4, -1);
  });

  it("reaches past the page's edge with paper", () => {
    const window = inkWindow(
      pageWith(50, 50, () => 255),
      { longSide: 1024, largestScale: 1 },
    )!;
    expect(window).toMatchObject({ x: -16, y: -16 });
    expect(window.ink[0]).toBe(0);
    expect(window.ink[16 * window.width + 16]).toBeCloseTo(1);
  });
});
