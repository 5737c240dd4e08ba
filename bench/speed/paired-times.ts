import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageReader } from "../../core/read-page.ts";
import type { decodePages } from "../../core/scan/decode-pages.ts";
import type { Batch } from "./others-pages.ts";
import { processorTime } from "./processor-time.ts";
import { quantile } from "./quantile.ts";

/** What reads a page: of this folder, or of another one that holds an earlier state of the project. */
interface Product {
  readonly reader: PageReader;
  readonly decode: typeof decodePages;
}

/** Milliseconds of processor time of each page. */
interface Times {
  readonly now: number[];
  readonly before: number[];
}

/**
 * How long a page takes from file to functions, now and with the project in the folder `against`, as lines of Markdown.
 * Each page is read by both in turn, `rounds` times after one that does not count.
 */
export async function pairedTimes(
  batches: readonly Batch[],
  { against, rounds }: { against: string; rounds: number },
): Promise<string[]> {
  const [now, before] = [await openProduct("."), await openProduct(against)];
  const rows: string[] = [];
  const all: Times = { now: [], before: [] };
  for (const { name, files } of batches) {
    const times = await timePair(files, { now, before, rounds });
    all.now.push(...times.now);
    all.before.push(...times.before);
    rows.push(rowOf(name, times));
  }
  await now.reader.close();
  await before.reader.close();
  return [
    "| pages | readings | median before | median | ratio | 95th percentile before | 95th percentile | over the median |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    rowOf("all", all),
  ];
}

async function openProduct(folder: string): Promise<Product> {
  const part = (path: string) => import(pathToFileURL(resolve(folder, path)).href);
  const { openPageReader } = (await part("core/read-page.ts")) as { openPageReader: () => Promise<PageReader> };
  const scan = (await part("core/scan/decode-pages.ts")) as { decodePages: Product["decode"] };
  return { reader: await openPageReader(), decode: scan.decodePages };
}

async function timePair(
  files: readonly Uint8Array[],
  { now, before, rounds }: { now: Product; before: Product; rounds: number },
): Promise<Times> {
  const times: Times = { now: [], before: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const bytes of files) {
      const own = [await timeOne(before, bytes), await timeOne(now, bytes)];
      // Code is compiled while it runs the first times.
      if (round === 0) continue;
      times.before.push(own[0]!);
      times.now.push(own[1]!);
    }
  }
  return times;
}

async function timeOne({ reader, decode }: Product, bytes: Uint8Array): Promise<number> {
  const begin = processorTime();
  const file = await decode(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) await reader.read(page.image);
  return processorTime() - begin;
}

function rowOf(name: string, { now, before }: Times): string {
  const [median, most] = [quantile(now, 0.5), quantile(now, 0.95)];
  const cells = [
    now.length,
    quantile(before, 0.5).toFixed(0),
    median.toFixed(0),
    (median / quantile(before, 0.5)).toFixed(2),
    quantile(before, 0.95).toFixed(0),
    most.toFixed(0),
    (most / median).toFixed(2),
  ];
  return `| ${[name, ...cells].join(" | ")} |`;
}
