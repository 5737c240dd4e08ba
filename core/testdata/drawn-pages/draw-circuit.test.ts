import { expect, it } from "vitest";
import { drawCircuit } from "./draw-circuit.ts";

it("always draws the same drawing alike, and another hand's differently", () => {
  const drawing = {
    id: "twice",
    drafter: "one",
    inputs: "shared",
    outputs: [{ name: "Y", expression: "A & ~B" }],
  } as const;
  expect(drawCircuit(drawing)).toEqual(drawCircuit(drawing));
  expect(drawCircuit({ ...drawing, drafter: "two" }).sketch.strokes).not.toEqual(drawCircuit(drawing).sketch.strokes);
});
