import { boxAround, cornersOf } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { gateSize } from "../marks/gate-size.ts";
import { FORWARD, type GateMark, INK, type Marks } from "../marks/marks.ts";
import { repaint } from "../marks/repaint.ts";
import type { CleanPage } from "../page/clean-page.ts";
import type { GateClass } from "../rules/gates.ts";
import { hasInk } from "./drawn-circle.ts";
import { likeliest, weigh } from "./output-circles.ts";
import { placeInGate } from "./read-gates.ts";

/** Classes that differ only by a second curve at the back. */
const PAIRS = [
  { plain: "OR", other: "XOR" },
  { plain: "NOR", other: "XNOR" },
] as const satisfies readonly { plain: GateClass; other: GateClass }[];

/** Where a gate is cut along its direction: shares of its width, from side to side. */
const CUTS = Array.from({ length: 20 }, (_, k) => 0.12 + 0.04 * k);

/** The second curve is at most this many gate sizes behind the box, and before this share of its depth. */
const PLACE = { behind: 0.5, before: 0.6 } as const;

/** Strokes across a cut, in gate sizes: a curve's is at most `curve` long, a wire's along the cut at least `wire`. */
const STROKE = { curve: 0.15, wire: 0.3 } as const;

/** From cut to cut a curve moves by less than this, in gate sizes. */
const STEP = 0.1;

/**
 * At least so many cuts have no wire along them, and this share of those two curves. Of 330 ORs and NORs of training and
 * validation drafters none has so many, of 165 XORs and XNORs 129 have.
 */
const SEEN = { cuts: 7, share: 0.85 } as const;

/** Added to the log-odds of the class with two curves. */
const EVIDENCE = { slope: 1, shift: 4 } as const;

/**
 * The marks of a page with the classes of its gates weighed once more by what is drawn at their backs: two curves there
 * make an OR an XOR, however far apart they are. The box of a gate that becomes another one by it covers both.
 */
export function withBackCurves(page: CleanPage, marks: Marks): Marks {
  const unit = gateSize(marks.gates);
  if (unit === 0) return marks;
  const mask = marks.mask.slice();
  const weighed = (gate: GateMark): GateMark => {
    if (gate.isBox || !PAIRS.some(({ plain }) => plain === gate.gateClass)) return gate;
    const curve = curveBehind(page, gate, unit);
    if (curve === null) return gate;
    const classScores = weigh(gate.classScores, { pairs: PAIRS, ...EVIDENCE });
    const gateClass = likeliest(classScores);
    if (gateClass === gate.gateClass) return { ...gate, classScores };
    const box = boxAround([...cornersOf(gate.box), ...cornersOf(curve)]);
    repaint(mask, page, { box, from: [INK.wire, INK.text], to: INK.gate });
    return { ...gate, classScores, gateClass, box };
  };
  return { ...marks, gates: marks.gates.map(weighed), doubtful: marks.doubtful.map(weighed), mask };
}

/** The box of the curve behind another one, or null if there are not two. */
function curveBehind(page: CleanPage, gate: GateMark, unit: number): PageBox | null {
  const curve: PagePoint[] = [];
  let cuts = 0;
  let seen = 0;
  let last: number | null = null;
  for (const across of CUTS) {
    const { strokes, placeAt, depth } = cutThrough(page, gate, { across, unit });
    const atBack = strokes.filter(({ from, to }) => (from + to) / 2 < PLACE.before * depth);
    if (atBack.some(({ from, to }) => to - from > STROKE.wire * unit)) continue;
    cuts++;
    const curves = atBack.filter(({ from, to }) => to - from < STROKE.curve * unit);
    const behind = curves.at(-2);
    if (behind === undefined) continue;
    const middle = (behind.from + behind.to) / 2;
    if (last === null || Math.abs(middle - last) < STEP * unit) {
      seen++;
      curve.push(placeAt(behind.from), placeAt(behind.to));
    }
    last = middle;
  }
  return cuts >= SEEN.cuts && seen >= SEEN.share * cuts ? boxAround(curve) : null;
}

/** The strokes along a line in a gate's direction, as distances from the back of its box in pixels, and its depth. */
function cutThrough(page: CleanPage, gate: GateMark, { across, unit }: { across: number; unit: number }) {
  const forward = FORWARD[gate.direction];
  const depth = forward.x !== 0 ? gate.box.width : gate.box.height;
  const start = placeInGate(gate, { along: 0, across });
  const placeAt = (distance: number): PagePoint => ({
    x: start.x + distance * forward.x,
    y: start.y + distance * forward.y,
  });
  const strokes: { from: number; to: number }[] = [];
  let from: number | null = null;
  for (let distance = -PLACE.behind * unit; distance <= depth; distance++) {
    const { x, y } = placeAt(distance);
    const isInk = hasInk(page, x, y);
    if (isInk) from ??= distance;
    else if (from !== null) {
      strokes.push({ from, to: distance });
      from = null;
    }
  }
  return { strokes, placeAt, depth };
}
