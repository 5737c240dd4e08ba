import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Command, Option } from "commander";
import { wholeNumber } from "../whole-number.ts";
import type { ChildMessage } from "./child.ts";
import { TARGETS, type TargetName } from "./targets.ts";

/**
 * Seconds after which an input counts as a hang: of processor time, more for a page that is read whole, or of waiting,
 * because the machine is shared.
 */
const LONGEST = { working: 5, page: 10, waiting: 120 } as const;

const MOST_MEMORY = 1024 ** 3;

interface Outcome {
  readonly ends: Record<string, number>;
  peakBytes: number;
  /** Inputs that ended in a way that none may, and how. */
  readonly defects: { readonly index: number; readonly how: string }[];
}

/** Runs inputs `from` … `to` in a separate process; if it crashes, the current input has found a defect. */
function runChild(
  name: TargetName,
  outcome: Outcome,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<number> {
  const longest = LONGEST[name === "pages" ? "page" : "working"];
  const child = fork(fileURLToPath(new URL("child.ts", import.meta.url)), [name, `${seed}`, `${from}`, `${to}`], {
    execArgv: ["--import", "tsx", "--max-old-space-size=1024"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    let at = from - 1;
    let isDone = false;
    let how = "crash";
    let counts = false;
    let begun = { working: 0, waiting: Date.now() };
    const watch = setInterval(() => {
      const working = processorSeconds(child.pid!) - begun.working;
      const waiting = (Date.now() - begun.waiting) / 1000;
      const isLate = waiting >= LONGEST.waiting;
      if (!isLate && (!counts || working < longest)) return;
      how = isLate ? `no end after ${LONGEST.waiting} s` : `more than ${longest} s of the processor's time`;
      child.kill("SIGKILL");
    }, 250);
    child.on("message", (message: ChildMessage) => {
      begun = { working: processorSeconds(child.pid!), waiting: Date.now() };
      counts = message.kind === "begin";
      if (message.kind === "draw" || message.kind === "begin") at = message.index;
      if (message.kind === "end") outcome.ends[message.end] = (outcome.ends[message.end] ?? 0) + 1;
      if (message.kind === "defect") outcome.defects.push({ index: at, how: message.error });
      if (message.kind === "done") {
        isDone = true;
        outcome.peakBytes = Math.max(outcome.peakBytes, message.peakBytes);
      }
    });
    // Messages of a process that has ended may still arrive until its channel is closed.
    void Promise.all([once(child, "exit"), once(child, "disconnect")]).then(([[code, signal]]) => {
      clearInterval(watch);
      if (isDone) return resolve(to);
      if (at < from) return reject(new Error(`The target ${name} does not start.`));
      outcome.defects.push({ index: at, how: `${how} (${signal ?? `exit ${code}`})` });
      resolve(at + 1);
    });
  });
}

/** Processor time of all threads of a process so far; 0 for one that has ended. */
function processorSeconds(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    // Clock ticks in user and in kernel mode, a hundred a second.
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** A process takes this many inputs, then a new one takes over, so that its memory is due to few inputs. */
const ROUND = 250;

async function fuzz(
  name: TargetName,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<Outcome> {
  const outcome: Outcome = { ends: {}, peakBytes: 0, defects: [] };
  let at = from;
  while (at < to) at = await runChild(name, outcome, { seed, from: at, to: Math.min(to, at + ROUND) });
  if (outcome.peakBytes > MOST_MEMORY) outcome.defects.push({ index: at - 1, how: "more memory than 1 GiB" });
  return outcome;
}

const program = new Command("npm run fuzz --")
  .description("Gives changed pictures, PDFs, bodies and texts to what reads them: no crash, no hang, no flood.")
  .option("--inputs <n>", "of all targets together", wholeNumber(0), 10_000)
  .option("--seed <n>", "another run's inputs", wholeNumber(0), 1)
  .option("--index <n>", "this input of the target alone", wholeNumber(0))
  .addOption(new Option("--only <target>", "one target").choices(Object.keys(TARGETS)));
program.parse();
const { inputs, seed, index, only } = program.opts<{
  inputs: number;
  seed: number;
  index?: number;
  only?: TargetName;
}>();
const line = (text: string) => process.stdout.write(`${text}\n`);

line("| target | inputs | ended | most memory | defects |\n| --- | --- | --- | --- | --- |");
let defects = 0;
for (const name of only ? [only] : (Object.keys(TARGETS) as TargetName[])) {
  const share = Math.round(inputs * (only ? 1 : TARGETS[name].share));
  const [from, to] = index === undefined ? [0, share] : [index, index + 1];
  const result = await fuzz(name, { seed, from, to });
  const ends = Object.entries(result.ends).sort((a, b) => b[1] - a[1]);
  const words = ends.map(([end, count]) => `${count} ${end}`).join(", ");
  line(
    `| ${name} | ${to - from} | ${words} | ${Math.round(result.peakBytes / 1024 ** 2)} MiB | ${result.defects.length} |`,
  );
  for (const { index, how } of result.defects)
    process.stderr.write(`${name} --seed ${seed} --index ${index}: ${how}\n`);
  defects += result.defects.length;
}
process.exitCode = defects > 0 ? 1 : 0;
