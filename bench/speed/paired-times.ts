import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { pageThumbnail } from "../../core/annotate/page-picture.ts";
import { sum } from "../../core/basics/numbers.ts";
import type { PageReader } from "../../core/read-page.ts";
import type { judgePage } from "../../core/results/judge-page.ts";
import type { decodePages } from "../../core/scan/decode-pages.ts";
import { type Batch, type OthersPage, PICTURE_SIDE } from "./others-pages.ts";
import { processorTime } from "./processor-time.ts";
import { quantile } from "./quantile.ts";

/** What reads a page: of this folder, or of another one that holds an earlier state of the project. */
interface Product {
  readonly reader: PageReader;
  readonly decode: typeof decodePages;
  readonly judge: typeof judgePage;
  readonly picture: typeof pageThumbnail;
}

/** Milliseconds of processor time of each page. */
interface Times {
  readonly now: number[];
  readonly before: number[];
}

/**
 * How long a page takes from file to verdict and the report's picture, now and with the project in the folder
 * `against`, as lines of Markdown. Each page is read by both in turn, and first by each every other time, `rounds`
 * times after one that does not count.
 */
export async function pairedTimes(
  batches: readonly Batch[],
  { against, rounds }: { against: string; rounds: number },
): Promise<string[]> {
  const [now, before] = [await openProduct("."), await openProduct(against)];
  const rows: string[] = [];
  const all: Times = { now: [], before: [] };
  for (const { name, pages } of batches) {
    const times = await timePair(pages, { now, before, rounds });
    all.now.push(...times.now);
    all.before.push(...times.before);
    rows.push(rowOf(name, times));
  }
  await now.reader.close();
  await before.reader.close();
  return [
    "| pages | readings | mean before | mean | ratio | median before | median | ratio | 95th percentile before | 95th percentile | over the median |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    rowOf("all", all),
  ];
}

async function openProduct(folder: string): Promise<Product> {
  const part = (path: string) => import(pathToFileURL(resolve(folder, path)).href);
  const { openPageReader } = (await part("core/read-page.ts")) as { openPageReader: () => Promise<PageReader> };
  const scan = (await part("core/scan/decode-pages.ts")) as { decodePages: Product["decode"] };
  const results = (await part("core/results/judge-page.ts")) as { judgePage: Product["judge"] };
  const pictures = (await part("core/annotate/page-picture.ts")) as { pageThumbnail: Product["picture"] };
  return {
    reader: await openPageReader(),
    decode: scan.decodePages,
    judge: results.judgePage,
    picture: pictures.pageThumbnail,
  };
}

async function timePair(
  pages: readonly OthersPage[],
  { now, before, rounds }: { now: Product; before: Product; rounds: number },
): Promise<Times> {
  const times: Times = { now: [], before: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const page of pages) {
      const turn = [
        { product: before, into: times.before },
        { product: now, into: times.now },
      ];
      for (const { product, into } of round % 2 === 0 ? turn : turn.reverse()) {
        const time = await timeOne(product, page);
        // Code is compiled while it runs the first times.
        if (round > 0) into.push(time);
      }
    }
  }
  return times;
}

async function timeOne({ reader, decode, judge, picture }: Product, { bytes, keys }: OthersPage): Promise<number> {
  const begin = processorTime();
  const file = await decode(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) {
    if (!page.ok) continue;
    const { reading } = await reader.see(page.image);
    judge(reading, { keys });
    await picture(page.image, PICTURE_SIDE);
  }
  return processorTime() - begin;
}

function rowOf(name: string, { now, before }: Times): string {
  const [median, most] = [quantile(now, 0.5), quantile(now, 0.95)];
  const means = [before, now].map((times) => sum(times) / times.length) as [number, number];
  const cells = [
    now.length,
    means[0].toFixed(0),
    means[1].toFixed(0),
    (means[1] / means[0]).toFixed(2),
    quantile(before, 0.5).toFixed(0),
    median.toFixed(0),
    (median / quantile(before, 0.5)).toFixed(2),
    quantile(before, 0.95).toFixed(0),
    most.toFixed(0),
    (most / median).toFixed(2),
  ];
  return `| ${[name, ...cells].join(" | ")} |`;
}
