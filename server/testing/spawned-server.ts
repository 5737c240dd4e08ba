import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { TestClient } from "./test-client.ts";

const START = fileURLToPath(new URL("../start.mjs", import.meta.url));

/** The real server under Deno, started as `npm start` does. */
export interface SpawnedServer {
  readonly process: ChildProcess;
  readonly origin: string;
  readonly dataDir: string;
  /** From the start to the first answer. */
  readonly readySeconds: number;
  /** Everything that it has written so far. */
  output(): string;
  visitor(): TestClient;
  /** Ends it as an administrator does; gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts the server with these settings; without `DATA_DIR` in a folder of its own, which goes at the end. */
export async function spawnServer(variables: Readonly<Record<string, string>> = {}): Promise<SpawnedServer> {
  const own = variables.DATA_DIR === undefined;
  const dataDir = variables.DATA_DIR ?? (await mkdtemp(join(tmpdir(), "circuitgrade-spawned-")));
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const began = performance.now();
  const child = spawn(process.execPath, [START], {
    // The tests ask for no page: an empty folder spares the build of the web UI.
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, UI_DIR: dataDir, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  const address = `http://127.0.0.1:${port}`;
  await Promise.race([
    answers(`${address}/healthz`),
    ended.then((code) => Promise.reject(new Error(`The server ended with ${code}:\n${output}`))),
  ]);
  return {
    process: child,
    origin,
    dataDir,
    readySeconds: (performance.now() - began) / 1000,
    output: () => output,
    visitor: () => new TestClient((url, init) => fetch(url.replace(origin, address), init), origin),
    async stop() {
      child.kill("SIGTERM");
      const code = await ended;
      if (own) await rm(dataDir, { recursive: true, force: true });
      return code;
    },
  };
}

async function answers(url: string): Promise<void> {
  for (const giveUp = Date.now() + 60_000; Date.now() < giveUp; ) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} does not answer`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
