import { groupBy } from "../../core/basics/group-by.ts";
import { sum } from "../../core/basics/numbers.ts";
import { gradeItem } from "../../core/grade/grade-item.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import type { SketchTruth } from "../../core/testdata/render/sketch.ts";
import { readingFeatures } from "../../core/verdict/reading-confidence.ts";
import { verdictFeatures } from "../../core/verdict/verdict.ts";
import { noDrawings, type Part } from "../sketches.ts";
import { drawnItem } from "./item-keys.ts";
import { fitLogistic, type Observation, predict } from "./logistic-fit.ts";
import { openDrawings, type VerdictSettings } from "./read-drawings.ts";

type Kind = "reading" | "full" | "fewer";

interface DrafterObservation extends Observation {
  readonly kind: Kind;
  readonly drafter: string;
}

const KINDS: readonly Kind[] = ["reading", "full", "fewer"];

/** The certainties that are asked for: for full marks, and for fewer points. */
const NEEDED = [0.9, 0.95, 0.98, 0.995] as const;

/**
 * The weights for `core/verdict/logistic.ts`, as lines of Markdown, fitted on readings of drafters who are not measured,
 * by networks that have not seen them: validation drafters, and training drafters by the networks of folds. Their quality
 * is shown with weights that were fitted without the drafter of the page. Right and wrong answers of a page count the
 * same: half of all answers are assumed to be right.
 */
export async function fitCertainty(settings: VerdictSettings): Promise<string[]> {
  const observations: DrafterObservation[] = [];
  const unseen: Part[] = settings.folds === undefined ? ["validation"] : ["validation", "training"];
  for (const part of unseen) {
    const opened = await openDrawings({ ...settings, part });
    if (opened === null) return [noDrawings()];
    for await (const { drawing, reading } of opened.pages()) observations.push(...observe(reading, drawing.truth));
    await opened.close();
  }
  return KINDS.flatMap((kind) =>
    fitted(
      kind,
      observations.filter((each) => each.kind === kind),
    ),
  );
}

/**
 * The observations of a page: only what the machine would grade counts, and only readings without problems count as
 * functions.
 */
function observe(reading: PageReading, truth: SketchTruth): DrafterObservation[] {
  const drawn = truth.usable ? drawnItem(truth) : null;
  if (drawn === null) return [];
  const drafter = `${truth.set}/${truth.drafter}`;
  const item = (keys: typeof drawn.right) => gradeItem(keys, reading);
  const ofReading = reading.problems.length === 0 ? readingFeatures(reading.looks) : null;
  const right = item(drawn.right);
  return [
    ...(ofReading === null
      ? []
      : [
          { kind: "reading" as const, drafter, features: ofReading, isRight: right.grade === right.maximum, weight: 1 },
        ]),
    ...[drawn.right, ...drawn.wrong].flatMap((keys, index) => {
      const verdict = verdictFeatures(reading.looks, { keys });
      const { grade } = item(keys);
      if (verdict === null || grade === null) return [];
      const isRight = grade === gradeItem(keys, drawn.drawn).points;
      return [{ ...verdict, drafter, isRight, weight: index === 0 ? 1 : 1 / drawn.wrong.length }];
    }),
  ];
}

function fitted(kind: Kind, observations: readonly DrafterObservation[]): string[] {
  const { bias, features } = fitLogistic(observations);
  const byDrafter = groupBy(observations, ({ drafter }) => drafter);
  const left = [...byDrafter].flatMap(([drafter, own]) => {
    const weights = fitLogistic(observations.filter((each) => each.drafter !== drafter));
    return own.map((each) => ({ ...each, confidence: predict(weights, each.features) }));
  });
  const rounded = (value: number) => value.toFixed(2);
  return [
    `${kind}: { bias: ${rounded(bias)}, features: [${features.map(rounded).join(", ")}] }`,
    "",
    `| ${kind}, weights fitted without the page's drafter | weight in pages | of all | right |`,
    "| --- | --- | --- | --- |",
    ...NEEDED.map((needed) => {
      const sure = left.filter(({ confidence }) => confidence >= needed);
      const weight = sum(sure.map((each) => each.weight));
      const right = sum(sure.filter(({ isRight }) => isRight).map((each) => each.weight));
      const all = sum(left.map((each) => each.weight));
      return `| ${needed} or more | ${weight.toFixed(1)} | ${(weight / all).toFixed(3)} | ${(right / weight).toFixed(4)} |`;
    }),
    "",
  ];
}
