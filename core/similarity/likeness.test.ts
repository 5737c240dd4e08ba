import { describe, expect, test } from "vitest";
import type { DrawnMark } from "./drawing.ts";
import { likeness } from "./likeness.ts";

function mark(className: string, x: number, y: number, confidence = 90): DrawnMark {
  return { className, x, y, confidence };
}

describe("likeness", () => {
  const drawing = [mark("AND", 40, 30), mark("OR", 80, 35), mark("input", 10, 30)];

  test("the same drawing has likeness 1, whatever the order of its predictions", () => {
    expect(likeness(drawing, drawing.toReversed(), 5)).toBe(1);
  });

  test("without a margin the same drawing has likeness 1, and no other one has any", () => {
    expect(likeness(drawing, drawing, 0)).toBe(1);
    expect(likeness(drawing, [mark("AND", 40, 30), mark("OR", 80, 35), mark("input", 10, 31)], 0)).toBeNull();
  });

  test.each([
    ["x", { x: 5 }, { x: 5.01 }],
    ["y", { y: -5 }, { y: -5.01 }],
    ["confidence", { confidence: 5 }, { confidence: 5.01 }],
  ])("a difference of exactly 5 in %s still counts, more does not", (_, within, beyond) => {
    const moved = (by: Partial<DrawnMark>) =>
      drawing.map((each) => ({
        ...each,
        x: each.x + (by.x ?? 0),
        y: each.y + (by.y ?? 0),
        confidence: each.confidence + (by.confidence ?? 0),
      }));
    expect(likeness(drawing, moved(within), 5)).toBe(0);
    expect(likeness(drawing, moved(beyond), 5)).toBeNull();
  });

  test("a different number or class is a different drawing, and an empty drawing is similar to none", () => {
    expect(likeness(drawing, drawing.slice(1), 5)).toBeNull();
    expect(likeness(drawing, [mark("NAND", 40, 30), ...drawing.slice(1)], 5)).toBeNull();
    expect(likeness([], [], 5)).toBeNull();
  });

  test("a partner belongs to one mark: two marks next to one are not similar", () => {
    const pair = [mark("junction", 50, 50), mark("junction", 51, 50)];
    expect(likeness(pair, [mark("junction", 50, 50), mark("junction", 70, 50)], 5)).toBeNull();
  });

  test("a nearer partner is given up if another mark has no other", () => {
    // 50 is nearest to 48, but 44 can only go to 48: 50 must take 54.
    const a = [mark("AND", 50, 0), mark("AND", 44, 0)];
    const b = [mark("AND", 48, 0), mark("AND", 54, 0)];
    expect(likeness(a, b, 5)).toBeCloseTo(1 - (4 + 4) / 10);
    expect(likeness(b, a, 5)).toBeCloseTo(1 - (4 + 4) / 10);
  });
});
