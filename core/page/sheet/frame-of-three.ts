import { distanceBetween } from "../../geometry/distances.ts";
import { fitHomography } from "../../geometry/fit-homography.ts";
import { MARKS } from "../../template/layout.ts";
import type { DarkPlane } from "../light/grey-darkness.ts";
import { borderSeen, SIDES, wholeBorderSeen } from "./border-seen.ts";
import type { Spot } from "./enclosing-quad.ts";
import type { Frame } from "./frame.ts";
import { type MarkCandidate, mayBeNeighbours } from "./mark-candidates.ts";

/** Three marks in clockwise order; `missing` is the number of the fourth one. */
interface Three {
  readonly before: MarkCandidate;
  readonly corner: MarkCandidate;
  readonly after: MarkCandidate;
  readonly missing: number;
}

/** Cosine of the smallest angle that a right angle of the sheet may appear as. */
const STEEPEST = 0.7;
/** Share of the two sides between the three marks that is seen although perspective is not known yet. */
const ROUGHLY_SEEN = 0.6;
/** Number of triples of marks that are tried: a sheet has one, and few others look like it. */
const MOST_TRIED = 12;
/** How far perspective moves the fourth mark from the corner of a parallelogram, as a share of the sides. */
const FARTHEST = 0.35;
/** Millimetres between places that are tried for the fourth mark: the border is looked for 2.5 mm to both sides. */
const STEP = 3;

/**
 * The frame of a sheet with one hidden corner mark: three marks and the two sides between them, then the place of the
 * fourth mark at which all four sides are seen best. Null if no place shows at least the share `least` of the border.
 */
export function frameOfThree(
  page: DarkPlane,
  candidates: { filled: readonly MarkCandidate[]; holed: readonly MarkCandidate[]; least: number },
): Frame | null {
  let best: Frame | null = null;
  let { least } = candidates;
  for (const three of likeliest(page, candidates)) {
    for (const place of placesAround(three)) {
      const frame = frameWith(three, place);
      const seen = frame === null ? 0 : wholeBorderSeen(page, frame, { least });
      if (seen < least || (best !== null && seen === least)) continue;
      best = frame;
      least = seen;
    }
  }
  return best;
}

/** Those whose two sides are seen best; in noise there are hundreds of similar ones. */
function likeliest(page: DarkPlane, candidates: Parameters<typeof threes>[0]): Three[] {
  const found: { readonly three: Three; readonly seen: number }[] = [];
  for (const three of threes(candidates)) {
    const rough = frameWith(three, fourthOf(three));
    const sides = [SIDES[(three.missing + 1) % 4]!, SIDES[(three.missing + 2) % 4]!];
    const seen = rough === null ? 0 : borderSeen(page, rough, { sides, least: ROUGHLY_SEEN });
    if (seen > 0) found.push({ three, seen });
  }
  return found
    .sort((a, b) => b.seen - a.seen)
    .slice(0, MOST_TRIED)
    .map(({ three }) => three);
}

/** Where the fourth mark would be without perspective. */
function fourthOf({ before, corner, after }: Three): Spot {
  return { x: before.x + after.x - corner.x, y: before.y + after.y - corner.y };
}

function* threes({
  filled,
  holed,
}: {
  filled: readonly MarkCandidate[];
  holed: readonly MarkCandidate[];
}): Generator<Three> {
  for (let missing = 0; missing < 4; missing++) {
    const [first, second, third] = [1, 2, 3].map((n) => (missing + n) % 4) as [number, number, number];
    const of = (mark: number) => (mark === 0 ? holed : filled);
    for (const corner of of(second)) {
      for (const before of of(first)) {
        if (before === corner || !mayBeNeighbours(before, { next: corner, from: first })) continue;
        for (const after of of(third)) {
          if (after === before || after === corner || !mayBeNeighbours(corner, { next: after, from: second })) continue;
          if (isCorner(before, { corner, after })) yield { before, corner, after, missing };
        }
      }
    }
  }
}

/** Whether the path turns right at `corner`, by about a right angle. */
function isCorner(before: Spot, { corner, after }: { corner: Spot; after: Spot }): boolean {
  const a = { x: corner.x - before.x, y: corner.y - before.y };
  const b = { x: after.x - corner.x, y: after.y - corner.y };
  const lengths = Math.hypot(a.x, a.y) * Math.hypot(b.x, b.y);
  return a.x * b.y - a.y * b.x > 0 && Math.abs(a.x * b.x + a.y * b.y) < STEEPEST * lengths;
}

function frameWith({ before, corner, after, missing }: Three, fourth: Spot): Frame | null {
  const quad = { 1: before, 2: corner, 3: after, 0: fourth };
  const at = (mark: number): Spot => quad[((mark - missing + 4) % 4) as 0 | 1 | 2 | 3];
  return fitHomography({ space: "Page", quad: MARKS }, { space: "Picture", quad: [at(0), at(1), at(2), at(3)] });
}

function* placesAround(three: Three): Generator<Spot> {
  const { before, corner, after, missing } = three;
  const fourth = fourthOf(three);
  const along = sideLength((missing + 3) % 4);
  const across = sideLength(missing);
  const alongSteps = Math.round((FARTHEST * along) / STEP);
  const acrossSteps = Math.round((FARTHEST * across) / STEP);
  for (let i = -alongSteps; i <= alongSteps; i++) {
    for (let j = -acrossSteps; j <= acrossSteps; j++) {
      const u = (i * STEP) / along;
      const v = (j * STEP) / across;
      yield {
        x: fourth.x + u * (before.x - corner.x) + v * (after.x - corner.x),
        y: fourth.y + u * (before.y - corner.y) + v * (after.y - corner.y),
      };
    }
  }
}

/** Millimetres from a mark to the next one. */
function sideLength(from: number): number {
  const a = MARKS[from]!;
  const b = MARKS[(from + 1) % 4]!;
  return distanceBetween(b, a);
}
