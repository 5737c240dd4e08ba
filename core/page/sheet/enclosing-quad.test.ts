import { expect, it } from "vitest";
import { points } from "../../testdata/lines.ts";
import { enclosingQuad } from "./enclosing-quad.ts";

it("finds the four sides of a shape whose corners are cut off", () => {
  const octagon = points("10,0 90,0 100,10 100,50 90,60 10,60 0,50 0,10 50,30");
  const quad = enclosingQuad(octagon)!.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`);
  expect(quad.length).toBe(4);
  expect([...quad].sort()).toEqual(["0,0", "0,60", "100,0", "100,60"]);
  const first = quad.indexOf("0,0");
  expect(quad[(first + 1) % 4]).toBe("100,0");
});

it("gives none for fewer than four corners", () => {
  expect(enclosingQuad(points("0,0 4,0 0,4"))).toBeNull();
});
