import { expect, it } from "vitest";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { Prediction } from "../../core/reading/prediction.ts";
import { gateGestures, nextGestures } from "./gestures.ts";

const box = (x: number) => ({ x, y: 0, width: 50, height: 50 });
const found = (className: Prediction["className"], x: number): Prediction => {
  return { className, box: box(x), confidence: 0.9, by: "machine" };
};

it("gates take one gesture each: those too many, of another class, or missing", () => {
  const start = { predictions: [found("AND", 0), found("OR", 100), found("NOT", 200)], removed: [], wires: [] };
  const drawn = [
    { label: "AND", box: box(3) },
    { label: "NOR", box: box(98) },
    { label: "XOR", box: box(300) },
  ];
  const gestures = gateGestures(start, drawn);
  expect(gestures.map(({ what }) => what)).toEqual(["change class", "remove gate", "add gate"]);
  const { predictions, removed } = gestures.at(-1)!.corrections;
  expect(predictions.map(({ className, by }) => `${className} ${by}`)).toEqual([
    "AND machine",
    "NOR person",
    "XOR person",
  ]);
  expect(removed).toEqual([found("NOT", 200)]);
  expect(gateGestures(start, [])).toHaveLength(3);
});

it("a wire that was not read is drawn into the gate at which it ends", () => {
  const gate = { gateClass: "AND", inputs: [], output: null, box: { x: 100, y: 0, width: 40, height: 40 } } as const;
  const reading = {
    predictions: [],
    wires: [],
    netlist: { nets: 0, gates: [gate], inputs: [], outputs: [] },
  } as unknown as PageReading;
  const stroke = [20, 97].map((x) => ({ x, y: 10 }));
  const gestures = nextGestures(reading, { predictions: [], removed: [] }, { unread: [stroke] });
  expect(gestures.map(({ what, corrections }) => [what, corrections.wires])).toEqual([
    ["draw", [{ kind: "draw", points: [...stroke, { x: 105, y: 10 }] }]],
  ]);
});
