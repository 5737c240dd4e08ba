import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { denoBinary, denoFlags } from "../../start.mjs";
import { freePort } from "../services/free-port.ts";
import { TestClient } from "../test-client.ts";

type Variables = Readonly<Record<string, string>>;

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

const LAUNCHER = [process.execPath, join(ROOT, "server", "start.mjs")];

function ownProcess(variables: Variables): string[] {
  return [denoBinary(), "run", ...denoFlags(variables), join(ROOT, "server", "main.ts")];
}

/** The words of a command that may open only so many files. */
function withFiles(most: number, words: readonly string[]): string[] {
  return ["/bin/sh", "-c", `ulimit -n ${most}; exec "$0" "$@"`, ...words];
}

/**
 * The ways to start the server: as users do, only its launcher, its launcher with the files that Linux lets a program
 * open by default, the server process itself, which a test can kill, and that with few files, which it does not know.
 */
const DOORS = {
  npm: () => ["npm", "start"],
  launcher: () => LAUNCHER,
  narrow: () => withFiles(1024, LAUNCHER),
  deno: ownProcess,
  cramped: (variables: Variables) => withFiles(256, ownProcess(variables)),
} satisfies Record<string, (variables: Variables) => string[]>;

/** The real server under Deno. */
export interface SpawnedServer {
  readonly process: ChildProcess;
  /** Where browsers reach it. */
  readonly origin: string;
  /** Where it listens. */
  readonly address: string;
  readonly dataDir: string;
  /** Milliseconds from the start to the first response. */
  readonly readySeconds: number;
  /** All its output so far. */
  output(): string;
  visitor(): TestClient;
  /** Ends it as an administrator does; returns its exit code. */
  stop(signal?: "SIGTERM" | "SIGINT"): Promise<number | null>;
  /** SIGKILL: nothing is cleaned up. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/**
 * Starts the server with these settings and waits until it answers; without `DATA_DIR` in a separate folder, which is
 * removed at the end. If it ends instead, throws with its output.
 */
export async function spawnServer(
  variables: Variables = {},
  door: keyof typeof DOORS = "launcher",
): Promise<SpawnedServer> {
  const own = variables.DATA_DIR === undefined;
  const dataDir = variables.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "circuitgrade-spawned-")));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const origin = variables.ORIGIN ?? address;
  // The tests request no pages: an empty folder avoids building the web UI.
  const settings = { PORT: String(port), ORIGIN: origin, DATA_DIR: dataDir, UI_DIR: dataDir, ...variables };
  const [program = "", ...words] = DOORS[door](settings);
  // Ctrl-C in a terminal reaches npm, its shell and the launcher: a group of processes.
  const isGroup = door === "npm";
  const began = performance.now();
  const child = spawn(program, words, {
    cwd: ROOT,
    env: { ...process.env, DENO_NO_UPDATE_CHECK: "1", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    detached: isGroup,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (isGroup && signal === "SIGINT" && child.pid && child.exitCode === null) process.kill(-child.pid, signal);
    else child.kill(signal);
    const code = await ended;
    if (own) await rm(dataDir, { recursive: true, force: true });
    return code;
  }
  await Promise.race([
    answers(`${address}/healthz`),
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}:\n${output}`))),
  ]);
  return {
    process: child,
    origin,
    address,
    dataDir,
    readySeconds: (performance.now() - began) / 1000,
    output: () => output,
    visitor: () => new TestClient(fetch, origin),
    stop: (signal = "SIGTERM") => end(signal),
    kill: async () => void (await end("SIGKILL")),
  };
}

async function answers(url: string): Promise<void> {
  for (const giveUp = Date.now() + 120_000; Date.now() < giveUp; ) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await pause(50);
  }
  throw new Error(`${url} does not answer`);
}
