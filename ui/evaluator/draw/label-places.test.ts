import { expect, test } from "vitest";
import { placeLabels } from "./labels.ts";

const CANVAS = { width: 300, height: 200 };

test("placeLabels puts names of inputs at the left and of outputs at the right of their boxes", () => {
  const box = { x: 100, y: 100, width: 20, height: 20 };
  expect(placeLabels([{ kind: "input", box, width: 30 }], CANVAS)).toEqual([{ x: 66, y: 118 }]);
  expect(placeLabels([{ kind: "output", box, width: 30 }], CANVAS)).toEqual([{ x: 124, y: 118 }]);
});

test("placeLabels keeps a long label at the canvas' edge complete, above its box", () => {
  const box = { x: 270, y: 100, width: 20, height: 20 };
  expect(placeLabels([{ kind: "output", box, width: 90 }], CANVAS)).toEqual([{ x: 210, y: 96 }]);
});

test("placeLabels puts a gate's label above it, or below it where another gate is or the canvas ends", () => {
  const [upper, lower] = [20, 70].map((y) => ({
    kind: "gate" as const,
    width: 30,
    box: { x: 100, y, width: 40, height: 40 },
  }));
  expect(placeLabels([lower!], CANVAS)).toEqual([{ x: 100, y: 66 }]);
  const close = { ...lower!, box: { ...lower!.box, y: 62 } };
  expect(placeLabels([upper!, close], CANVAS)).toEqual([
    { x: 100, y: 16 },
    { x: 100, y: 122 },
  ]);
  expect(placeLabels([{ ...upper!, box: { ...upper!.box, y: 5 } }], CANVAS)).toEqual([{ x: 100, y: 65 }]);
});

test("placeLabels avoids covering other labels or letters", () => {
  const boxes = [60, 84, 108].map((x) => ({ x, y: 60, width: 20, height: 20 }));
  const places = placeLabels(
    boxes.map((box) => ({ kind: "input" as const, box, width: 40 })),
    CANVAS,
  );
  const labels = places.map(({ x, y }) => ({ x, y: y - 16, width: 40, height: 16 }));
  for (const [index, label] of labels.entries()) {
    for (const other of [...labels.slice(index + 1), ...boxes]) {
      const apart =
        label.x >= other.x + other.width ||
        other.x >= label.x + label.width ||
        label.y >= other.y + other.height ||
        other.y >= label.y + label.height;
      expect(apart).toBe(true);
    }
  }
});
