import { describe, expect, it } from "vitest";
import { plainPage } from "../../testdata/plain-page.ts";
import { type CropFrame, cropToPage, cutCrop, toCrop } from "./cut-crop.ts";

const SIDE = 40;

/** One dark pixel at (30, 20). */
const page = plainPage({
  width: SIDE,
  height: SIDE,
  ink: Uint8Array.from({ length: SIDE * SIDE }, (_, i) => (i === 20 * SIDE + 30 ? 255 : 0)),
});

const frame: CropFrame = { middle: { x: 20.5, y: 20.5 }, quarter: 0, step: 1, columns: 25, rows: 15 };

describe("cutCrop", () => {
  it.each([
    [0, { x: 22, y: 7 }],
    [1, { x: 12, y: -3 }],
    [2, { x: 2, y: 7 }],
    [3, { x: 12, y: 17 }],
  ])("turns the page by %i quarter turns", (quarter, place) => {
    const turned = { ...frame, quarter };
    const out = new Float32Array(25 * 15);
    cutCrop(page, turned, out);
    const isInside = place.y >= 0 && place.y < 15;
    expect(out.indexOf(1)).toBe(isInside ? place.y * 25 + place.x : -1);
    expect(toCrop(turned, { x: 30.5, y: 20.5 })).toEqual({ x: place.x + 0.5, y: place.y + 0.5 });
  });

  it("averages what a crop pixel covers", () => {
    const out = new Float32Array(25 * 15);
    cutCrop(page, { ...frame, step: 3 }, out);
    expect(out.reduce((a, b) => a + b)).toBeCloseTo(1 / 9);
  });
});

describe("toPage", () => {
  it.each([0, 1, 2, 3])("undoes toCrop for %i quarter turns", (quarter) => {
    const turned = { ...frame, quarter, step: 1.7 };
    const { x, y } = cropToPage(turned, toCrop(turned, { x: 11, y: 33 }));
    expect(x).toBeCloseTo(11);
    expect(y).toBeCloseTo(33);
  });
});
