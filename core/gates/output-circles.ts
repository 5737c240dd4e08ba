import { boxAround, cornersOf, grown, isInside } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { gateSize } from "../marks/gate-size.ts";
import { FORWARD, type GateMark, INK, type Marks } from "../marks/marks.ts";
import { repaint } from "../marks/repaint.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATE_CLASSES, GATES, type GateClass } from "../rules/gates.ts";
import { type Hole, holesIn, rimOf } from "./drawn-circle.ts";
import { placeInGate } from "./read-gates.ts";

/** Where the middle of a circle's hole is: from the tip of the gate's box, and from the gate's axis, in gate sizes. */
const PLACE = { before: 0.22, behind: 0.22, aside: 0.3 } as const;

/** The square root of its hole's area, in gate sizes. */
const HOLE = { least: 0.04, most: 0.35 } as const;

/**
 * Its hole covers at least this share of the disc around it, for the gate's outline may cut it; a large one more, which
 * may also be the gate's tip.
 */
const ROUNDNESS = { small: 0.25, large: 0.45, from: 0.2 } as const;

/** Classes that differ only by a circle at the output. */
const PAIRS = GATE_CLASSES.flatMap((plain) => {
  const other = GATES[plain].withCircle;
  return other === null ? [] : [{ plain, other }];
});

/**
 * What the log-odds of the class with a circle become: `slope` times what they were, plus `shift`. Of 4,458 gates of
 * drafters whom the networks did not know, 1,230 of 1,375 with a circle and 8 of 3,083 others have such a hole. Where
 * there is none, the networks see circles in pointed or untidy tips, but they are surer of those that are drawn open or
 * filled.
 */
const EVIDENCE = { circle: { slope: 1, shift: 2.5 }, none: { slope: 1.5, shift: -3.25 } } as const;

/** No class is less likely than this. */
const LEAST_SCORE = 1e-4;

/**
 * The marks of a page with the classes of its gates weighed once more by what is drawn at their outputs: ink around a
 * round piece of paper is an inversion circle. The box of a gate that becomes another one by it covers its circle.
 */
export function withOutputCircles(page: CleanPage, marks: Marks): Marks {
  const unit = gateSize(marks.gates);
  if (unit === 0) return marks;
  const mask = marks.mask.slice();
  const weighed = (gate: GateMark): GateMark => {
    if (gate.isBox || gate.gateClass === "NOT") return gate;
    const circle = circleAtOutput(page, gate, unit);
    const classScores = weigh(gate.classScores, { pairs: PAIRS, ...EVIDENCE[circle === null ? "none" : "circle"] });
    const gateClass = likeliest(classScores);
    if (circle === null || gateClass === gate.gateClass) return { ...gate, classScores, gateClass };
    const rim = grown({ ...circle.at, width: 0, height: 0 }, rimOf(page, circle.at, unit).radius);
    const box = boxAround([...cornersOf(gate.box), ...cornersOf(rim)]);
    repaint(mask, page, { box: rim, from: [INK.wire, INK.text], to: INK.gate });
    return { ...gate, classScores, gateClass, box };
  };
  return { ...marks, gates: marks.gates.map(weighed), doubtful: marks.doubtful.map(weighed), mask };
}

function circleAtOutput(page: CleanPage, gate: GateMark, unit: number): Hole | null {
  const forward = FORWARD[gate.direction];
  const tip = placeInGate(gate, { along: 1, across: 0.5 });
  const along = (distance: number): PagePoint => ({ x: tip.x + distance * forward.x, y: tip.y + distance * forward.y });
  const axis = boxAround([along(-PLACE.before * unit), along(PLACE.behind * unit)]);
  const aside = PLACE.aside * unit;
  const place: PageBox = {
    x: axis.x - aside * Math.abs(forward.y),
    y: axis.y - aside * Math.abs(forward.x),
    width: axis.width + 2 * aside * Math.abs(forward.y),
    height: axis.height + 2 * aside * Math.abs(forward.x),
  };
  const isCircle = ({ at, side, roundness }: Hole) =>
    side >= HOLE.least * unit &&
    roundness >= (side > ROUNDNESS.from * unit ? ROUNDNESS.large : ROUNDNESS.small) &&
    isInside(place, at);
  const circles = holesIn(page, place, HOLE.most * unit).filter(isCircle);
  return circles.sort((a, b) => b.roundness - a.roundness)[0] ?? null;
}

interface Weighing {
  readonly pairs: readonly { readonly plain: GateClass; readonly other: GateClass }[];
  readonly slope: number;
  readonly shift: number;
}

/** Moves the odds of the other class of each pair: `slope` times their logarithm, plus `shift`. */
export function weigh(scores: readonly number[], { pairs, slope, shift }: Weighing): number[] {
  const weighed = [...scores];
  for (const { plain, other } of pairs) {
    const [from, to] = [GATE_CLASSES.indexOf(plain), GATE_CLASSES.indexOf(other)];
    const both = scores[from]! + scores[to]!;
    const logOdds = Math.log(Math.max(LEAST_SCORE, scores[to]!) / Math.max(LEAST_SCORE, scores[from]!));
    const share = 1 / (1 + Math.exp(-slope * logOdds - shift));
    weighed[from] = both * (1 - share);
    weighed[to] = both * share;
  }
  return weighed;
}

/** The class with the highest score. */
export function likeliest(scores: readonly number[]): GateClass {
  return GATE_CLASSES[scores.indexOf(Math.max(...scores))]!;
}
