import { expect, it } from "vitest";
import { INK } from "../marks/marks.ts";
import { drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { readGates } from "./read-gates.ts";
import { unreadInk } from "./unread-ink.ts";

/** An AND at (200, 100) with a circle at an input, and a block of gate ink `side` pixels wide at (400, 300). */
function unread(side: number) {
  const gates = [{ gateClass: "AND", at: [200, 100] }] as const;
  const { page, marks } = drawMarkedCircuit({ gates, bubbles: [[190, 115]] });
  for (let y = 300; y < 300 + side; y++) {
    for (let x = 400; x < 400 + side; x++) marks.mask[y * page.width + x] = INK.gate;
  }
  return unreadInk(page, marks, readGates(page, marks));
}

it("finds gate ink away from all gates and circles", () => {
  expect(unread(0)).toEqual([]);
  expect(unread(20)).toEqual([{ x: 400, y: 300, width: 19, height: 19 }]);
});

it("leaves out specks", () => {
  expect(unread(2)).toEqual([]);
});
