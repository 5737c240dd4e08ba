import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { SMALL_POOLS } from "../../cli/small-pools.mjs";
import { drawSheets, writePages } from "./drawn-sheets.ts";
import { type WatchedRun, watchedRun } from "./watched-run.ts";

const COMMAND = fileURLToPath(new URL("../../cli/circuitgrade.mjs", import.meta.url));
const MIB = 1024 ** 2;

interface Peers {
  /** How many sheets are drawn. */
  readonly sheets: number;
  /** Sizes of the batches. */
  readonly batches: readonly number[];
}

/** How fast `circuitgrade grade` is with its report, and how much memory large batches take. */
export async function benchPeers({ sheets: count, batches }: Peers): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-peers-"));
  try {
    const sheets = await drawSheets(count);
    const { width, height } = await largest(sheets);
    const ours = await grade(join(folder, "pages"), sheets, count);
    const rows = [
      row(
        `\`circuitgrade grade\`, ${count} drawn circuits`,
        ours,
        await startOf([process.execPath, COMMAND, "--version"]),
      ),
    ];
    const measured = [];
    for (const pages of batches)
      measured.push({ pages, run: await grade(join(folder, `batch-${pages}`), sheets, pages) });
    return [
      `Sheets of up to ${width} x ${height} pixels, on a machine on which ${loadavg()[0]!.toFixed(1)} programs wanted a processor.`,
      "",
      "| program | pages a minute | MiB at most | start, s |",
      "| --- | --- | --- | --- |",
      ...rows,
      ...measured.map(({ pages, run }) => row(`\`circuitgrade grade\`, ${pages} pages`, run, null)),
      "",
      ...memoryLine(measured),
      "The whole run, from a folder of JPEG files to the results with `report.html`; the start does nothing.",
      "Larger batches repeat the same sheets as other files of other students.",
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function largest(sheets: readonly Uint8Array[]): Promise<{ width: number; height: number }> {
  const sizes = await Promise.all(sheets.map((sheet) => sharp(sheet).metadata()));
  // Some sheets were scanned on their side.
  const sides = sizes.map(({ width, height }) => [width, height].sort((a, b) => b - a));
  return { width: Math.max(...sides.map(([long]) => long!)), height: Math.max(...sides.map(([, short]) => short!)) };
}

async function grade(
  folder: string,
  sheets: readonly Uint8Array[],
  count: number,
): Promise<WatchedRun & { pages: number }> {
  await writePages(folder, sheets, count);
  const words = [process.execPath, COMMAND, "grade", "scans", "--task", "task.json", "--out", "out"];
  // Older versions of Node cannot set them by themselves.
  const run = await watchedRun(words, { cwd: folder, variables: SMALL_POOLS });
  requireEnd(run, [0, 1]);
  await rm(folder, { recursive: true });
  return { ...run, pages: count };
}

function requireEnd({ code, said }: WatchedRun, expected: readonly number[]): void {
  if (code === null || !expected.includes(code)) throw new Error(`A program ended with ${code}:\n${said}`);
}

/** Seconds; the second start, when files are in memory. */
async function startOf(words: readonly string[]): Promise<number> {
  await watchedRun(words, { cwd: tmpdir() });
  return (await watchedRun(words, { cwd: tmpdir() })).seconds;
}

function row(name: string, run: WatchedRun & { pages: number }, start: number | null): string {
  const pace = (60 * run.pages) / run.seconds;
  return `| ${name} | ${pace.toFixed(0)} | ${(run.peak / MIB).toFixed(0)} | ${start === null ? "" : start.toFixed(2)} |`;
}

function memoryLine(measured: readonly { readonly pages: number; readonly run: WatchedRun }[]): string[] {
  const [first, last] = [measured[0], measured.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const more = 100 * (last.run.peak / first.run.peak - 1);
  return [`${last.pages} pages take ${more.toFixed(1)} % more memory at most than ${first.pages}.`, ""];
}
