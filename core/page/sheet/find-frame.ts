import { sum } from "../../basics/numbers.ts";
import type { Quad } from "../../geometry/coordinates.ts";
import { distanceBetween } from "../../geometry/distances.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import { applyHomography } from "../../geometry/homography.ts";
import { MARKS } from "../../template/layout.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import { wholeBorderSeen } from "./border-seen.ts";
import type { Frame } from "./frame.ts";
import { frameOfThree } from "./frame-of-three.ts";
import { findMarkCandidates, isSimilar, type MarkCandidate, mayBeNeighbours } from "./mark-candidates.ts";
import { refineFrame } from "./refine-frame.ts";

/** Share of the border that must be visible as a line. */
const BORDER_SEEN = 0.7;

/**
 * The templates' frames in a picture, one for each sheet, the best seen first: four corner marks, the one with the hole
 * first, and the border between them as proof; one of the marks may be hidden. None on a plain sheet, for instance. Any
 * rotation and the perspective of a phone are supported.
 */
export function* findFrames(page: DarkPlane): Generator<Frame, void, void> {
  let candidates = findMarkCandidates(page);
  for (let frame = bestFrame(page, candidates); frame !== null; frame = bestFrame(page, candidates)) {
    yield frame;
    candidates = withoutMarks(candidates, frame);
  }
}

function bestFrame(page: DarkPlane, candidates: Candidates): Frame | null {
  const four = frameOfFour(page, candidates);
  if (four !== null) return refineFrame(page, four);
  const three = frameOfThree(page, { ...candidates, least: BORDER_SEEN });
  // Its fourth mark was placed at the best of a few places: refine once more from there.
  return three === null ? null : refineFrame(page, refineFrame(page, three));
}

function withoutMarks({ filled, holed }: Candidates, frame: Frame): Candidates {
  const marks = MARKS.map((mark) => applyHomography(frame, mark));
  const isOther = (candidate: MarkCandidate) =>
    marks.every((mark) => distanceBetween(mark, candidate) > candidate.side);
  return { filled: filled.filter(isOther), holed: holed.filter(isOther) };
}

type Candidates = ReturnType<typeof findMarkCandidates>;

function frameOfFour(page: DarkPlane, { filled, holed }: Candidates): Frame | null {
  let best: Frame | null = null;
  let least = BORDER_SEEN;
  for (const first of holed) {
    for (const marks of quads(first, filled)) {
      const frame = fitHomography({ space: "Page", quad: MARKS }, { space: "Picture", quad: marks });
      if (frame === null) continue;
      const seen = wholeBorderSeen(page, frame, { least });
      if (seen < least || (best !== null && seen === least)) continue;
      best = frame;
      least = seen;
    }
  }
  return best;
}

type MarkQuad = readonly [MarkCandidate, MarkCandidate, MarkCandidate, MarkCandidate];

/** The convex quadrilaterals of `first` and three of `others`, clockwise, that may be the sheet's four marks. */
function* quads(first: MarkCandidate, others: readonly MarkCandidate[]): Generator<Quad<"Picture">> {
  const near = others.filter((other) => isSimilar(first, other));
  for (let i = 0; i < near.length; i++) {
    for (let j = i + 1; j < near.length; j++) {
      for (let k = j + 1; k < near.length; k++) {
        const quad = clockwise(first, [near[i]!, near[j]!, near[k]!]);
        if (isConvex(quad) && quad.every((mark, n) => mayBeNeighbours(mark, { next: quad[(n + 1) % 4]!, from: n })))
          yield quad;
      }
    }
  }
}

function clockwise(first: MarkCandidate, others: readonly MarkCandidate[]): MarkQuad {
  const all = [first, ...others];
  const x = sum(all.map((mark) => mark.x)) / 4;
  const y = sum(all.map((mark) => mark.y)) / 4;
  const start = Math.atan2(first.y - y, first.x - x);
  const rest = others
    .map((mark) => ({ mark, turn: (Math.atan2(mark.y - y, mark.x - x) - start + 4 * Math.PI) % (2 * Math.PI) }))
    .sort((a, b) => a.turn - b.turn)
    .map(({ mark }) => mark);
  return [first, rest[0]!, rest[1]!, rest[2]!];
}

function isConvex(quad: MarkQuad): boolean {
  return quad.every((a, i) => {
    const b = quad[(i + 1) % 4]!;
    const c = quad[(i + 2) % 4]!;
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0;
  });
}
