import { expect, it } from "vitest";
import { blankOutside } from "./blank-outside.ts";

function blanked(...corners: [number, number][]): string[] {
  const plane = new Uint8Array(40).fill(9);
  const [a, b, c, d] = corners.map(([x, y]) => ({ x, y }));
  blankOutside(plane, { width: 8, height: 5, corners: [a!, b!, c!, d!] });
  return Array.from({ length: 5 }, (_, y) =>
    [...plane.subarray(y * 8, y * 8 + 8)].map((v) => (v ? "#" : ".")).join(""),
  );
}

it("keeps a box", () => {
  expect(blanked([2, 1], [6, 1], [6, 4], [2, 4])).toEqual(["........", "..####..", "..####..", "..####..", "........"]);
});

it("keeps a slanting quadrilateral", () => {
  expect(blanked([0, 0], [4, 0], [8, 5], [4, 5])).toEqual(["####....", ".####...", "..####..", "...####.", "....####"]);
});

it("keeps everything if the corners are outside", () => {
  expect(blanked([-5, -5], [20, -5], [20, 20], [-5, 20]).join("")).toBe("#".repeat(40));
});
