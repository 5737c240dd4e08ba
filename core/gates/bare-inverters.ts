import { sum } from "../basics/numbers.ts";
import { distanceToBox, middleOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { gateSize } from "../marks/gate-size.ts";
import { DIRECTIONS, FORWARD, type GateMark, INK, type Marks } from "../marks/marks.ts";
import { repaint } from "../marks/repaint.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { pixelsIn } from "../page/ink/pixels-in.ts";
import { GATE_CLASSES } from "../rules/gates.ts";
import { type Hole, hasInk, holesOf, rimOf } from "./drawn-circle.ts";
import { mainDirection } from "./turn-gates.ts";

/** The hole of a bare circle: the square root of its area, in gate sizes, and its share of the disc around it. */
const HOLE = { least: 0.05, most: 0.36, roundness: 0.4 } as const;

/** A circle whose rim is closer to a gate than this, in gate sizes, belongs to one of the gate's pins. */
const AT_GATE = 0.12;

/** A ring that is mostly wire is none, and one that is not mostly a gate's only if what leaves it is a wire. */
const MOST_INK = 0.5;

/** How far outside the ring its wires are looked for, in gate sizes, and in how many steps around it. */
const AROUND = { apart: 0.08, steps: 72 } as const;

/** Cosine of the most that two opposite wires are off a straight line. */
const STRAIGHT = -0.5;

/** More likely an inverter than not, but in doubt if the circuit has faults with it. */
const CONFIDENCE = 0.6;

/** A gate in the middle of a wire has one input. */
const SCORES = GATE_CLASSES.map((name) => (name === "NOT" ? 1 : 0));

/**
 * The marks of a page with the inverters that are drawn as nothing but a circle in a wire. The detector takes their ink
 * for that of a gate or a letter: so each ring of such ink away from all gates that two wires leave on opposite sides is
 * one.
 */
export function withBareInverters(page: CleanPage, marks: Marks): Marks {
  const unit = gateSize(marks.gates);
  if (unit === 0) return marks;
  const found: GateMark[] = [];
  const isFound = (at: PagePoint) => found.some(({ box }) => distanceToBox(box, at) < AT_GATE * unit);
  for (const hole of holesOf(page, HOLE.most * unit)) {
    const inverter = isFound(hole.at) ? null : inverterAround(page, hole, { marks, unit });
    if (inverter !== null) found.push(inverter);
  }
  if (found.length === 0) return marks;
  const mask = marks.mask.slice();
  for (const { box } of found) repaint(mask, page, { box, from: [INK.wire, INK.text], to: INK.gate });
  return {
    ...marks,
    gates: [...marks.gates, ...found],
    doubtful: marks.doubtful.filter(({ box }) => !isFound(middleOf(box))),
    points: marks.points.filter(({ kind, at }) => kind !== "bubble" || !isFound(at)),
    mask,
  };
}

function inverterAround(page: CleanPage, hole: Hole, { marks, unit }: { marks: Marks; unit: number }): GateMark | null {
  if (hole.side < HOLE.least * unit || hole.roundness < HOLE.roundness) return null;
  const radius = Math.max(hole.reach, rimOf(page, hole.at, unit).radius);
  if (marks.gates.some(({ box }) => distanceToBox(box, hole.at) < radius + AT_GATE * unit)) return null;
  const wires = inkAround(page, hole.at, radius + AROUND.apart * unit);
  const [first, second] = wires;
  if (first === undefined || second === undefined || wires.length > 2) return null;
  if (first.x * second.x + first.y * second.y > STRAIGHT) return null;
  const box = { x: hole.at.x - radius, y: hole.at.y - radius, width: 2 * radius, height: 2 * radius };
  const leads = (way: PagePoint) => isWire(page, marks, { from: hole.at, way, radius, unit });
  const ink = inkIn(page, marks.mask, box);
  if (ink.wire > MOST_INK || (ink.gate < MOST_INK && !(leads(first) && leads(second)))) return null;
  const forward = mainDirection({ bodies: marks.gates });
  // Along the wire, the way in which the other gates point; down or right where they say nothing.
  const along = { x: first.x - second.x, y: first.y - second.y };
  const sign = along.x * (forward.x + 0.01) + along.y * (forward.y + 0.01) < 0 ? -1 : 1;
  const ahead = (way: PagePoint) => sign * (way.x * along.x + way.y * along.y);
  const direction = DIRECTIONS.reduce((a, b) => (ahead(FORWARD[b]) > ahead(FORWARD[a]) ? b : a));
  return { box, gateClass: "NOT", classScores: SCORES, direction, confidence: CONFIDENCE };
}

/** Whether the ink that leaves a ring is a wire's, for the detector. */
function isWire(
  { width }: CleanPage,
  { mask }: Marks,
  { from, way, radius, unit }: { from: PagePoint; way: PagePoint; radius: number; unit: number },
): boolean {
  return [1, 1.5, 2, 2.5].some((steps) => {
    const reach = radius + steps * AROUND.apart * unit;
    return mask[Math.round(from.y + reach * way.y) * width + Math.round(from.x + reach * way.x)] === INK.wire;
  });
}

/** The shares of a box's ink that the detector takes for a gate's and for a wire's, 0 … 1. */
function inkIn(page: CleanPage, mask: Uint8Array, box: PageBox): { gate: number; wire: number } {
  const pixels = [0, 0, 0, 0];
  for (const at of pixelsIn(box, page)) pixels[mask[at]!]!++;
  const all = Math.max(1, sum(pixels) - pixels[INK.paper]!);
  return { gate: pixels[INK.gate]! / all, wire: pixels[INK.wire]! / all };
}

/** The ways in which ink crosses a circle, as vectors of length 1. */
function inkAround(page: CleanPage, middle: PagePoint, radius: number): PagePoint[] {
  const wayOf = (step: number) => {
    const angle = (2 * Math.PI * step) / AROUND.steps;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  };
  const isInk = (step: number) => {
    const { x, y } = wayOf(step);
    return hasInk(page, middle.x + radius * x, middle.y + radius * y);
  };
  const ways: PagePoint[] = [];
  for (let step = 0; step < AROUND.steps; step++) {
    if (!isInk(step) || isInk(step - 1)) continue;
    let last = step;
    while (isInk(last + 1) && last < step + AROUND.steps) last++;
    ways.push(wayOf((step + last) / 2));
  }
  return ways;
}
