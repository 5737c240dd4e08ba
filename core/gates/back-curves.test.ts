import { describe, expect, it } from "vitest";
import { type Direction, INK } from "../marks/marks.ts";
import { GATE_CLASSES, type GateClass } from "../rules/gates.ts";
import { type CircuitDrawing, drawMarkedCircuit } from "../testdata/drawn-circuit.ts";
import { line } from "../testdata/lines.ts";
import { withBackCurves } from "./back-curves.ts";

type Line = NonNullable<CircuitDrawing["wires"]>[number];

/** A gate at (200, 100), 60 pixels deep and 50 wide, which is an OR or NOR for the detector with the given share. */
function seen(
  share: number,
  { wires, direction = "right", plain = "OR" }: { wires: Line[]; direction?: Direction; plain?: "OR" | "NOR" },
) {
  const other: GateClass = plain === "OR" ? "XOR" : "XNOR";
  const { page, marks } = drawMarkedCircuit({ gates: [{ gateClass: plain, at: [200, 100], direction }], wires });
  const classScores = GATE_CLASSES.map((name) => (name === plain ? share : name === other ? 1 - share : 0));
  const weighed = withBackCurves(page, { ...marks, gates: marks.gates.map((gate) => ({ ...gate, classScores })) });
  return { gate: weighed.gates[0]!, maskAt: (x: number, y: number) => weighed.mask[y * page.width + x] };
}

/** A curve 12 pixels behind the back, from side to side. */
const CURVE: Line = line("186,98 190,112 191,125 190,138 186,152");
const INPUTS: Line[] = [112, 138].map((y) => [
  [120, y],
  [200, y],
]);

describe("withBackCurves", () => {
  it("takes a gate with a second curve behind its back for an exclusive one, whose box covers the curve", () => {
    const { gate, maskAt } = seen(0.9, { wires: [CURVE, ...INPUTS] });
    expect(gate.gateClass).toBe("XOR");
    expect(gate.box.x).toBeLessThan(190);
    expect(maskAt(191, 125)).toBe(INK.gate);
    expect(maskAt(150, 112)).toBe(INK.wire);
    expect(seen(0.9, { wires: [CURVE], plain: "NOR" }).gate.gateClass).toBe("XNOR");
  });

  it("finds it whatever the gate's direction", () => {
    const above = CURVE.map(([x, y]) => [y + 100, x - 100] as const);
    expect(seen(0.9, { wires: [above], direction: "down" }).gate.gateClass).toBe("XOR");
  });

  it("leaves a gate of which the networks are sure, one with wires alone, and one with half a curve", () => {
    expect(seen(0.999, { wires: [CURVE, ...INPUTS] }).gate.gateClass).toBe("OR");
    expect(seen(0.9, { wires: INPUTS }).gate).toMatchObject({ gateClass: "OR", box: { x: 200 } });
    expect(seen(0.9, { wires: [CURVE.slice(0, 3)] }).gate.gateClass).toBe("OR");
  });
});
