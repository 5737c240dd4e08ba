import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { count } from "../../core/basics/texts.ts";
import { quantile } from "./quantile.ts";

/** Exit codes of a command that read its files: all of them well, or some with problems. */
const READ = [0, 1];

/**
 * Pages that `circuitgrade read` reads a minute with all cores, start included, now and with the project in the folder
 * `against`, as a line of text. Both read the same files in turn, `rounds` times after one that does not count.
 *
 * @throws {Error} if a command does not read the files.
 */
export function pagesAMinute(
  files: readonly Uint8Array[],
  { against, rounds }: { against: string; rounds: number },
): string {
  const folder = mkdtempSync(join(tmpdir(), "circuitgrade-pages-"));
  try {
    for (const [index, bytes] of files.entries()) writeFileSync(join(folder, `${index}.jpg`), bytes);
    const rates = { now: [] as number[], before: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      const before = files.length / minutesOf(against, folder);
      const now = files.length / minutesOf(".", folder);
      // The first start bundles the sources.
      if (round === 0) continue;
      rates.before.push(before);
      rates.now.push(now);
    }
    const [before, now] = [quantile(rates.before, 0.5), quantile(rates.now, 0.5)];
    return (
      `\`circuitgrade read\` of ${files.length} scans on all cores, median of ${count(rounds, "run")}: ${now.toFixed(0)} pages a ` +
      `minute, before ${before.toFixed(0)}, which is ${(now / before).toFixed(2)} times as many.`
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function minutesOf(product: string, folder: string): number {
  const command = resolve(product, "cli/circuitgrade.mjs");
  const began = performance.now();
  const run = spawnSync(process.execPath, [command, "read", folder, "--json", "--quiet"], { stdio: "ignore" });
  if (!READ.includes(run.status ?? -1)) throw new Error(`${command} ended with ${run.status ?? run.signal}`);
  return (performance.now() - began) / 60_000;
}
