import { expect, it } from "vitest";
import type { WireTip } from "./pin-costs.ts";
import type { GateBody } from "./read-gates.ts";
import { turnGates } from "./turn-gates.ts";

const BODY: GateBody = {
  box: { x: 100, y: 100, width: 60, height: 50 },
  gateClass: "XOR",
  direction: "right",
  // Half of its outline is missing: the shape seems to narrow to the left.
  taper: { right: -0.5, left: 0.5, down: 0, up: 0 },
  confidence: 0.9,
};

const RIGHT = { x: 1, y: 0 };
const LEFT = { x: -1, y: 0 };

/** The direction that a gate is turned to by its wires. */
function turned(body: GateBody, tips: readonly WireTip[]) {
  return turnGates({ bodies: [body], bubbles: [], unlikely: [], strays: [], classScores: [], unit: 60 }, tips)
    .bodies[0]!.direction;
}

it("trusts the detector and the wires more than an incomplete shape", () => {
  const tips = [
    { at: { x: 98, y: 112 }, heading: RIGHT },
    { at: { x: 98, y: 138 }, heading: RIGHT },
    { at: { x: 162, y: 125 }, heading: LEFT },
  ];
  expect(turned(BODY, tips)).toBe("right");
});

it("turns a gate if its wires and shape agree", () => {
  const tips = [
    { at: { x: 162, y: 112 }, heading: LEFT },
    { at: { x: 162, y: 138 }, heading: LEFT },
    { at: { x: 98, y: 125 }, heading: RIGHT },
  ];
  expect(turned(BODY, tips)).toBe("left");
});
