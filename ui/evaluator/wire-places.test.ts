import { expect, test } from "vitest";
import type { Scene } from "./scene.ts";
import { pulledCorrection, wirePlace } from "./wire-places.ts";

/** A gate from (400, 100) to (460, 150) and a wire that ends left of it; the picture is 800 pixels wide. */
const scene: Scene = {
  size: { width: 800, height: 600 },
  predictions: [{ id: "g", class_name: "AND", confidence: 1, x: 400, y: 100, width: 60, height: 50 }],
  wires: [
    {
      net: 0,
      lines: [
        [
          { x: 100, y: 110 },
          { x: 300, y: 110 },
        ],
      ],
    },
    {
      net: 1,
      lines: [
        [
          { x: 100, y: 300 },
          { x: 300, y: 300 },
        ],
      ],
    },
  ],
  names: [],
  problems: [],
};
const end = { x: 302, y: 112 };
const other = { x: 200, y: 305 };
const input = { x: 398, y: 112 };
const output = { x: 458, y: 125 };
const nowhere = { x: 600, y: 500 };

test("a place is on a wire, at a gate, or neither", () => {
  expect(wirePlace(scene, end)).toEqual({ onWire: true, gate: null });
  expect(wirePlace(scene, input)).toEqual({ onWire: false, gate: scene.predictions[0] });
  expect(wirePlace(scene, nowhere)).toEqual({ onWire: false, gate: null });
});

test("pulling from wire to wire connects them, to a gate it attaches the end, whichever is first", () => {
  expect(pulledCorrection(scene, [end, other])).toEqual({ kind: "join", from: end, to: other });
  const attach = { kind: "attach", end, pin: input, role: "input" };
  expect(pulledCorrection(scene, [end, input])).toEqual(attach);
  expect(pulledCorrection(scene, [input, end])).toEqual(attach);
  expect(pulledCorrection(scene, [other, output])).toEqual({ kind: "attach", end: other, pin: output, role: "output" });
});

test("pulling from or to an empty place draws a wire along the way, with its first and last point", () => {
  const way = Array.from({ length: 301 }, (_, step) => ({ x: 302 + step, y: 112 + step }));
  const drawn = pulledCorrection(scene, way);
  expect(drawn).toMatchObject({ kind: "draw" });
  const points = drawn.kind === "draw" ? drawn.points : [];
  expect([points[0], points.at(-1)]).toEqual([way[0], way.at(-1)]);
  expect(points.length).toBeLessThanOrEqual(200);
  expect(points.length).toBeGreaterThan(10);
});
