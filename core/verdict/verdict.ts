import { sum } from "../basics/numbers.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import { DEFAULT_CERTAINTY, neededCertainty } from "../rules/certainty.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import type { PageLook } from "./evidence.ts";
import { type LikelyReading, likelyReadings } from "./likely-readings.ts";
import { agreementFeatures, lossFeatures, probabilityOf } from "./logistic.ts";
import { type WeighedPoints, weighPoints } from "./weigh-points.ts";

/** What a page earns, how sure that is, and what else it may earn. */
export interface PageVerdict {
  /** Null if no reading can be compared with the keys. */
  readonly points: number | null;
  /** 0 … 1: the probability that these are the points that the drawing earns. */
  readonly confidence: number;
  /** 0 … 1: what `confidence` has to be for the machine to grade without a person. */
  readonly needed: number;
  /** Plausible readings that earn other points, the likeliest first. */
  readonly rivals: readonly WeighedPoints[];
  /** Whether fewer outputs were read than there are keys, so that one may have been overlooked. */
  readonly lacksOutput: boolean;
}

interface VerdictSettings {
  readonly keys: readonly AnswerKey[];
  /** The item's. */
  readonly rubric?: Rubric | null | undefined;
  /** Percent: how sure the machine must be to grade without a person. */
  readonly certainty?: number | undefined;
}

/**
 * Maximum where an output is missing: it is overlooked on 1.6 % of pages (models/README.md, "Recognition"), and about as
 * many students are assumed to leave one out.
 */
const SURE_OF_MISSING_OUTPUT = 0.5;

/** A person is not asked about a reading with a smaller share than this. */
const LEAST_SHARE = 0.00005;

/**
 * What a page earns by the keys of its item. The likeliest reading alone does not decide: every reading that the ink
 * allows is compared with the keys, and the more of them earn other points, the less sure the verdict is.
 *
 * @param looks the looks at the page; the first circuit of the first look is the page's reading.
 * @throws {RangeError} if a key is not an expression.
 */
export function verdictOf(
  looks: readonly PageLook[],
  { keys, rubric, certainty = DEFAULT_CERTAINTY }: VerdictSettings,
): PageVerdict {
  const { weighed, own, maximum } = judged(looks, { keys, rubric });
  const lacksOutput = mayLackOutput(looks, keys);
  const points = own?.points ?? null;
  const rivals = weighed.filter((each) => each !== own?.weighed && each.points !== null);
  return {
    points,
    confidence: own === null ? 0 : confidenceOf(own, { rivals, lacksOutput }),
    needed: neededCertainty({ points: points ?? 0, maximum, certainty }),
    rivals: rivals.filter(({ share }) => share >= LEAST_SHARE),
    lacksOutput,
  };
}

/** If other points are likelier than those of the reading, that likelihood decides, whatever the regressions say. */
function confidenceOf(
  { weighed, kind, features }: OwnVerdict,
  { rivals, lacksOutput }: Pick<PageVerdict, "rivals" | "lacksOutput">,
): number {
  const strongest = Math.max(0, ...rivals.map(({ share }) => share));
  const bound = strongest > weighed.share ? 1 - strongest : 1;
  return Math.min(bound, probabilityOf(kind, features), lacksOutput ? SURE_OF_MISSING_OUTPUT : 1);
}

/** Whether outputs of the keys may have been overlooked: a person who chose the reading did not overlook any. */
function mayLackOutput(looks: readonly PageLook[], keys: readonly AnswerKey[]): boolean {
  const [look] = looks;
  return !look?.isChosen && (look?.circuits[0]?.netlist.outputs.length ?? 0) < keys.length;
}

/**
 * The features from which the confidence of a page's verdict is computed; null if no reading can be compared with the
 * keys, or an output is missing. The regressions are fitted on them.
 *
 * @throws {RangeError} if a key is not an expression.
 */
export function verdictFeatures(
  looks: readonly PageLook[],
  item: Pick<VerdictSettings, "keys" | "rubric">,
): Pick<OwnVerdict, "kind" | "features"> | null {
  return mayLackOutput(looks, item.keys) ? null : judged(looks, item).own;
}

/** The verdict of the page's own reading. */
interface OwnVerdict {
  readonly points: number;
  readonly kind: "full" | "fewer";
  /** `agreementFeatures` for full marks, `lossFeatures` for fewer points. */
  readonly features: readonly number[];
  readonly weighed: WeighedPoints;
}

function judged(
  looks: readonly PageLook[],
  { keys, rubric }: Pick<VerdictSettings, "keys" | "rubric">,
): { weighed: WeighedPoints[]; own: OwnVerdict | null; maximum: number } {
  const weighed = weighPoints(likelyReadings(looks), { keys, rubric });
  const maximum = sum(keys.map(({ grade }) => grade));
  const own = weighed.find(({ readings }) => readings.some(isAsRead));
  if (own === undefined || own.points === null) return { weighed, own: null, maximum };
  const { points } = own;
  const kind = points >= maximum ? "full" : "fewer";
  const isSame = (_: PageLook, index: number) =>
    own.readings.some(({ look, circuit, changes }) => look === index && circuit === 0 && changes.length === 0);
  const better = weighed.filter((each) => each.points !== null && each.points > points);
  const features =
    kind === "full"
      ? agreementFeatures(looks, { share: own.share, isSame })
      : lossFeatures({ more: sum(better.map(({ share }) => share)), share: own.share });
  return { weighed, own: { points, kind, features, weighed: own }, maximum };
}

function isAsRead({ look, circuit, changes }: LikelyReading): boolean {
  return look === 0 && circuit === 0 && changes.length === 0;
}
