import { borrowPool } from "../../server/testing/borrow-pool.ts";
import { bundledCommand } from "../bundle.mjs";
import type { main as runMain } from "../main.ts";
import { restoreEnvironment } from "./restore-environment.ts";
import type { Ended } from "./run-command.ts";

/** The working directory of the command, and additional environment variables. */
type Where = string | { readonly cwd: string; readonly variables: Readonly<Record<string, string>> };

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command in this process, as its launcher does, but without starting another one. Runs wait for each other,
 * because directory, environment and output belong to the process. Workers stay for the next run. Real starts
 * are `runCommand`'s.
 */
export function runInProcess(words: readonly string[], where: Where): Promise<Ended> {
  const ended = last.then(() => runAlone(words, where));
  last = ended.catch(() => undefined);
  return ended;
}

async function runAlone(words: readonly string[], where: Where): Promise<Ended> {
  const { cwd, variables } = typeof where === "string" ? { cwd: where, variables: {} } : where;
  const bundle = await bundledCommand();
  const { main } = (await import(/* @vite-ignore */ new URL("main.js", bundle).href)) as { main: typeof runMain };
  const before = { cwd: process.cwd(), environment: { ...process.env }, exitCode: process.exitCode };
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  try {
    process.chdir(cwd);
    Object.assign(process.env, variables);
    // A worker has the environment of its start.
    const lendPool = Object.keys(variables).length === 0 ? { lendPool: borrowPool } : {};
    const code = await main(words, { workerUrl: new URL("worker.js", bundle), ...lendPool });
    return { code, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    stdout.stop();
    stderr.stop();
    process.chdir(before.cwd);
    restoreEnvironment(before.environment);
    process.exitCode = before.exitCode;
  }
}

/** Keeps what is written to a stream instead of writing it, until stopped. */
function capture(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const write = stream.write;
  const listeners = stream.listeners("error");
  let text = "";
  stream.write = ((part: string | Uint8Array) => {
    text += typeof part === "string" ? part : Buffer.from(part).toString("utf8");
    return true;
  }) as typeof write;
  return {
    text: () => text,
    stop: () => {
      stream.write = write;
      // Each run listens for a closed pipe.
      for (const listener of stream.listeners("error")) {
        if (!listeners.includes(listener)) stream.off("error", listener as () => void);
      }
    },
  };
}
