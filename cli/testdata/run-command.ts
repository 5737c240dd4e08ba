import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The path of the real command. */
export const COMMAND = fileURLToPath(new URL("../circuitgrade.mjs", import.meta.url));

/** What a command left when it ended. */
export interface Ended {
  /** The exit code, or null where a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running `circuitgrade` and its end. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
}

/** Starts the real command as a child process in the folder `cwd`. */
export function startCommand(words: readonly string[], cwd: string): Running {
  const child = spawn(process.execPath, [COMMAND, ...words], { cwd, stdio: ["ignore", "pipe", "pipe"] });
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
export function runCommand(words: readonly string[], cwd: string): Promise<Ended> {
  return startCommand(words, cwd).ended;
}
