import { sum } from "../../core/basics/numbers.ts";
import type { PageReader } from "../../core/read-page.ts";
import { confidenceFeatures, pageConfidence } from "../../core/reading/page-confidence.ts";
import { PAGE_STYLES } from "../../core/testdata/render/render-page.ts";
import { type CollectedSketch, loadDrawings, noDrawings } from "../sketches.ts";
import { type NetworkFolders, openFoldReaders } from "./fold-readers.ts";
import { firstPage, renderedPage } from "./measure-pages.ts";
import { scoreReading } from "./score-outputs.ts";

const CACHE = ".cache/bench/pages";

/** Upper bounds of the table's rows. */
const BINS = [0.3, 0.5, 0.7, 0.85, 0.95, 1.0001] as const;

interface Sample {
  readonly features: readonly number[];
  readonly confidence: number;
  readonly right: boolean;
}

/**
 * Fits the weights of `core/reading/page-confidence.ts` on the drawings of training and validation drafters and shows how well
 * the confidence that the code gives holds on the measuring drafters.
 *
 * The shipped networks know the training drafters' hands; with `folds` (see openFoldReaders) others read their pages.
 */
export async function benchConfidence({ limit, ...networks }: NetworkFolders & { limit: number }): Promise<string[]> {
  const [training, validation, measuring] = (["training", "validation", "measuring"] as const).map((part) =>
    loadDrawings(part),
  );
  if (!training || !validation || !measuring) return [noDrawings()];
  const readers = await openFoldReaders(networks);
  const fitted = await samples([...training.slice(0, limit), ...validation.slice(0, limit)], readers.of);
  const held = await samples(measuring.slice(0, limit), readers.of);
  await readers.close();
  const weights = logisticRegression(fitted);
  return [
    `Weights fitted on ${fitted.length} pages: ${weights.map((weight) => weight.toFixed(2)).join(", ")} (the first is the bias).`,
    "",
    "| confidence of the page | pages | mean confidence | read rightly |",
    "| --- | --- | --- | --- |",
    ...BINS.flatMap((below, index) => {
      const from = BINS[index - 1] ?? 0;
      const own = held.filter(({ confidence }) => confidence >= from && confidence < below);
      if (own.length === 0) return [];
      const right = own.filter((sample) => sample.right).length / own.length;
      const mean = sum(own.map(({ confidence }) => confidence)) / own.length;
      return [`| ${from} to ${Math.min(1, below)} | ${own.length} | ${mean.toFixed(2)} | ${right.toFixed(2)} |`];
    }),
  ];
}

async function samples(
  drawings: readonly CollectedSketch[],
  readerOf: (drawing: CollectedSketch) => PageReader,
): Promise<Sample[]> {
  const found: Sample[] = [];
  for (const [index, drawing] of drawings.entries()) {
    process.stderr.write(`\r${index + 1}/${drawings.length}   `);
    if (!drawing.truth.usable) continue;
    for (const style of PAGE_STYLES) {
      const { bytes } = await renderedPage(drawing, { style, rendering: 0, cache: CACHE });
      const reading = await readerOf(drawing).read(await firstPage(bytes));
      const { strict: right } = scoreReading(reading, drawing.truth);
      found.push({ features: confidenceFeatures(reading), confidence: pageConfidence(reading), right });
    }
  }
  process.stderr.write("\n");
  return found;
}

/** Logistic regression by gradient descent, lightly drawn to zero: the bias, then a weight for each feature. */
function logisticRegression(all: readonly Sample[]): number[] {
  const width = (all[0]?.features.length ?? 0) + 1;
  const weights = new Array<number>(width).fill(0);
  const rows = all.map(({ features }) => [1, ...features]);
  for (let round = 0; round < 20_000; round++) {
    const slope = weights.map((weight, k) => (k === 0 ? 0 : 0.002 * weight));
    rows.forEach((row, index) => {
      const score = row.reduce((sum, value, k) => sum + value * weights[k]!, 0);
      const error = 1 / (1 + Math.exp(-score)) - (all[index]!.right ? 1 : 0);
      row.forEach((value, k) => {
        slope[k]! += (error * value) / rows.length;
      });
    });
    slope.forEach((value, k) => {
      weights[k]! -= 0.2 * value;
    });
  }
  return weights;
}
