import { expect, test } from "vitest";
import { points } from "../../core/testdata/lines.ts";
import type { CircuitAnalysis } from "../../server/contract/results/detection.ts";
import {
  drawnPart,
  flaggedPredictions,
  isFlagged,
  predictionsInReadingOrder,
  type ScenePrediction,
  sceneOf,
  stepPrediction,
  usualBox,
} from "./scene.ts";

function prediction(id: string, at: Partial<ScenePrediction>): ScenePrediction {
  return { id, x: 0, y: 0, width: 40, height: 30, class_name: "AND", confidence: 0.9, label: id, name: "", ...at };
}

test("isFlagged: confidence x 100 below the slider, exactly", () => {
  expect(isFlagged({ confidence: 0.69 }, 70)).toBe(true);
  expect(isFlagged({ confidence: 0.7 }, 70)).toBe(false);
  expect(isFlagged({ confidence: 0.29 }, 29)).toBe(false);
  expect(isFlagged({ confidence: 0 }, 0)).toBe(false);
  expect(isFlagged({ confidence: 0.9999 }, 100)).toBe(true);
});

const page = [
  prediction("c", { x: 10, y: 100, confidence: 0.2 }),
  prediction("b", { x: 200, y: 4, confidence: 0.5 }),
  prediction("a", { x: 20, y: 10 }),
  prediction("d", { x: 90, y: 108 }),
];

test("inReadingOrder: rows from the top, each from the left", () => {
  expect(predictionsInReadingOrder(page).map(({ id }) => id)).toEqual(["a", "b", "c", "d"]);
});

test("flaggedPredictions", () => {
  expect(flaggedPredictions(page, 70).map(({ id }) => id)).toEqual(["b", "c"]);
  expect(flaggedPredictions(page, 0)).toEqual([]);
});

test("stepPrediction wraps around", () => {
  const ordered = predictionsInReadingOrder(page);
  expect(stepPrediction(ordered, { id: null, by: 1 })?.id).toBe("a");
  expect(stepPrediction(ordered, { id: null, by: -1 })?.id).toBe("d");
  expect(stepPrediction(ordered, { id: "d", by: 1 })?.id).toBe("a");
  expect(stepPrediction(ordered, { id: "b", by: -1 })?.id).toBe("a");
  expect(stepPrediction([], { id: null, by: 1 })).toBeNull();
});

test("drawnPart: around all boxes and wires", () => {
  const scene = {
    size: { width: 1000, height: 500 },
    predictions: [prediction("a", { x: 100, y: 100 })],
    wires: [
      {
        net: 0,
        lines: [points("90,110 300,200")],
      },
    ],
    aside: [{ x: 0, y: 500, width: 90, height: 40 }],
    terminals: [],
    problems: [],
  };
  expect(drawnPart(scene)).toEqual({ x: 50, y: 60, width: 290, height: 180 });
  expect(drawnPart({ ...scene, predictions: [], wires: [] })).toBeNull();
});

test("a new box is as large as those of its class, or as the gates, or a share of the picture", () => {
  const size = { width: 800, height: 600 };
  const scene = { size, predictions: page, wires: [], aside: [], terminals: [], problems: [] };
  const input = prediction("i", { class_name: "input", width: 12, height: 20 });
  expect(usualBox({ ...scene, predictions: [...page, input] }, "input")).toEqual({ width: 12, height: 20 });
  expect(usualBox({ ...scene, predictions: [input, prediction("g", { width: 50 })] }, null)).toEqual({
    width: 50,
    height: 30,
  });
  expect(usualBox({ ...scene, predictions: [] }, "AND")).toEqual({ width: 100, height: 80 });
});

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
  aside: [],
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

test("sceneOf has boxes and problems", () => {
  const scene = sceneOf(analysis, null);
  expect(scene.size).toEqual({ width: 800, height: 600 });
  expect(scene.predictions).toHaveLength(2);
  expect(scene.problems[0]?.box).toEqual(box);
});

test("sceneOf before the page is read is an empty sheet of the picture's size", () => {
  expect(sceneOf(null, { width: 10, height: 20 })).toMatchObject({ size: { width: 10, height: 20 }, predictions: [] });
  expect(sceneOf({ ...analysis, width: 0, height: 0, predictions: [] }, null).size).toEqual({
    width: 950,
    height: 800,
  });
});
