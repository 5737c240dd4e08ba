import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";

/** What a program took. */
export interface WatchedRun {
  readonly code: number | null;
  readonly seconds: number;
  /** The most memory that it had at once, in bytes; its own threads included, programs that it starts not. */
  readonly peak: number;
  /** The end of what it said. */
  readonly said: string;
}

interface Running {
  readonly cwd: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** Runs a program to its end; Linux keeps the most memory that a process ever had. */
export function watchedRun(
  [program = "", ...words]: readonly string[],
  { cwd, variables }: Running,
): Promise<WatchedRun> {
  const began = performance.now();
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [peak, said] = [0, ""];
  const watch = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0));
  }, 50);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-2000);
    });
  }
  return new Promise((resolve, reject) => {
    child.on("error", (error) => {
      clearInterval(watch);
      reject(error);
    });
    child.on("close", (code) => {
      clearInterval(watch);
      resolve({ code, seconds: (performance.now() - began) / 1000, peak, said });
    });
  });
}

/** 0 if it has ended. */
function peakOf(pid: number): number {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
