import { expect, test } from "vitest";
import type { ScenePrediction } from "./scene.ts";
import { FINGER_REACH, handleAt, MOUSE_REACH, predictionAt } from "./tools.ts";
import { fitViewport, toScreen, zoomBy } from "./viewport.ts";

const viewport = fitViewport({ width: 432, height: 332 }, { width: 800, height: 600 });
const outer: ScenePrediction = {
  id: "outer",
  x: 100,
  y: 100,
  width: 300,
  height: 200,
  class_name: "OR",
  label: "OR 1",
  name: "",
  confidence: 1,
};
const inner: ScenePrediction = { ...outer, id: "inner", x: 200, y: 150, width: 40, height: 40, class_name: "NOT" };
const predictions = [inner, outer];

function hit(x: number, y: number, reach = MOUSE_REACH): string | null {
  return predictionAt(toScreen(viewport, { x, y }), { viewport, predictions, reach })?.id ?? null;
}

test("predictionAt takes the smallest box under the pointer", () => {
  expect(hit(220, 170)).toBe("inner");
  expect(hit(120, 120)).toBe("outer");
  expect(hit(20, 20)).toBeNull();
});

test("predictionAt forgives a finger more than a mouse", () => {
  expect(hit(88, 200)).toBeNull();
  expect(hit(88, 200, FINGER_REACH)).toBe("outer");
});

test("handleAt finds corners before sides, at every zoom", () => {
  for (const view of [viewport, zoomBy(viewport, 4)]) {
    const at = (x: number, y: number) =>
      handleAt(toScreen(view, { x, y }), { viewport: view, box: outer, reach: MOUSE_REACH });
    expect(at(100, 100)).toBe("nw");
    expect(at(400, 200)).toBe("e");
    expect(at(250, 300)).toBe("s");
    expect(at(250, 200)).toBeNull();
  }
  const tiny = { x: 100, y: 100, width: 8, height: 8 };
  expect(handleAt(toScreen(viewport, { x: 104, y: 100 }), { viewport, box: tiny, reach: FINGER_REACH })).toHaveLength(
    2,
  );
});
