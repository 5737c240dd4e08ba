import { expect, test } from "vitest";
import { nearestOnLine } from "../../core/geometry/distances.ts";
import { line, points } from "../../core/testdata/lines.ts";
import { MOST_WAY_POINTS } from "../../core/wires/correct/wire-correction.ts";
import type { Scene } from "./scene.ts";
import {
  aimedAt,
  erasedCorrection,
  eraserWidth,
  nextStop,
  pulledCorrection,
  wirePlace,
  wireStops,
} from "./wire-places.ts";

/**
 * A gate from (400, 100) to (460, 150), a wire that ends left of it, and one that leads to no gate; the picture is 800
 * pixels wide.
 */
const scene: Scene = {
  size: { width: 800, height: 600 },
  predictions: [
    { id: "g", class_name: "AND", confidence: 1, label: "AND 1", name: "", x: 400, y: 100, width: 60, height: 50 },
  ],
  wires: [
    {
      net: 0,
      lines: [points("100,110 300,110")],
    },
    {
      net: null,
      lines: [points("100,300 300,300")],
    },
  ],
  aside: [],
  terminals: [],
  problems: [],
};
const end = { x: 302, y: 112 };
const other = { x: 200, y: 305 };
const input = { x: 398, y: 112 };
const output = { x: 458, y: 125 };
const nowhere = { x: 600, y: 500 };

test("a place is on a wire, at a gate, or neither", () => {
  expect(wirePlace(scene, end)).toEqual({ onWire: true, meeting: [], gate: null });
  expect(wirePlace(scene, input)).toEqual({ onWire: false, meeting: [], gate: scene.predictions[0] });
  expect(wirePlace(scene, nowhere)).toEqual({ onWire: false, meeting: [], gate: null });
});

test("a click on what was left aside takes it in, and the keys lead there", () => {
  const include = { kind: "include", from: { x: 580, y: 480 }, to: { x: 670, y: 540 } };
  const title = { ...scene, aside: [{ x: 580, y: 480, width: 90, height: 60 }] };
  expect(pulledCorrection(title, [nowhere])).toEqual(include);
  expect(pulledCorrection(scene, [nowhere])).toBeNull();
  expect(wireStops(title)).toContainEqual({ x: 625, y: 510 });
  // What is read already is corrected, not taken in.
  const around = { ...scene, aside: [{ x: 0, y: 0, width: 800, height: 600 }] };
  expect([pulledCorrection(around, [end]), pulledCorrection(around, [input])]).toEqual([null, null]);
});

test("between the close wires of a small drawing on a large page is a place of its own", () => {
  const large = { ...scene, size: { width: 3200, height: 2400 } };
  const between = { x: 300, y: 120 };
  expect(wirePlace(large, { x: 300, y: 118 }).onWire).toBe(true);
  expect(wirePlace(large, between)).toEqual({ onWire: false, meeting: [], gate: null });
  expect(pulledCorrection(large, [between, input])).toEqual({ kind: "draw", points: [between, input] });
});

test("what can be said of lines that meet is not what was read, and nothing where none meet", () => {
  const across = {
    net: 2,
    lines: [[200, 20, 200, 200]].map(([x, y, x2, y2]) => [
      { x: x!, y: y! },
      { x: x2!, y: y2! },
    ]),
  };
  const meeting = { ...scene, wires: [...scene.wires, across] };
  const at = { x: 201, y: 111 };
  const read = (class_name: "junction" | "intersection") => {
    const seen = {
      id: "m",
      class_name,
      label: class_name,
      name: "",
      confidence: 1,
      x: 190,
      y: 100,
      width: 20,
      height: 20,
    };
    return wirePlace({ ...meeting, predictions: [seen] }, at).meeting;
  };
  expect(wirePlace(meeting, at).meeting).toEqual(["crosses", "joins"]);
  expect(read("junction")).toEqual(["crosses"]);
  expect(read("intersection")).toEqual(["joins"]);
  expect(wirePlace(meeting, end).meeting).toEqual([]);
});

