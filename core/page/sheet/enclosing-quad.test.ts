import { expect, it } from "vitest";
import { enclosingQuad } from "./enclosing-quad.ts";

it("finds the four sides of a shape whose corners are cut off", () => {
  const octagon = [
    { x: 10, y: 0 },
    { x: 90, y: 0 },
    { x: 100, y: 10 },
    { x: 100, y: 50 },
    { x: 90, y: 60 },
    { x: 10, y: 60 },
    { x: 0, y: 50 },
    { x: 0, y: 10 },
    { x: 50, y: 30 },
  ];
  const quad = enclosingQuad(octagon)!.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
  expect(quad.length).toBe(4);
  expect([...quad].sort()).toEqual(["0,0", "0,60", "100,0", "100,60"]);
  const first = quad.indexOf("0,0");
  expect(quad[(first + 1) % 4]).toBe("100,0");
});

it("gives none for fewer than four corners", () => {
  expect(
    enclosingQuad([
      { x: 0, y: 0 },
      { x: 4, y: 0 },
      { x: 0, y: 4 },
    ]),
  ).toBeNull();
});
