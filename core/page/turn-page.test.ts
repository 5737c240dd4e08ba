import { describe, expect, it } from "vitest";
import { applyHomography } from "../geometry/homography.ts";
import type { CleanPage } from "./clean-page.ts";
import { turnPage } from "./turn-page.ts";

const page: CleanPage = {
  width: 3,
  height: 2,
  // biome-ignore format: rows of pixels
  ink: Uint8Array.from([
    1, 2, 3,
    4, 5, 6,
  ]),
  toPicture: { from: "Page", to: "Picture", m: [2, 0.1, 5, 0.2, 3, 7, 0.001, 0.002, 1] },
  frame: "picture",
};

describe("turnPage", () => {
  it.each([
    [0, 3, [1, 2, 3, 4, 5, 6]],
    [1, 2, [4, 1, 5, 2, 6, 3]],
    [2, 3, [6, 5, 4, 3, 2, 1]],
    [3, 2, [3, 6, 2, 5, 1, 4]],
  ] as const)("turns by %i quarters clockwise", (quarters, width, ink) => {
    const turned = turnPage(page, quarters);
    expect([turned.width, turned.height, ...turned.ink]).toEqual([width, 6 / width, ...ink]);
  });

  it.each([0, 1, 2, 3] as const)("leads back to the same place of the picture: %i", (quarters) => {
    const turned = turnPage(page, quarters);
    for (let i = 0; i < 6; i++) {
      const at = turned.ink.indexOf(page.ink[i]!);
      const there = applyHomography(turned.toPicture, {
        x: (at % turned.width) + 0.5,
        y: Math.floor(at / turned.width) + 0.5,
      });
      const here = applyHomography(page.toPicture, { x: (i % 3) + 0.5, y: Math.floor(i / 3) + 0.5 });
      expect(there.x).toBeCloseTo(here.x, 6);
      expect(there.y).toBeCloseTo(here.y, 6);
    }
  });
});
