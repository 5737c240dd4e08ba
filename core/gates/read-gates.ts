import { distanceToBox } from "../geometry/boxes.ts";
import type { PageBox, PagePoint } from "../geometry/coordinates.ts";
import { distanceBetween } from "../geometry/distances.ts";
import { gateSize, longerSide } from "../marks/gate-size.ts";
import type { Direction, GateMark, Marks } from "../marks/marks.ts";
import type { CleanPage } from "../page/clean-page.ts";
import { GATES, type GateClass } from "../rules/gates.ts";
import { circleProbability } from "./circle-probability.ts";
import { drawnCircle } from "./drawn-circle.ts";
import { taper } from "./taper.ts";

/** An inversion circle, in page pixels. */
export interface Bubble {
  readonly at: PagePoint;
  readonly radius: number;
  /** Where its ink ends, in equal steps around, clockwise from the right. */
  readonly rim: readonly number[];
  /** Index of the gate that it belongs to; -1 for one away from all gates. */
  readonly gate: number;
  /** 0 … 1, from the detector. */
  readonly confidence: number;
  /** 0 … 1: how likely it is one, by everything on the page. */
  readonly probability: number;
}

/** A gate's body on the page: where its pins can be. */
export interface GateBody {
  readonly box: PageBox;
  readonly gateClass: GateClass;
  readonly direction: Direction;
  /** How much the drawn shape narrows towards each side, -1 … 1. */
  readonly taper: Readonly<Record<Direction, number>>;
  /** 0 … 1 */
  readonly confidence: number;
  /** As in `GateMark`. */
  readonly isBox?: boolean | undefined;
}

/** The gates of a page and the inversion circles at their inputs. */
export interface Gates {
  readonly bodies: readonly GateBody[];
  readonly bubbles: readonly Bubble[];
  /** What looks a little like an inversion circle and was not taken for one. */
  readonly unlikely: readonly Bubble[];
  /** Anything a little like a circle that is away from all gates: perhaps an inverter drawn as no more than that. */
  readonly strays: readonly Bubble[];
  /** Probability of each class of `GATE_CLASSES` for each body. */
  readonly classScores: readonly (readonly number[])[];
  /** Usual size of a gate in page pixels: the median of their longer sides, 60 without gates. */
  readonly unit: number;
}

/** The size assumed for a page without gates, in page pixels. */
const UNKNOWN_SIZE = 60;

/** Circles nearer to each other than this (in gate sizes) are one. */
const ONE_CIRCLE = 0.14;

/** A place where the detector is less certain is not a circle, whatever the other evidence. */
const LEAST_CIRCLE = 0.2;

/** A place where the detector is at least this certain may be one in another reading of the page. */
const LEAST_DOUBTED = 0.05;

/** Circles more certain than this show that a page has circles. */
const TELLING = 0.3;

/**
 * The gates that the detector saw, with their inversion circles assigned to input pins.
 *
 * Of two boxes that cover each other by more than 60 % of the smaller one, the more certain is kept. A circle belongs
 * to the nearest gate within 0.7 gate sizes.
 *
 * @example
 * readGates(sight.page, sight.marks).bodies[0]; // { gateClass: "XOR", direction: "right", … }
 */
