import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { spawnServer } from "../server/testing/spawned/spawned-server.ts";
import { quantile } from "./speed/quantile.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PACKAGED = `${ROOT}out/circuitgrade`;

interface Start {
  /** Seconds. */
  readonly wall: number;
  /** Seconds of processor time, which other programs on the machine hardly change. */
  readonly cpu: number;
}

/** How long `circuitgrade truth` takes, from the sources and packaged, and the server until it answers. */
export async function benchStarts({ rounds }: { rounds: number }): Promise<string[]> {
  const node = process.execPath;
  const commands: readonly (readonly [string, readonly string[]])[] = [
    ["`node -e 0`, for comparison", [node, "-e", "0"]],
    ["`circuitgrade truth A`", [node, `${ROOT}cli/circuitgrade.mjs`, "truth", "A"]],
    ...(existsSync(PACKAGED) ? [["`out/circuitgrade truth A`", [PACKAGED, "truth", "A"]] as const] : []),
  ];
  const rows = commands.map(([name, words]) => {
    timed(words);
    return row(
      name,
      Array.from({ length: rounds }, () => timed(words)),
    );
  });
  const servers: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const server = await spawnServer({}, "launcher");
    // The first start fills the runtime's cache of compiled code.
    if (round > 0) servers.push(server.readySeconds);
    await server.stop();
  }
  rows.push(`| \`node server/start.mjs\`, to the server's first answer | ${milliseconds(servers)} | |`);
  return [
    `Middle of ${rounds} starts each, warm; ${loadavg()[0]!.toFixed(1)} other programs wanted a processor meanwhile.`,
    "",
    "| start | ms | ms of processor time |",
    "| --- | --- | --- |",
    ...rows,
  ];
}

function timed(words: readonly string[]): Start {
  const began = performance.now();
  const run = spawnSync("sh", ["-c", '"$@" >/dev/null 2>&1 && times', "sh", ...words], {
    encoding: "utf8",
    cwd: tmpdir(),
  });
  const wall = (performance.now() - began) / 1000;
  if (run.status !== 0) throw new Error(`${words.join(" ")} ended with ${run.status}`);
  // The second line has the user and system time of the programs that the shell ran.
  const parts = [...(run.stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return { wall, cpu: parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0) };
}

function row(name: string, starts: readonly Start[]): string {
  return `| ${name} | ${milliseconds(starts.map(({ wall }) => wall))} | ${milliseconds(starts.map(({ cpu }) => cpu))} |`;
}

/** The median of some times in seconds. */
function milliseconds(seconds: readonly number[]): string {
  return (1000 * quantile(seconds, 0.5)).toFixed(0);
}
