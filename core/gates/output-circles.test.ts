import { describe, expect, it } from "vitest";
import { type Direction, INK } from "../marks/marks.ts";
import { GATE_CLASSES } from "../rules/gates.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { withOutputCircles } from "./output-circles.ts";

/** A gate of 60 x 50 pixels at (200, 100) whose class the detector is not sure of: `plain` is its share of AND, the rest NAND. */
function seen(plain: number, drawing: CircuitDrawing = {}, direction: Direction = "right") {
  const { page, marks } = drawMarkedCircuit({ gates: [{ gateClass: "AND", at: [200, 100], direction }], ...drawing });
  const shares: Record<string, number> = { AND: plain, NAND: 1 - plain };
  const gateClass = plain >= 0.5 ? "AND" : "NAND";
  const classScores = GATE_CLASSES.map((name) => shares[name] ?? 0);
  const gates = marks.gates.map((gate) => ({ ...gate, gateClass, classScores }) as const);
  const weighed = withOutputCircles(page, { ...marks, gates });
  return { gate: weighed.gates[0]!, mask: weighed.mask, width: page.width };
}

/** Right behind the tip, with the wire that leaves it. */
const CIRCLE: CircuitDrawing = {
  bubbles: [[268, 125]],
  wires: [
    [
      [274, 125],
      [350, 125],
    ],
  ],
};

describe("withOutputCircles", () => {
  it("takes a gate with a circle behind its tip for an inverting one, whose box covers the circle", () => {
    const { gate, mask, width } = seen(0.9, CIRCLE);
    expect(gate.gateClass).toBe("NAND");
    expect(gate.box.x + gate.box.width).toBeGreaterThan(272);
    expect(mask[125 * width + 273]).toBe(INK.gate);
  });

  it("finds it whatever the gate's direction", () => {
    expect(seen(0.9, { bubbles: [[192, 125]] }, "left").gate.gateClass).toBe("NAND");
    expect(seen(0.9, { bubbles: [[225, 168]] }, "down").gate.gateClass).toBe("NAND");
    expect(seen(0.9, { bubbles: [[225, 92]] }, "up").gate.gateClass).toBe("NAND");
  });

  it("leaves a gate that the networks are sure of, and one whose circle is elsewhere", () => {
    expect(seen(0.999, CIRCLE).gate.gateClass).toBe("AND");
    expect(seen(0.9, { bubbles: [[300, 125]] }).gate.gateClass).toBe("AND");
    expect(seen(0.9, { bubbles: [[268, 165]] }).gate.gateClass).toBe("AND");
  });

  it("believes less in a circle that is not there", () => {
    expect(seen(0.2).gate).toMatchObject({ gateClass: "AND", box: { x: 200, width: 60 } });
    expect(seen(0.05).gate.gateClass).toBe("NAND");
  });
});
