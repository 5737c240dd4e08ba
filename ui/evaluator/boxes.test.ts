import fc from "fast-check";
import { expect, test } from "vitest";
import { boxBetween, HANDLES, handlePlace, isMeant, MIN_BOX, moveBox, resizeBox } from "./tools.ts";

const within = { width: 400, height: 300 };
const box = { x: 100, y: 80, width: 60, height: 40 };

test("boxBetween spans any two corners in whole pixels", () => {
  expect(boxBetween({ x: 50.4, y: 9.6 }, { x: 10, y: 30 })).toEqual({ x: 10, y: 10, width: 40, height: 20 });
});

test("isMeant: a click that slipped is not a box", () => {
  expect(isMeant({ x: 0, y: 0, width: MIN_BOX, height: MIN_BOX })).toBe(true);
  expect(isMeant({ x: 0, y: 0, width: 200, height: MIN_BOX - 1 })).toBe(false);
});

test("moveBox keeps the box inside the picture", () => {
  expect(moveBox(box, { by: { x: 5.4, y: -3 }, within })).toEqual({ ...box, x: 105, y: 77 });
  expect(moveBox(box, { by: { x: 9999, y: 9999 }, within })).toEqual({ ...box, x: 340, y: 260 });
  expect(moveBox(box, { by: { x: -9999, y: -9999 }, within })).toEqual({ ...box, x: 0, y: 0 });
});

test("resizeBox moves the sides of its handle and leaves the others", () => {
  expect(resizeBox(box, { handle: "se", to: { x: 200, y: 200 }, within })).toEqual({ ...box, width: 100, height: 120 });
  expect(resizeBox(box, { handle: "n", to: { x: 0, y: 60 }, within })).toEqual({ ...box, y: 60, height: 60 });
  expect(resizeBox(box, { handle: "w", to: { x: 120, y: 0 }, within })).toEqual({ ...box, x: 120, width: 40 });
});

test("resizeBox never turns a box inside out or leaves the picture", () => {
  const anywhere = fc.integer({ min: -500, max: 900 });
  fc.assert(
    fc.property(fc.constantFrom(...HANDLES), anywhere, anywhere, (handle, x, y) => {
      const next = resizeBox(box, { handle, to: { x, y }, within });
      expect(next.width).toBeGreaterThanOrEqual(MIN_BOX);
      expect(next.height).toBeGreaterThanOrEqual(MIN_BOX);
      expect(next.x).toBeGreaterThanOrEqual(0);
      expect(next.y).toBeGreaterThanOrEqual(0);
      expect(next.x + next.width).toBeLessThanOrEqual(within.width);
      expect(next.y + next.height).toBeLessThanOrEqual(within.height);
    }),
  );
});

test("handlePlace", () => {
  expect(handlePlace(box, "nw")).toEqual({ x: 100, y: 80 });
  expect(handlePlace(box, "e")).toEqual({ x: 160, y: 100 });
  expect(handlePlace(box, "s")).toEqual({ x: 130, y: 120 });
});
