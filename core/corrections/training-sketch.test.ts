import { expect, it } from "vitest";
import type { PictureBox, PicturePoint } from "../geometry/coordinates.ts";
import { trainingSketch } from "./training-sketch.ts";

const WIDTH = 300;
const gate: PictureBox = { x: 100, y: 60, width: 80, height: 80 } as PictureBox;

/** A page of these filled rectangles: x, y, width, height. */
function pageWith(...rectangles: [number, number, number, number][]) {
  const ink = new Uint8Array(WIDTH * 200);
  for (const [x, y, width, height] of rectangles) {
    for (let row = y; row < y + height; row++) ink.fill(255, row * WIDTH + x, row * WIDTH + x + width);
  }
  const toPicture = { from: "Page", to: "Picture", m: [1, 0, 0, 0, 1, 0, 0, 0, 1] } as const;
  return { ink, width: WIDTH, toPicture };
}

const wires = [{ net: 1, lines: [[{ x: 40, y: 100 } as PicturePoint, { x: 100, y: 100 } as PicturePoint]] }];
const drawing: [number, number, number, number][] = [
  [40, 99, 60, 3], // the wire
  [100, 60, 3, 80], // the gate
  [20, 90, 3, 20], // a letter
];

it("has the ink of gates, wires and letters that a person named, and no other", () => {
  const predictions = [
    { className: "AND", box: gate, by: "machine" },
    { className: "input", label: "A", box: { x: 14, y: 88, width: 15, height: 24 } as PictureBox, by: "person" },
  ] as const;
  const clean = trainingSketch(pageWith(...drawing), { predictions, wires });
  expect(clean?.shapes.map(({ label, text }) => [label, text])).toEqual(
    expect.arrayContaining([
      ["AND", undefined],
      ["LABEL", "A"],
      ["WIRE", undefined],
    ]),
  );
  expect(clean?.shapes).toHaveLength(3);
  // Writing above the wire, in a header, and at the right.
  const written = pageWith(...drawing, [50, 80, 30, 3], [10, 5, 200, 3], [220, 90, 3, 60]);
  expect(trainingSketch(written, { predictions, wires })).toEqual(clean);
});

it("leaves out what only the machine named, names of several letters, and boxes with a word", () => {
  const box = { x: 14, y: 88, width: 15, height: 24 } as PictureBox;
  const gates = [{ className: "AND", box: gate, by: "machine" }] as const;
  const labelsWith = (letter: { label: string; box: PictureBox; by: "machine" | "person" }) =>
    trainingSketch(pageWith(...drawing), {
      predictions: [...gates, { className: "input", ...letter }],
      wires,
    })?.shapes.map(({ label }) => label);
  expect(labelsWith({ label: "A", box, by: "machine" })).not.toContain("LABEL");
  expect(labelsWith({ label: "Ana", box, by: "person" })).not.toContain("LABEL");
  expect(labelsWith({ label: "A", box: { ...box, x: 0, width: 38 }, by: "person" })).not.toContain("LABEL");
});

it("is null without a gate", () => {
  expect(trainingSketch(pageWith(...drawing), { predictions: [], wires })).toBeNull();
});
