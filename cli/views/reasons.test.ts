import { expect, test } from "vitest";
import { circuitProblem } from "../../core/netlist/circuit-problems.ts";
import { reasonsOf } from "./reasons.ts";

const BOX = { x: 1, y: 2, width: 3, height: 4 };
const wire = circuitProblem("undriven-wire", {}, { box: BOX });
const gate = circuitProblem("unused-gate", { gateClass: "AND" }, { box: BOX });
const twice = { code: "duplicate", message: "Handed in more than once: this page counts, not b.png. Check it." };

test("each sentence stands once, with its count and its numbers in the picture, and without advice for students", () => {
  const { box: _, ...unplaced } = wire;
  expect(reasonsOf([unplaced, gate, unplaced], [wire, gate, wire])).toEqual([
    { text: "This wire has no source. (2 times)", marks: [1, 3] },
    { text: "The output of the AND gate leads nowhere.", marks: [2] },
  ]);
});

test("what is not about the drawing keeps its words, and needs no place", () => {
  expect(reasonsOf([twice], [wire])).toEqual([{ text: twice.message, marks: [] }]);
});
