import { describe, expect, it } from "vitest";
import type { CleanPage } from "../page/clean-page.ts";
import { plainPage } from "../testdata/plain-page.ts";
import { drawnCircle } from "./drawn-circle.ts";

const UNIT = 60;

/** A page of 60 x 60 pixels whose ink is where `isInk` says. */
function pageOf(isInk: (x: number, y: number) => boolean): CleanPage {
  const [width, height] = [60, 60];
  const ink = Uint8Array.from({ length: width * height }, (_, at) =>
    isInk(at % width, Math.floor(at / width)) ? 255 : 0,
  );
  return plainPage({ width, height, ink });
}

const isRing = (x: number, y: number) => Math.abs(Math.hypot(x - 30, y - 30) - 6) <= 1.5;

describe("drawnCircle", () => {
  it("finds the centre and the rim of a circle with a wire, starting off its centre", () => {
    const circle = drawnCircle(
      pageOf((x, y) => isRing(x, y) || (x < 25 && Math.abs(y - 30) <= 1)),
      { x: 27, y: 33 },
      UNIT,
    );
    expect(circle.isClosed).toBe(true);
    expect(circle.at.x).toBeCloseTo(30, 0);
    expect(circle.at.y).toBeCloseTo(30, 0);
    expect(circle.radius).toBeGreaterThanOrEqual(7);
    expect(circle.radius).toBeLessThanOrEqual(9);
  });

  it("follows the rim of an egg, and passes over a wire", () => {
    const page = pageOf((x, y) => {
      const isEgg = Math.abs(Math.hypot((x - 30) / 6, (y - 30) / 9) - 1) < 0.25;
      return isEgg || (x < 25 && Math.abs(y - 30) <= 1);
    });
    const { rim } = drawnCircle(page, { x: 30, y: 30 }, UNIT);
    expect(rim[0]).toBeGreaterThan(5);
    expect(rim[0]).toBeLessThan(10);
    expect(rim[rim.length / 4]! - rim[0]!).toBeGreaterThan(2);
    expect(Math.max(...rim)).toBeLessThan(15);
  });

  it("detects a circle that the pen left open", () => {
    const page = pageOf((x, y) => isRing(x, y) && !(x > 30 && Math.abs(y - 30) <= 2));
    expect(drawnCircle(page, { x: 30, y: 30 }, UNIT).isClosed).toBe(false);
  });

  it("stays at a blot that would be part of a larger ring, with the next wire's blot and the gate's back", () => {
    const page = pageOf((x, y) => {
      const isBlot = [30, 42].some((middle) => Math.hypot(x - 40, y - middle) <= 5);
      const isWire = x < 42 && [30, 42].some((middle) => Math.abs(y - middle) <= 2);
      return isBlot || isWire || Math.abs(x - 42) <= 2;
    });
    const { at, radius } = drawnCircle(page, { x: 40, y: 30 }, UNIT);
    expect(at).toEqual({ x: 40, y: 30 });
    expect(radius).toBeLessThan(8);
  });

  it("does not take the corner of an outline, or the inside of a gate, for a circle", () => {
    const corner = pageOf((x, y) => (x === 30 && y >= 30) || (y === 30 && x >= 30));
    expect(drawnCircle(corner, { x: 30, y: 30 }, UNIT).isClosed).toBe(false);
    const gate = pageOf((x, y) => x === 5 || x === 55 || y === 5 || y === 55);
    expect(drawnCircle(gate, { x: 30, y: 30 }, UNIT).isClosed).toBe(false);
  });
});
