import { describe, expect, it } from "vitest";
import { type Direction, INK } from "../marks/marks.ts";
import { type CircuitDrawing, drawMarkedCircuit, pointMark } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import { withBareInverters } from "./bare-inverters.ts";
import { readGates } from "./read-gates.ts";

/** Before an AND whose direction is `towards`: a circle of radius 5 at (100, 125). */
function inverters({ towards = "right", ...drawing }: CircuitDrawing & { towards?: Direction } = {}) {
  const gates = [{ gateClass: "AND", at: [200, 100], direction: towards }] as const;
  const { page, marks } = drawMarkedCircuit({ gates, bubbles: [[100, 125]], ...drawing });
  const found = withBareInverters(page, marks);
  return { page, marks: found, added: found.gates.filter(({ gateClass }) => gateClass === "NOT") };
}

const LEFT = line("40,125 94,125");
const RIGHT = line("106,125 200,125");

describe("withBareInverters", () => {
  it("takes a circle in the middle of a wire for an inverter that points as the other gates do", () => {
    const { added, marks } = inverters({ wires: [LEFT, RIGHT] });
    expect(added).toMatchObject([{ direction: "right" }]);
    const { x, y, width, height } = added[0]!.box;
    expect([x + width / 2, y + height / 2].map(Math.round)).toEqual([100, 125]);
    expect(width).toBeLessThan(18);
    expect(marks.points).toEqual([]);
    expect(marks.mask[125 * 600 + 95]).toBe(INK.gate);
    expect(inverters({ towards: "left", wires: [LEFT, RIGHT] }).added).toMatchObject([{ direction: "left" }]);
  });

  it("follows the wire where that runs across the other gates", () => {
    const wires = [line("100,40 100,119"), line("100,131 100,200")] as const;
    expect(inverters({ wires }).added).toMatchObject([{ direction: "down" }]);
  });

  it("leaves circles at wires' ends, at corners, on crossings and at gates alone", () => {
    const up = line("100,60 100,119");
    for (const wires of [[LEFT], [LEFT, up], [LEFT, RIGHT, up]]) expect(inverters({ wires }).added).toEqual([]);
    const near = line("40,125 180,125");
    expect(inverters({ bubbles: [[189, 125]], wires: [near] }).added).toEqual([]);
  });

  it("leaves blots alone, and circles whose ink is that of a wire", () => {
    expect(inverters({ bubbles: [], wires: [LEFT, RIGHT], dots: [[100, 125]] }).added).toEqual([]);
    const ring = Array.from({ length: 25 }, (_, k) => {
      const angle = (k * Math.PI) / 12;
      return [100 + 6 * Math.cos(angle), 125 + 6 * Math.sin(angle)] as const;
    });
    expect(inverters({ bubbles: [], wires: [LEFT, RIGHT, ring] }).added).toEqual([]);
  });

  it("keeps the circles at the pins of gates, and how large gates are", () => {
    const circle = pointMark("bubble", { x: 195, y: 140 });
    const { page, marks } = inverters({ wires: [LEFT, RIGHT], points: [circle] });
    expect(marks.points).toEqual([circle]);
    expect(readGates(page, marks).unit).toBe(60);
  });
});