export function readGates(page: CleanPage, marks: Marks): Gates {
  const kept = withoutDoubles(marks.gates);
  const unit = usualSize(kept) || UNKNOWN_SIZE;
  const bodies: GateBody[] = kept.map(({ box, gateClass, direction, confidence, isBox }) => ({
    box,
    gateClass,
    direction,
    taper: taper(page, marks, { box }),
    confidence,
    isBox,
  }));
  const circles = marks.points
    .filter((mark) => mark.kind === "bubble" && mark.confidence >= LEAST_DOUBTED)
    .map(({ at, confidence }) => ({ around: at, confidence, gate: nearestBody(bodies, at, 0.7 * unit) }))
    .filter(({ gate, around }) => gate === -1 || !isOwnCircle(bodies[gate]!, around))
    .sort((a, b) => b.confidence - a.confidence);
  const hasInverters = bodies.some(({ gateClass }) => gateClass === "NOT");
  const telling = circles.filter(({ gate, confidence }) => gate !== -1 && confidence > TELLING);
  const bubbles: Bubble[] = [];
  const unlikely: Bubble[] = [];
  const strays: Bubble[] = [];
  for (const circle of circles) {
    const { around, confidence, gate } = circle;
    const { at, radius, rim, isClosed, roundness } = drawnCircle(page, around, unit);
    if (bubbles.some((other) => distanceBetween(other.at, at) < ONE_CIRCLE * unit)) continue;
    const others = telling.reduce((sum, other) => (other === circle ? sum : sum + other.confidence), 0);
    const probability = circleProbability({ confidence, isClosed, roundness, hasInverters, others });
    const isTaken = confidence >= LEAST_CIRCLE && probability >= 0.5;
    const kind = gate === -1 ? strays : isTaken ? bubbles : unlikely;
    kind.push({ at, radius, rim, gate, confidence, probability });
  }
  return { bodies, bubbles, unlikely, strays, classScores: kept.map((gate) => gate.classScores), unit };
}

/**
 * Where a point lies in a gate's own frame: `along` 0 at the back, 1 at the tip; `across` 0 … 1 in drawing order of the
 * pins (top to bottom, or left to right for a gate that points up or down). Outside the box: below 0 or above 1.
 */
export function inGate(gate: Pick<GateBody, "box" | "direction">, at: PagePoint): { along: number; across: number } {
  const x = (at.x - gate.box.x) / gate.box.width;
  const y = (at.y - gate.box.y) / gate.box.height;
  switch (gate.direction) {
    case "right":
      return { along: x, across: y };
    case "left":
      return { along: 1 - x, across: y };
    case "down":
      return { along: y, across: x };
    case "up":
      return { along: 1 - y, across: x };
  }
}

/** The point of the page at a place in a gate's own frame, as `inGate` gives it. */
export function placeInGate(
  { box, direction }: Pick<GateBody, "box" | "direction">,
  { along, across }: { along: number; across: number },
): PagePoint {
  const isAcrossPage = direction === "right" || direction === "left";
  const forward = direction === "right" || direction === "down" ? along : 1 - along;
  const [x, y] = isAcrossPage ? [forward, across] : [across, forward];
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

/** Inverters smaller than this share of the other gates are bare circles: they do not tell how large gates are. */
const BARE_CIRCLE = 0.4;

function usualSize(gates: readonly GateMark[]): number {
  const others = gateSize(gates.filter(({ gateClass }) => gateClass !== "NOT"));
  return gateSize(gates.filter(({ gateClass, box }) => gateClass !== "NOT" || longerSide(box) > BARE_CIRCLE * others));
}

function withoutDoubles(gates: readonly GateMark[]): GateMark[] {
  const kept: GateMark[] = [];
  for (const gate of [...gates].sort((a, b) => b.confidence - a.confidence)) {
    if (!kept.some((other) => covers(other.box, gate.box))) kept.push(gate);
  }
  return kept.sort((a, b) => a.box.x + a.box.y / 1000 - b.box.x - b.box.y / 1000);
}

function covers(a: PageBox, b: PageBox): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return false;
  return width * height > 0.6 * Math.min(a.width * a.height, b.width * b.height);
}

/** True if a circle is the one at the output of an inverting gate. */
function isOwnCircle(body: GateBody, at: PagePoint): boolean {
  return GATES[body.gateClass].inverted && inGate(body, at).along > 0.6;
}

/** Index of the body nearest to `at`, measured from its input side if two are near; -1 if none is within `reach`. */
function nearestBody(bodies: readonly GateBody[], at: PagePoint, reach: number): number {
  let best = -1;
  let least = reach;
  bodies.forEach((body, index) => {
    const isInFront = inGate(body, at).along > 1;
    const distance = distanceToBox(body.box, at) + (isInFront ? 0.1 * reach : 0);
    if (distance >= least) return;
    least = distance;
    best = index;
  });
  return best;
}
