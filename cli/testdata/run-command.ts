import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The path of the real command. */
export const COMMAND = fileURLToPath(new URL("../circuitgrade.mjs", import.meta.url));

/** The output of a command that has ended. */
export interface Ended {
  /** The exit code, or null if a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `circuitgrade` and its end. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** The working directory of the command, and additional environment variables. */
type Where = string | { readonly cwd: string; readonly variables: Readonly<Record<string, string>> };

/** Starts the real command as a child process. */
export function startCommand(words: readonly string[], where: Where): Running {
  const { cwd, variables } = typeof where === "string" ? { cwd: where, variables: {} } : where;
  const env = { ...process.env, ...variables };
  const child = spawn(process.execPath, [COMMAND, ...words], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<Ended>((resolve, reject) => {
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  return { process: child, ended };
}

/** Runs the real command to its end. */
export function runCommand(words: readonly string[], where: Where): Promise<Ended> {
  return startCommand(words, where).ended;
}
