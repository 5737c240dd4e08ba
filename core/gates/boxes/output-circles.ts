import { clamp } from "../../basics/numbers.ts";
import { grown } from "../../geometry/boxes.ts";
import type { PageBox } from "../../geometry/coordinates.ts";
import type { Detector } from "../../marks/detector/detector.ts";
import { findCircles } from "../../marks/find-circles.ts";
import { FORWARD, type GateMark, oppositeOf, type PointMark } from "../../marks/marks.ts";
import type { CleanPage } from "../../page/clean-page.ts";
import { rimOf } from "../drawn-circle.ts";
import { inGate } from "../read-gates.ts";

/** A circle's middle is at most this far inside the box, and outside of it, in lengths of its side. */
const REACH = { inside: 0.1, outside: 0.4 } as const;

/** It is at least this far from the ends of that side: what is there is a letter's. */
const FROM_ENDS = 0.2;

/**
 * The log-odds of a circle: `slope` times those that the second look gives, plus `shift`; within these probabilities. Of
 * boxes drawn at the places of training drafters' gates, all 1,165 with a circle (closed, filled or small) had .2 and more
 * from the second look, and 4 of 1,290 others more than .1.
 */
const CIRCLED = { slope: 2.9, shift: 5.1, least: 0.04, most: 0.97 } as const;

export interface OutputCircle {
  /** The box around it; null if none is seen. */
  readonly circle: PageBox | null;
  /** How likely there is one. */
  readonly probability: number;
}

/** The inversion circles at the outputs of boxes: they look as at the backs of gates that point the other way. */
export async function outputCircles(
  page: CleanPage,
  boxes: readonly Pick<GateMark, "box" | "direction">[],
  detector: Pick<Detector, "findCircles">,
): Promise<OutputCircle[]> {
  const gates = boxes.map(({ box, direction }) => ({ box, direction: oppositeOf(direction) }));
  const points = await findCircles(page, { gates, points: [], detector });
  return boxes.map(({ box, direction }) => {
    const [extent, depth] = FORWARD[direction].x === 0 ? [box.width, box.height] : [box.height, box.width];
    const isHere = ({ at }: PointMark) => {
      const { along, across } = inGate({ box, direction }, at);
      const outside = ((along - 1) * depth) / extent;
      return Math.min(across, 1 - across) >= FROM_ENDS && outside >= -REACH.inside && outside <= REACH.outside;
    };
    const [likeliest] = points.filter(isHere).sort((a, b) => b.confidence - a.confidence);
    if (!likeliest) return { circle: null, probability: CIRCLED.least };
    const { at, confidence } = likeliest;
    const odds = CIRCLED.slope * Math.log(confidence / (1 - confidence)) + CIRCLED.shift;
    const probability = clamp(1 / (1 + Math.exp(-odds)), CIRCLED.least, CIRCLED.most);
    const { radius } = rimOf(page, at, Math.min(extent, depth));
    return { circle: grown({ ...at, width: 0, height: 0 }, radius), probability };
  });
}
