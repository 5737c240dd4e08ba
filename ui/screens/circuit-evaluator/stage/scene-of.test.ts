import { expect, test } from "vitest";
import type { CircuitAnalysis } from "../../../../server/contract/results/detection.ts";
import { sceneOf } from "./scene-of.ts";

const box = { x: 10, y: 20, width: 30, height: 40 };

/** A page whose OUT 1 is ~(B & A), drawn with B above A. */
const analysis: CircuitAnalysis = {
  id: "a",
  file_id: "f",
  state: "done",
  error: null,
  predictions: [
    {
      id: "p1",
      circuit_analysis_id: "a",
      class_name: "NAND",
      confidence: 0.9,
      color: [0, 0, 0],
      object_id: 1,
      label: "NAND 1",
      name: "",
      ...box,
    },
    {
      id: "p2",
      circuit_analysis_id: "a",
      class_name: "input",
      confidence: 1,
      color: [0, 0, 0],
      object_id: 2,
      label: "~A",
      name: "~A",
      ...box,
    },
  ],
  threshold_value: null,
  read_threshold: null,
  wire_corrections: [],
  boolean_expressions: [{ "OUT 1": "~(B & A)" }],
  outputs: [{ name: "OUT 1", expression: "~(B & A)", truth_table: ["001", "011", "101", "110"] }],
  truth_table: {},
  inputs: ["B", "A"],
  problems: [{ code: "open-input", message: "An input is open.", box }],
  width: 800,
  height: 600,
  wires: [],
  edited: false,
  revision: 0,
  netlist: {
    nets: 3,
    inputs: [
      { name: "B", net: 0, box },
      { name: "A", net: 1, box },
    ],
    outputs: [{ name: "OUT 1", net: 2 }],
    gates: [
      {
        gateClass: "NAND",
        inputs: [
          { net: 0, inverted: false },
          { net: 1, inverted: false },
        ],
        output: 2,
      },
    ],
  },
};

test("sceneOf has boxes, names and problems", () => {
  const scene = sceneOf(analysis, null);
  expect(scene.size).toEqual({ width: 800, height: 600 });
  expect(scene.predictions).toHaveLength(2);
  expect(scene.names).toEqual([{ kind: "input", name: "A", inverted: true, box }]);
  expect(scene.problems[0]?.box).toEqual(box);
});

test("sceneOf before the page is read is an empty sheet of the picture's size", () => {
  expect(sceneOf(null, { width: 10, height: 20 })).toMatchObject({ size: { width: 10, height: 20 }, predictions: [] });
  expect(sceneOf({ ...analysis, width: 0, height: 0, predictions: [] }, null).size).toEqual({
    width: 950,
    height: 800,
  });
});
