import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Command, Option } from "commander";
import { wholeNumber } from "../whole-number.ts";
import type { ChildMessage } from "./child.ts";
import { TARGETS, type TargetName } from "./targets.ts";

/** An input that takes longer counts as a hang; opening a target may take longer than an input. */
const LONGEST = { input: 5_000, opening: 60_000 } as const;

const MOST_MEMORY = 1024 ** 3;

interface Outcome {
  readonly ends: Record<string, number>;
  peakBytes: number;
  /** Inputs that ended as none may, with how. */
  readonly defects: { readonly index: number; readonly how: string }[];
}

/** Runs inputs `from` … `to` in a process of its own; what ends the process is a defect of the input it was at. */
function runChild(
  name: TargetName,
  outcome: Outcome,
  { seed, from, to }: { seed: number; from: number; to: number },
): Promise<number> {
  const child = fork(fileURLToPath(new URL("child.ts", import.meta.url)), [name, `${seed}`, `${from}`, `${to}`], {
    execArgv: ["--import", "tsx", "--max-old-space-size=1024"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return new Promise((resolve, reject) => {
    let at = from - 1;
    let isDone = false;
    let how = "crash";
    const timeUp = () => {
      how = `longer than ${LONGEST.input / 1000} s`;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(timeUp, LONGEST.opening);
    child.on("message", (message: ChildMessage) => {
      clearTimeout(timer);
      if (message.kind === "begin") at = message.index;
      if (message.kind === "end") outcome.ends[message.end] = (outcome.ends[message.end] ?? 0) + 1;
      if (message.kind === "defect") outcome.defects.push({ index: at, how: message.error });
      if (message.kind === "done") {
        isDone = true;
        outcome.peakBytes = Math.max(outcome.peakBytes, message.peakBytes);
        return;
      }
      timer = setTimeout(timeUp, LONGEST.input);
    });
    child.on("exit", (code, signal) => {
      clearTimeout(timer);
      if (isDone) return resolve(to);
      if (at < from) return reject(new Error(`The target ${name} does not start.`));
      outcome.defects.push({ index: at, how: `${how} (${signal ?? `exit ${code}`})` });
      resolve(at + 1);
    });
  });
}

/** Inputs a process takes before a fresh one goes on, so that the memory is of few inputs. */
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
