import { describe, expect, it } from "vitest";
import { type Bitmap, bitmap } from "./bitmap.ts";
import { thin } from "./thin.ts";

function drawn(rows: readonly string[]): Bitmap {
  const bits = Uint8Array.from(rows.join(""), (character) => (character === "#" ? 1 : 0));
  return bitmap(rows[0]!.length, bits);
}

function rows({ width, height, bits }: Bitmap): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (bits[y * width + x] === 1 ? "#" : ".")).join(""),
  );
}

describe("thin", () => {
  it("leaves the middle of a thick line", () => {
    const skeleton = rows(thin(drawn(["..........", ".########.", ".########.", ".########.", ".........."])));
    expect(skeleton[1]).toBe("..........");
    expect(skeleton[2]).toContain("#####");
    expect(skeleton[3]).toBe("..........");
  });

  it("keeps a ring closed and its hole open", () => {
    const ring = ["........", ".######.", ".######.", ".##..##.", ".##..##.", ".######.", ".######.", "........"];
    const skeleton = thin(drawn(ring));
    const degree = (at: number) =>
      [-9, -8, -7, -1, 1, 7, 8, 9].filter((offset) => skeleton.bits[at + offset] === 1).length;
    const pixels = [...skeleton.bits.keys()].filter((at) => skeleton.bits[at] === 1);
    expect(pixels.length).toBeGreaterThanOrEqual(8);
    expect(pixels.every((at) => degree(at) === 2)).toBe(true);
  });

  it("leaves a slope one pixel wide", () => {
    const slope = Array.from({ length: 12 }, (_, y) =>
      Array.from({ length: 12 }, (_, x) =>
        Math.abs(x - y) <= 1 && x > 0 && y > 0 && x < 11 && y < 11 ? "#" : ".",
      ).join(""),
    );
    for (const row of rows(thin(drawn(slope)))) expect(row.split("#").length - 1).toBeLessThanOrEqual(1);
  });
});
