import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { count } from "../../core/basics/texts.ts";
import { writePages } from "../peers/drawn-sheets.ts";
import { quantile } from "./quantile.ts";

/** Exit codes of a command that read its files: all of them well, or some with problems. */
const READ = [0, 1];

/** Scans in the folder that is graded: the files are repeated. */
const PAGES = 200;

/**
 * How many scans `circuitgrade grade` grades a minute with all cores, with its report, and how long `circuitgrade read`
 * takes for one page, starts included, now and with the project in the folder `against`, as a line of text. Both take the
 * same files in turn, `rounds` times.
 *
 * @throws {Error} if a command does not read the files.
 */
export async function pagesAMinute(
  files: readonly Uint8Array[],
  { against, rounds }: { against: string; rounds: number },
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "circuitgrade-pages-"));
  try {
    await writePages(folder, files, PAGES);
    await writePages(join(folder, "one"), files, 1);
    const seconds = {
      now: { grade: [] as number[], read: [] as number[] },
      before: { grade: [] as number[], read: [] as number[] },
    };
    const read = ["read", "one/scans", "--json"];
    // The first start bundles the sources.
    for (const product of [against, "."]) secondsOf(product, folder, read);
    for (let round = 0; round < rounds; round++) {
      for (const [product, own] of [
        [against, seconds.before],
        [".", seconds.now],
      ] as const) {
        own.read.push(secondsOf(product, folder, read));
        const out = join(folder, "out");
        own.grade.push(secondsOf(product, folder, ["grade", "scans", "--task", "task.json", "--out", out]));
        rmSync(out, { recursive: true });
      }
    }
    const [now, before] = [seconds.now, seconds.before].map(({ grade, read: one }) => {
      return { rate: (60 * PAGES) / quantile(grade, 0.5), one: quantile(one, 0.5) };
    }) as [{ rate: number; one: number }, { rate: number; one: number }];
    return (
      `On all cores, median of ${count(rounds, "run")}: \`circuitgrade grade\` of ${PAGES} scans with its report ${now.rate.toFixed(0)} pages a minute, ` +
      `before ${before.rate.toFixed(0)}, which is ${(now.rate / before.rate).toFixed(2)} times as many; ` +
      `\`circuitgrade read\` of one ${now.one.toFixed(2)} s, before ${before.one.toFixed(2)} s.`
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function secondsOf(product: string, folder: string, words: readonly string[]): number {
  const command = resolve(product, "cli/circuitgrade.mjs");
  const began = performance.now();
  const run = spawnSync(process.execPath, [command, ...words, "--quiet"], { cwd: folder, stdio: "ignore" });
  if (!READ.includes(run.status ?? -1)) throw new Error(`${command} ended with ${run.status ?? run.signal}`);
  return (performance.now() - began) / 1000;
}
