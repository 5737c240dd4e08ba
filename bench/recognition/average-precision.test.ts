import { describe, expect, it } from "vitest";
import type { PictureBox } from "../../core/geometry/coordinates.ts";
import { averagePrecision, gateErrors } from "./average-precision.ts";

const box = (x: number): PictureBox => ({ x, y: 0, width: 10, height: 10 });
const wanted = (label: string, x: number) => ({ page: "one", label, box: box(x) });
const found = (label: string, x: number, confidence = 0.9) => ({ ...wanted(label, x), confidence });

describe("average precision", () => {
  it("is 1 if all are found first, less if something else is more certain, 0 if nothing is found", () => {
    const drawn = [wanted("AND", 0), wanted("AND", 50)];
    expect(averagePrecision([found("AND", 1), found("AND", 51)], drawn)).toBe(1);
    expect(averagePrecision([found("AND", 200, 0.95), found("AND", 1), found("AND", 51)], drawn)).toBeCloseTo(2 / 3);
    expect(averagePrecision([], drawn)).toBe(0);
    expect(averagePrecision([], [])).toBeNaN();
  });
});

describe("errors of gates", () => {
  it("are distinguished by place and class", () => {
    const drawn = [wanted("AND", 0), wanted("OR", 50), wanted("NOT", 100)];
    expect(gateErrors([found("AND", 1), found("NOR", 49), found("XOR", 300)], drawn)).toEqual({
      missed: 1,
      tooMany: 1,
      otherClass: 1,
    });
    expect(gateErrors([found("AND", 1), found("OR", 49), found("NOT", 100)], drawn)).toEqual({
      missed: 0,
      tooMany: 0,
      otherClass: 0,
    });
  });

  it("count a gate that was found twice as an extra one", () => {
    expect(gateErrors([found("AND", 1), found("OR", 0)], [wanted("AND", 0)])).toMatchObject({ missed: 0, tooMany: 1 });
  });
});
