import { expect, test } from "vitest";
import { overlaps } from "../../../core/geometry/boxes.ts";
import type { ScreenBox } from "../../../core/geometry/coordinates.ts";
import { points } from "../../../core/testdata/lines.ts";
import { type NamedBox, placeLabels } from "./labels.ts";

const CANVAS = { width: 300, height: 200 };

function placed(named: readonly NamedBox[], canvas = CANVAS) {
  return placeLabels(named, { canvas, boxes: named.map(({ box }) => box) });
}

test("placeLabels puts names of inputs at the left and of outputs at the right of their boxes", () => {
  const box = { x: 100, y: 100, width: 20, height: 20 };
  expect(placed([{ kind: "input", box, width: 30 }])).toEqual([{ x: 66, y: 118 }]);
  expect(placed([{ kind: "output", box, width: 30 }])).toEqual([{ x: 124, y: 118 }]);
});

test("placeLabels keeps a long label at the canvas' edge complete, above its box", () => {
  const box = { x: 270, y: 100, width: 20, height: 20 };
  expect(placed([{ kind: "output", box, width: 90 }])).toEqual([{ x: 210, y: 96 }]);
});

test("placeLabels puts a gate's label above it, or below it where another gate is or the canvas ends", () => {
  const [upper, lower] = [20, 70].map((y) => ({
    kind: "gate" as const,
    width: 30,
    box: { x: 100, y, width: 40, height: 40 },
  }));
  expect(placed([lower!])).toEqual([{ x: 100, y: 66 }]);
  const close = { ...lower!, box: { ...lower!.box, y: 62 } };
  expect(placed([upper!, close])).toEqual(points("100,16 100,122"));
  expect(placed([{ ...upper!, box: { ...upper!.box, y: 5 } }])).toEqual([{ x: 100, y: 65 }]);
});

test("placeLabels leaves out the label of an enclosed gate, unless it is needed", () => {
  const around = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => ({ x: 50 + 42 * column, y: 20 + 42 * row })));
  const boxes = around.map((at) => ({ ...at, width: 40, height: 40 }));
  const enclosed = { kind: "gate" as const, width: 30, box: boxes[4]! };
  expect(placeLabels([enclosed], { canvas: CANVAS, boxes })).toEqual([null]);
  expect(placeLabels([{ ...enclosed, isNeeded: true }], { canvas: CANVAS, boxes })).not.toContain(null);
});

/** On a phone: columns of gates with a letter at the left of each row, which has a name, and one at the right. */
function crowded({ columns, rows, gap, size }: { columns: number; rows: number; gap: number; size: number }) {
  const left = (390 - columns * (size + gap)) / 2;
  const at = (column: number, row: number): ScreenBox => {
    return { x: left + column * (size + gap), y: 60 + row * (size + gap), width: size, height: size };
  };
  const all = Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => at(column, row)));
  const gates = all.flat().map((box): NamedBox => ({ kind: "gate", box, width: 34 }));
  const letters = all.flatMap((row): NamedBox[] => [
    { kind: "input", box: { ...row[0]!, x: left - 16, width: 10, height: 12 }, width: 16, isNeeded: true },
    { kind: "output", box: { ...row.at(-1)!, x: 390 - left, width: 10, height: 12 }, width: 16, isNeeded: true },
  ]);
  return { named: [...letters, ...gates], letters: letters.length };
}

test.each([
  { columns: 3, rows: 6, gap: 20, size: 60, out: 4 },
  { columns: 4, rows: 8, gap: 22, size: 34, out: 0 },
  { columns: 7, rows: 4, gap: 6, size: 34, out: 14 },
  { columns: 5, rows: 12, gap: 24, size: 28, out: 0 },
  { columns: 2, rows: 9, gap: 5, size: 30, out: 14 },
])("on a phone no label touches a gate, a letter or another label: $columns × $rows gates, $gap apart", (circuit) => {
  const { named, letters } = crowded(circuit);
  const places = placed(named, { width: 390, height: 700 });
  const labels = places.map((at, index) => at && { x: at.x, y: at.y - 16, width: named[index]!.width, height: 16 });
  expect(labels.slice(0, letters)).not.toContain(null);
  expect(labels.filter((label) => label === null)).toHaveLength(circuit.out);
  const drawn = [...labels.flatMap((label) => label ?? []), ...named.map(({ box }) => box)];
  for (const [index, one] of labels.entries()) {
    if (one === null) continue;
    const touched = drawn.filter((other) => other !== one && overlaps(one as ScreenBox, other as ScreenBox));
    expect(touched, `label ${index}`).toEqual([]);
  }
});
