import { distanceToBox } from "../geometry/boxes.ts";
import type { PagePoint } from "../geometry/coordinates.ts";
import { DIRECTIONS, FORWARD } from "../marks/marks.ts";
import { GATES, leastInputs } from "../rules/gates.ts";
import { pinCosts, type WireTip } from "./pin-costs.ts";
import { type Bubble, type GateBody, type Gates, inGate } from "./read-gates.ts";

/** The mean of the gates' directions: a vector of length 0 … 1. */
export function mainDirection({ bodies }: { readonly bodies: readonly Pick<GateBody, "direction">[] }): PagePoint {
  const sum = bodies.reduce(
    (total, { direction }) => ({ x: total.x + FORWARD[direction].x, y: total.y + FORWARD[direction].y }),
    { x: 0, y: 0 },
  );
  return { x: sum.x / Math.max(1, bodies.length), y: sum.y / Math.max(1, bodies.length) };
}

/**
 * Turns gates whose wires clearly show another direction than the detector's: the direction with one wire at the tip
 * and the others at the back, and a drawn shape that is wide at the back. The detector's direction is kept unless
 * another fits much better.
 */
export function turnGates(gates: Gates, tips: readonly WireTip[]): Gates {
  const bodies = gates.bodies.map((body) => {
    const near = tips.filter((tip) => distanceToBox(body.box, tip.at) < 0.3 * gates.unit);
    const costs = DIRECTIONS.map((direction) => {
      const kept = direction === body.direction ? 0 : 2;
      const narrow = Math.max(...Object.values(body.taper)) - body.taper[direction];
      return kept + narrow + misfit({ ...body, direction }, near, gates.unit);
    });
    const direction = DIRECTIONS[costs.indexOf(Math.min(...costs))]!;
    return { ...body, direction };
  });
  return negateTips({ ...gates, bodies });
}

/** An inversion circle at the tip of an AND, OR or XOR makes a NAND, NOR or XNOR of it: it is not an input's circle. */
function negateTips(gates: Gates): Gates {
  const { bodies, bubbles } = gates;
  const atTip = (bubble: Bubble) => {
    const { along, across } = inGate(bodies[bubble.gate]!, bubble.at);
    return along > 0.75 && across > 0.15 && across < 0.85;
  };
  const negated = new Set(bubbles.filter(atTip).map((bubble) => bubble.gate));
  return {
    ...gates,
    bodies: bodies.map((body, gate) => {
      const gateClass = negated.has(gate) ? GATES[body.gateClass].withCircle : null;
      return gateClass === null ? body : { ...body, gateClass };
    }),
    bubbles: bubbles.filter((bubble) => !atTip(bubble)),
  };
}

function misfit(body: GateBody, tips: readonly WireTip[], unit: number): number {
  const needed = leastInputs(body.gateClass);
  const costs = tips.map((tip) => pinCosts(body, tip, unit));
  const outputs = costs.map((cost) => Math.min(cost.output, 2.5));
  const bestOutput = outputs.indexOf(Math.min(...outputs));
  const withOutput = outputs[bestOutput] !== undefined && outputs[bestOutput] < 2.5;
  const inputs = costs.filter((_, index) => !withOutput || index !== bestOutput);
  const missing = Math.max(0, needed - inputs.filter((cost) => cost.input < 2).length);
  return (
    (withOutput ? outputs[bestOutput]! : 1.5) + missing + inputs.reduce((sum, cost) => sum + Math.min(cost.input, 2), 0)
  );
}
