import { middleOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { gateSize } from "../marks/gate-size.ts";
import { DIRECTIONS, type GateMark, INK, type Marks } from "../marks/marks.ts";
import { repaint } from "../marks/repaint.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATE_CLASSES } from "../rules/gate-class.ts";
import { hasInk, holeAround, rimOf } from "./drawn-circle.ts";
import { gateInk } from "./gate-ink.ts";
import { FORWARD } from "./pin-costs.ts";
import { distanceToBox } from "./read-gates.ts";
import { mainDirection } from "./turn-gates.ts";

/** The hole of a bare circle: the square root of its area, in gate sizes, and its share of the disc around it. */
const HOLE = { least: 0.05, most: 0.36, roundness: 0.4 } as const;

/** A circle whose rim is closer to a gate than this, in gate sizes, belongs to one of the gate's pins. */
const AT_GATE = 0.12;

/** A patch of gate ink larger than this, in gate sizes, is not a circle. */
const LARGEST = 0.7;

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
 * for that of a gate, but finds no gate there: so each ring of gate ink away from all gates that two wires leave on
 * opposite sides is one.
 */
export function withBareInverters(page: CleanPage, marks: Marks): Marks {
  const unit = gateSize(marks.gates);
  if (unit === 0) return marks;
  const found: GateMark[] = [];
  const isFound = (at: PagePoint) => found.some(({ box }) => distanceToBox(box, at) < AT_GATE * unit);
  for (const patch of patchesApart(page, marks, unit)) {
    const inverter = isFound(middleOf(patch)) ? null : inverterIn(page, { patch, marks, unit });
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

/** The patches of gate ink outside all gates, as boxes. */
function patchesApart(page: CleanPage, { gates, mask }: Marks, unit: number): PageBox[] {
  const { width } = page;
  const boxesOfGates = gates.map(({ box }) => box);
  const open = new Set(gateInk(page, mask, { boxes: boxesOfGates, reach: AT_GATE * unit }).apart);
  const boxes: PageBox[] = [];
  for (const start of open) {
    open.delete(start);
    const patch = [start];
    for (const at of patch) {
      for (const step of [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]) {
        if (open.delete(at + step)) patch.push(at + step);
      }
    }
    let [left, right, top, bottom] = [width, 0, Number.POSITIVE_INFINITY, 0];
    for (const at of patch) {
      left = Math.min(left, at % width);
      right = Math.max(right, at % width);
      top = Math.min(top, Math.floor(at / width));
      bottom = Math.max(bottom, Math.floor(at / width));
    }
    boxes.push({ x: left, y: top, width: right + 1 - left, height: bottom + 1 - top });
  }
  return boxes.filter((box) => Math.max(box.width, box.height) <= LARGEST * unit);
}

function inverterIn(
  page: CleanPage,
  { patch, marks, unit }: { patch: PageBox; marks: Marks; unit: number },
): GateMark | null {
  const middle = middleOf(patch);
  const start = { x: Math.round(middle.x), y: Math.round(middle.y) };
  if (hasInk(page, start.x, start.y)) return null;
  const hole = holeAround(page, start, HOLE.most * unit);
  if (hole === null || hole.side < HOLE.least * unit || hole.roundness < HOLE.roundness) return null;
  const radius = Math.max(hole.reach, rimOf(page, hole.at, unit).radius);
  if (marks.gates.some(({ box }) => distanceToBox(box, hole.at) < radius + AT_GATE * unit)) return null;
  const wires = inkAround(page, hole.at, radius + AROUND.apart * unit);
  const [first, second] = wires;
  if (first === undefined || second === undefined || wires.length > 2) return null;
  if (first.x * second.x + first.y * second.y > STRAIGHT) return null;
  const forward = mainDirection({ bodies: marks.gates });
  // Along the wire, the way in which the other gates point; down or right where they say nothing.
  const along = { x: first.x - second.x, y: first.y - second.y };
  const sign = along.x * (forward.x + 0.01) + along.y * (forward.y + 0.01) < 0 ? -1 : 1;
  const ahead = (way: PagePoint) => sign * (way.x * along.x + way.y * along.y);
  const direction = DIRECTIONS.reduce((a, b) => (ahead(FORWARD[b]) > ahead(FORWARD[a]) ? b : a));
  const box = { x: hole.at.x - radius, y: hole.at.y - radius, width: 2 * radius, height: 2 * radius };
  return { box, gateClass: "NOT", classScores: SCORES, direction, confidence: CONFIDENCE };
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
