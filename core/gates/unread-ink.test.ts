import { expect, it } from "vitest";
import { INK } from "../marks/marks.ts";
import { drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { readGates } from "./read-gates.ts";
import { unreadInk } from "./unread-ink.ts";

/**
 * An AND at (200, 100) with a circle at an input, and a block of gate ink `side` pixels wide at (400, 300), of which the
 * first `wired` rows were read as a wire.
 */
function unread(side: number, wired = 0) {
  const gates = [{ gateClass: "AND", at: [200, 100] }] as const;
  const { page, marks } = drawMarkedCircuit({ gates, bubbles: [[190, 115]] });
  for (let y = 300; y < 300 + side; y++) {
    for (let x = 400; x < 400 + side; x++) marks.mask[y * page.width + x] = INK.gate;
  }
  const wires = marks.mask.map((_, at) => Number(at < (300 + wired) * page.width));
  return unreadInk(page, marks, { gates: readGates(page, marks), wires });
}

it("finds gate ink away from all gates and circles", () => {
  expect(unread(0)).toEqual([]);
  expect(unread(20)).toEqual([{ x: 400, y: 300, width: 19, height: 19 }]);
});

it("leaves out what was read as a wire", () => {
  expect(unread(20, 20)).toEqual([]);
  expect(unread(20, 4)).toEqual([{ x: 400, y: 304, width: 19, height: 15 }]);
});

it("leaves out specks", () => {
  expect(unread(2)).toEqual([]);
});
