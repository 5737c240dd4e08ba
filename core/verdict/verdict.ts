import type { AnswerKey } from "../grade/grade-item.ts";
import { DEFAULT_CERTAINTY, neededCertainty } from "../rules/certainty.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import type { PageLook } from "./evidence.ts";
import { type LikelyReading, likelyReadings } from "./likely-readings.ts";
import { agreementFeatures, logMore, probabilityOf } from "./logistic.ts";
import { type WeighedPoints, weighPoints } from "./weigh-points.ts";

/** What a page earns, how sure that is, and what else it may earn. */
export interface PageVerdict {
  /** Null where no reading can be compared with the keys. */
  readonly points: number | null;
  /** 0 … 1: the probability that these are the points that the drawing earns. */
  readonly confidence: number;
  /** 0 … 1: what `confidence` has to be for the machine to grade without a person. */
  readonly needed: number;
  /** Readings that earn other points and are plausible, the likeliest first. */
  readonly rivals: readonly WeighedPoints[];
}

interface VerdictSettings {
  readonly keys: readonly AnswerKey[];
  /** The item's. */
  readonly rubric?: Rubric | null | undefined;
  /** Percent: how sure the machine must be to grade without a person. */
  readonly certainty?: number | undefined;
}

/** Other points with a larger share of all readings than this bound the confidence. */
const SERIOUS = 0.3;

/** A reading with a smaller share of all is none that a person is asked about. */
const LEAST_SHARE = 0.0003;

/**
 * What a page earns by the keys of its item. Nothing is judged by the likeliest reading alone: every reading that the
 * ink allows is held against the keys, and the more of them earn other points, the less sure is the verdict.
 *
 * @param looks the looks at the page; the first circuit of the first look is what the page was read as.
 * @throws {RangeError} where a key is no expression.
 */
export function verdictOf(
  looks: readonly PageLook[],
  { keys, rubric, certainty = DEFAULT_CERTAINTY }: VerdictSettings,
): PageVerdict {
  const readings = likelyReadings(looks);
  const weighed = weighPoints(readings, { keys, rubric });
  const maximum = keys.reduce((sum, { grade }) => sum + grade, 0);
  const own = weighed.find(({ readings: all }) => all.some(isAsRead));
  if (own === undefined || own.points === null) {
    const rivals = weighed.filter(({ points, share }) => points !== null && share >= LEAST_SHARE);
    return { points: null, confidence: 0, needed: neededCertainty({ points: 0, maximum, certainty }), rivals };
  }
  const { points } = own;
  const kind = points >= maximum ? "full" : "fewer";
  return {
    points,
    confidence: Math.min(boundBy(weighed, own), probabilityOf(kind, verdictFeatures(looks, { weighed, own }))),
    needed: neededCertainty({ points, maximum, certainty }),
    rivals: weighed.filter((each) => each !== own && each.points !== null && each.share >= LEAST_SHARE),
  };
}

/** What a serious rival leaves: so strong ones were hardly among the pages that the regressions were fitted on. */
function boundBy(weighed: readonly WeighedPoints[], own: WeighedPoints): number {
  const rivals = weighed.filter((each) => each !== own && each.points !== null).map(({ share }) => share);
  const strongest = Math.max(0, ...rivals);
  return strongest > SERIOUS ? 1 - strongest : 1;
}

function isAsRead({ look, circuit, changes }: LikelyReading): boolean {
  return look === 0 && circuit === 0 && changes.length === 0;
}

/** The three numbers of `agreementFeatures`, and how much of all readings earns more, as a logarithm. */
function verdictFeatures(
  looks: readonly PageLook[],
  { weighed, own }: { weighed: readonly WeighedPoints[]; own: WeighedPoints },
): number[] {
  const better = weighed.filter(({ points }) => points !== null && points > own.points!);
  const isSame = (_: PageLook, index: number) =>
    own.readings.some(({ look, circuit, changes }) => look === index && circuit === 0 && changes.length === 0);
  return [
    ...agreementFeatures(looks, { share: own.share, isSame }),
    logMore(better.reduce((sum, { share }) => sum + share, 0)),
  ];
}
