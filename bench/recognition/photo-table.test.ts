import { expect, test } from "vitest";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import { photoTable, type ReadPhoto } from "./photo-table.ts";

const TRUTH: SketchTruth = {
  id: "photo-1",
  set: "photos",
  drafter: "p",
  usable: true,
  inputs: ["A", "B"],
  outputs: [{ name: "OUT", expression: "A | B" }],
  notes: "",
};

function read(inputs: [string, string], rows: string[], problems: ReadPhoto["reading"]["problems"] = []) {
  const expression = inputs.join(" | ");
  return { gates: [], inputs, outputs: [{ name: "OUT 1", expression, truth_table: rows }], problems };
}

test("bars do not end a cell, a wrong name alone leaves the topology right, and unusable photos end in a problem", () => {
  const or = ["000", "011", "101", "111"];
  const unusable = { ...TRUTH, id: "photo-2", usable: false };
  expect(
    photoTable([
      { photo: TRUTH, reading: read(["A", "And"], or) },
      { photo: TRUTH, reading: read(["A", "B"], ["000", "010", "100", "111"]) },
      { photo: unusable, reading: read(["A", "B"], or, [{ code: "shorted-outputs", message: "Shorted." }]) },
      { photo: unusable, reading: read(["A", "B"], or) },
    ]),
  ).toEqual([
    "| real photograph | drawn | read | right topology |",
    "| --- | --- | --- | --- |",
    "| photo-1 | `A \\| B` | `A \\| And` | yes |",
    "| photo-1 | `A \\| B` | `A \\| B` | no |",
    "| photo-2 | `shorted outputs` | `A \\| B` | unusable, ends in a problem |",
    "| photo-2 | `shorted outputs` | `A \\| B` | unusable, no problem |",
  ]);
});
