import { expect, it } from "vitest";
import type { PagePoint } from "../../geometry/coordinates.ts";
import { withoutStrays } from "./strays.ts";

const MARKS = { gates: [], doubtful: [], points: [], texts: [], mask: new Uint8Array(0) };
const BODY = {
  box: { x: 100, y: 100, width: 100, height: 100 },
  gateClass: "AND",
  direction: "right",
  taper: { right: 0.5, left: 0, up: 0, down: 0 },
  confidence: 1,
} as const;
const GATES = { bodies: [BODY], bubbles: [], unlikely: [], strays: [], classScores: [], unit: 100 };

/** Whether a separate straight line, in pixels, is taken for a wire. */
function isWire(from: PagePoint, to: PagePoint): boolean {
  const points = Array.from({ length: 11 }, (_, k) => ({
    x: from.x + (k * (to.x - from.x)) / 10,
    y: from.y + (k * (to.y - from.y)) / 10,
  }));
  const { edges } = withoutStrays(
    { nodes: [from, to], edges: [{ from: 0, to: 1, points }] },
    {
      marks: MARKS,
      gates: GATES,
      pen: 3,
    },
  );
  return edges.length > 0;
}

it("tells a short wire from a bit of a gate's outline", () => {
  // At the side of the gate: away from it, and along it.
  expect(isWire({ x: 150, y: 203 }, { x: 150, y: 228 })).toBe(true);
  expect(isWire({ x: 140, y: 205 }, { x: 165, y: 205 })).toBe(false);
  // Too short to lead anywhere.
  expect(isWire({ x: 150, y: 203 }, { x: 150, y: 218 })).toBe(false);
});
