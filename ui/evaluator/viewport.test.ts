import fc from "fast-check";
import { expect, test } from "vitest";
import type { PicturePoint, ScreenPoint } from "../../core/geometry/coordinates.ts";
import { CANVAS } from "../../core/rules/limits.ts";
import {
  boxToScreen,
  fitViewport,
  focusOn,
  panBy,
  pinch,
  resizeCanvas,
  resizePicture,
  reveal,
  scaleOf,
  toPicture,
  toScreen,
  type Viewport,
  zoomBy,
  zoomTo,
} from "./viewport.ts";

const canvas = { width: 950, height: 800 };
const photo = { width: 3000, height: 4000 };
const fitted = fitViewport(canvas, photo);

const screenPoint = fc.record({ x: fc.integer({ min: 0, max: 950 }), y: fc.integer({ min: 0, max: 800 }) });

function closeTo(a: PicturePoint | ScreenPoint, b: PicturePoint | ScreenPoint): void {
  expect(a.x).toBeCloseTo(b.x, 4);
  expect(a.y).toBeCloseTo(b.y, 4);
}

test("fitViewport shows the whole picture, centred, at zoom 1", () => {
  const shown = boxToScreen(fitted, { x: 0, y: 0, ...photo });
  expect(fitted.zoom).toBe(1);
  expect(shown.height).toBe(canvas.height - 32);
  expect(shown.x + shown.width / 2).toBeCloseTo(canvas.width / 2);
  expect(shown.y + shown.height / 2).toBeCloseTo(canvas.height / 2);
});

test("toPicture is the inverse of toScreen in every view", () => {
  fc.assert(
    fc.property(screenPoint, screenPoint, fc.double({ min: 0.4, max: 5, noNaN: true }), (point, about, zoom) => {
      const view = zoomTo(fitted, { zoom, about });
      closeTo(toScreen(view, toPicture(view, point)), point);
    }),
  );
});

test("zoomTo keeps the point under the pointer where it is", () => {
  fc.assert(
    fc.property(screenPoint, fc.double({ min: 1, max: 5, noNaN: true }), (seed, zoom) => {
      const about = toScreen(fitted, { x: seed.x * 3, y: seed.y * 5 });
      closeTo(toScreen(zoomTo(fitted, { zoom, about }), { x: seed.x * 3, y: seed.y * 5 }), about);
    }),
  );
});

test("zoom stays within 0.4 and 5", () => {
  expect(zoomBy(fitted, 100).zoom).toBe(CANVAS.zoomMax);
  expect(zoomBy(fitted, 0.001).zoom).toBe(CANVAS.zoomMin);
  expect(scaleOf(zoomBy(fitted, 2))).toBeCloseTo(2 * scaleOf(fitted));
});

test("panBy moves the picture and keeps a part of it visible", () => {
  expect(panBy(fitted, { x: 10, y: -20 }).origin).toEqual({ x: fitted.origin.x + 10, y: fitted.origin.y - 20 });
  for (const far of [1e6, -1e6]) {
    const shown = boxToScreen(panBy(fitted, { x: far, y: far }), { x: 0, y: 0, ...photo });
    expect(shown.x).toBeLessThanOrEqual(canvas.width - 48);
    expect(shown.x + shown.width).toBeGreaterThanOrEqual(48 - 1e-6);
  }
});

test("pinch zooms by the fingers' spread and follows them", () => {
  const from = [
    { x: 400, y: 400 },
    { x: 500, y: 400 },
  ] as const;
  const to = [
    { x: 380, y: 440 },
    { x: 580, y: 440 },
  ] as const;
  const view = pinch(fitted, { from, to });
  expect(view.zoom).toBeCloseTo(2);
  closeTo(toPicture(view, { x: 480, y: 440 }), toPicture(fitted, { x: 450, y: 400 }));
});

test("resizeCanvas keeps the centre and the zoom", () => {
  const zoomed = zoomTo(fitted, { zoom: 3, about: { x: 300, y: 300 } });
  const resized = resizeCanvas(zoomed, { width: 390, height: 420 });
  expect(resized.zoom).toBe(3);
  closeTo(toPicture(resized, { x: 195, y: 210 }), toPicture(zoomed, { x: 475, y: 400 }));
});

test("a canvas that has no width for a moment keeps the centre, too", () => {
  const zoomed = zoomTo(fitted, { zoom: 3, about: { x: 300, y: 300 } });
  const resized = resizeCanvas(resizeCanvas(zoomed, { width: 1, height: 800 }), canvas);
  closeTo(toPicture(resized, { x: 475, y: 400 }), toPicture(zoomed, { x: 475, y: 400 }));
});

test("reveal leaves visible boxes and centres others", () => {
  expect(reveal(fitted, { x: 100, y: 100, width: 50, height: 50 })).toBe(fitted);
  const zoomed: Viewport = zoomTo(fitted, { zoom: 5, about: { x: 0, y: 0 } });
  const box = { x: 2800, y: 3800, width: 50, height: 50 };
  const shown = boxToScreen(reveal(zoomed, box), box);
  expect(shown.x + shown.width / 2).toBeCloseTo(canvas.width / 2);
  expect(shown.y + shown.height / 2).toBeCloseTo(canvas.height / 2);
});

test("focusOn fills the canvas with a box and keeps the limits", () => {
  const drawing = { x: 500, y: 1000, width: 1000, height: 600 };
  const view = focusOn(fitted, drawing);
  const shown = boxToScreen(view, drawing);
  expect(shown.width).toBeCloseTo(canvas.width - 32);
  expect(shown.x + shown.width / 2).toBeCloseTo(canvas.width / 2);
  expect(focusOn(fitted, { x: 10, y: 10, width: 4, height: 4 }).zoom).toBe(CANVAS.zoomMax);
  expect(focusOn(fitted, { x: 0, y: 0, ...photo })).toEqual(fitted);
});

test("a picture of another size keeps the zoom and what is in the centre", () => {
  const before = zoomTo(fitted, { zoom: 3, about: { x: 300, y: 200 } });
  const centre = { x: canvas.width / 2, y: canvas.height / 2 };
  const { x, y } = toPicture(before, centre);
  const after = resizePicture(before, { width: 1500, height: 2000 });
  expect(after.zoom).toBe(3);
  closeTo(toPicture(after, centre), { x: x / 2, y: y / 2 } as PicturePoint);
});
