import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { spawnServer } from "../server/testing/spawned-server.ts";

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
  const servers: Start[] = [];
  for (let round = 0; round <= rounds; round++) {
    const server = await spawnServer({}, "deno");
    const cpu = processorSeconds(server.process.pid ?? 0);
    // The first start fills the runtime's cache of compiled code.
    if (round > 0) servers.push({ wall: server.readySeconds, cpu });
    await server.stop();
  }
  rows.push(row("the server, to its first answer", servers));
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
  // The second line is about the programs that the shell ran: user and system time.
  const parts = [...(run.stdout.split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  return { wall, cpu: parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0) };
}

/** Of a running process on Linux, whose kernel counts it in hundredths. */
function processorSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function row(name: string, starts: readonly Start[]): string {
  const milliseconds = (key: keyof Start) => (1000 * middle(starts.map((start) => start[key]))).toFixed(0);
  return `| ${name} | ${milliseconds("wall")} | ${milliseconds("cpu")} |`;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
