import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageReader } from "../core/read-page.ts";
import type { decodePages } from "../core/scan/decode-pages.ts";
import { type Batch, othersPages } from "./others-pages.ts";
import { noDrawings } from "./sketches.ts";

/** What reads a page: from this folder, or from another one with an earlier state of the project. */
interface Product {
  readonly reader: PageReader;
  readonly decode: typeof decodePages;
}

interface Times {
  readonly now: number[];
  readonly before: number[];
}

const SHARES = { median: 0.5, most: 0.95 } as const;

/**
 * How long other people's pages take from file to functions, now and with the project in the folder `against`, as lines
 * of Markdown. Each page is read by both in turn, after one reading of each batch that does not count.
 */
export async function benchPaired({
  against,
  rounds,
  limit,
}: {
  against?: string;
  rounds: number;
  limit: number;
}): Promise<string[]> {
  if (against === undefined) return ["Not measured: `--against` names no earlier state of the project."];
  const batches = await othersPages(limit);
  if (batches === null) return [noDrawings()];
  const [now, before] = [await openProduct("."), await openProduct(against)];
  const rows: string[] = [];
  const all: Times = { now: [], before: [] };
  for (const batch of batches) {
    const times = await timePair(batch, { now, before, rounds });
    all.now.push(...times.now);
    all.before.push(...times.before);
    rows.push(rowOf(batch.name, times));
  }
  await now.reader.close();
  await before.reader.close();
  return [
    `One thread, warm, each page ${rounds} times by both; milliseconds of processor time.`,
    "",
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
  { files }: Batch,
  { now, before, rounds }: { now: Product; before: Product; rounds: number },
): Promise<Times> {
  const times: Times = { now: [], before: [] };
  for (let round = 0; round <= rounds; round++) {
    for (const bytes of files) {
      const own = [await timeOne(before, bytes), await timeOne(now, bytes)];
      // Code is compiled during its first runs.
      if (round === 0) continue;
      times.before.push(own[0]!);
      times.now.push(own[1]!);
    }
  }
  return times;
}

/** Processor time: other work on the machine makes the clock's time longer. */
async function timeOne({ reader, decode }: Product, bytes: Uint8Array): Promise<number> {
  const begin = process.cpuUsage();
  const file = await decode(bytes);
  if (!file.ok) throw new Error(file.failure.message);
  for await (const page of file.pages) if (page.ok) await reader.read(page.image);
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1000;
}

function rowOf(name: string, { now, before }: Times): string {
  const median = at(now, SHARES.median);
  const cells = [
    now.length,
    at(before, SHARES.median).toFixed(0),
    median.toFixed(0),
    (median / at(before, SHARES.median)).toFixed(2),
    at(before, SHARES.most).toFixed(0),
    at(now, SHARES.most).toFixed(0),
    (at(now, SHARES.most) / median).toFixed(2),
  ];
  return `| ${[name, ...cells].join(" | ")} |`;
}

/** The value that a share of `share` of the values do not exceed. */
function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