test("a pointer that nearly hits a wire means it; in a gate it means the gate", () => {
  expect(aimedAt(scene, { x: 200, y: 130 }, 25)).toEqual({ x: 200, y: 110 });
  expect(aimedAt(scene, { x: 200, y: 140 }, 25)).toEqual({ x: 200, y: 140 });
  expect(aimedAt(scene, { x: 405, y: 112 }, 200)).toEqual({ x: 405, y: 112 });
});

test("the keys step from the left to all ends and middles of wires, and around", () => {
  const stops = wireStops(scene);
  expect(stops.map(({ x, y }) => [x, y])).toEqual(
    [100, 200, 300].flatMap((x) => [
      [x, 110],
      [x, 300],
    ]),
  );
  expect(nextStop(stops, { at: null, by: 1 })).toEqual({ x: 100, y: 110 });
  expect(nextStop(stops, { at: { x: 100, y: 110 }, by: 1 })).toEqual({ x: 100, y: 300 });
  expect(nextStop(stops, { at: { x: 300, y: 300 }, by: 1 })).toEqual({ x: 100, y: 110 });
  expect(nextStop(stops, { at: { x: 100, y: 110 }, by: -1 })).toEqual({ x: 300, y: 300 });
  expect(nextStop([], { at: null, by: 1 })).toBeNull();
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
  const points = drawn?.kind === "draw" ? drawn.points : [];
  expect([points[0], points.at(-1)]).toEqual([way[0], way.at(-1)]);
  expect(points.length).toBeLessThanOrEqual(200);
  expect(points.length).toBeGreaterThan(10);
});

test("the eraser takes what is along a way, a fifth of a gate wide; at one place it cuts a wire", () => {
  const way = Array.from({ length: 301 }, (_, step) => ({ x: 302 + step, y: 112 + step }));
  const erased = erasedCorrection(scene, way);
  const points = erased.kind === "erase" ? erased.points : [];
  expect([points[0], points.at(-1)]).toEqual([way[0], way.at(-1)]);
  expect(points.length).toBeLessThanOrEqual(200);
  expect(eraserWidth(scene)).toBe(12);
  expect(erasedCorrection(scene, [end])).toEqual({ kind: "cut", at: end });
  expect(erasedCorrection(scene, [end, end])).toEqual({ kind: "cut", at: end });
});

test("a way shorter than a step is a click", () => {
  const start = { x: 500, y: 500 };
  for (const [x, y] of line("500,500 502,501 503,502")) {
    expect(pulledCorrection(scene, [start, { x, y }])).toBeNull();
  }
  expect(pulledCorrection(scene, [start, { x: 505, y: 500 }])).toMatchObject({ points: [start, { x: 505, y: 500 }] });
  expect(pulledCorrection(scene, [other, other])).toBeNull();
  // The end of a wire at a gate; a short pull from there to the gate leads it to that pin.
  const lines = [[start, input]];
  const touching = { ...scene, wires: [{ net: 0, lines }] };
  expect(pulledCorrection(touching, [input])).toBeNull();
  expect(pulledCorrection(touching, [input, { ...input, x: 401 }])).toMatchObject({ kind: "attach" });
});

test("a long way is not cut off: all of it is near the line that is sent", () => {
  const ways = [30, 300, 900].map((length) =>
    Array.from({ length }, (_, step) => ({ x: 330 + step / 2, y: 200 + 300 * Math.abs((step % 9) / 4.5 - 1) })),
  );
  for (const way of ways) {
    for (const sent of [erasedCorrection(scene, way), pulledCorrection(scene, way)]) {
      const points = sent?.kind === "erase" || sent?.kind === "draw" ? sent.points : [];
      expect(points.length).toBeLessThanOrEqual(MOST_WAY_POINTS);
      expect([points[0], points.at(-1)]).toEqual([way[0], way.at(-1)]);
      const gaps = points
        .slice(1)
        .map((point, index) => Math.hypot(point.x - points[index]!.x, point.y - points[index]!.y));
      const step = Math.min(...gaps.slice(0, -1));
      const off = Math.max(...way.map((point) => nearestOnLine(points, point).distance));
      expect(off).toBeLessThanOrEqual(2 * step);
    }
  }
});
