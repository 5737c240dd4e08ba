import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";

/**
 * Pieces of memory from this size on go back to the system as soon as they are freed. Without it glibc raises the size
 * with each larger piece that is freed, so that a page's pictures stay in its pools, which grow with every page.
 */
export const THRESHOLD = { MALLOC_MMAP_THRESHOLD_: String(4 * 1024 * 1024) };

/** The commands that read many pages. */
const READING = ["read", "grade", "similar", "copies"];

/** Passed on as they come. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGCONT", "SIGWINCH"];

/**
 * Starts the program again with steady memory if it shall read many pages and runs without: glibc takes the setting only
 * when a program starts. Resolves to the exit code, or to null if this process is the one that shall do the work.
 */
export async function runSteadily() {
  const { argv, env, execArgv, execPath, platform } = process;
  if (platform !== "linux" || !argv.slice(2).some((word) => READING.includes(word))) return null;
  if (env.MALLOC_MMAP_THRESHOLD_ !== undefined) {
    endWithLauncher();
    return null;
  }
  const child = spawn(execPath, [...execArgv, ...argv.slice(1)], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...env, ...THRESHOLD },
    // Ctrl-C reaches a whole process group: only this process passes it on, so that the other gets it once.
    detached: true,
  });
  // If the system allows no other process, this one does the work.
  child.on("error", () => undefined);
  if (child.pid === undefined) return null;
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  process.on("SIGTSTP", () => {
    child.kill("SIGSTOP");
    process.kill(process.pid, "SIGSTOP");
  });
  const [code, signal] = await once(child, "exit");
  if (signal === null) return code;
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return 128 + constants.signals[signal];
}

/** Nothing outlives the launcher, however it ends. */
function endWithLauncher() {
  if (process.channel === undefined) return;
  process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
  // The channel alone keeps nothing running.
  process.channel.unref();
}
