import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { denoBinary, denoFlags } from "../start.mjs";

const MAIN = fileURLToPath(new URL("../main.ts", import.meta.url));

/** The real server under Deno, without the launcher that would hide its process. */
export interface KillableServer {
  readonly origin: string;
  /** SIGKILL: nothing is tidied up. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
  /** What it wrote to stdout and stderr. */
  readonly output: () => string;
}

/** Starts a server on `dataDir` and waits until it answers. */
export async function startKillableServer(
  dataDir: string,
  variables: Record<string, string> = {},
): Promise<KillableServer> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env: Record<string, string> = {
    HOST: "127.0.0.1",
    PORT: String(port),
    ORIGIN: origin,
    DATA_DIR: dataDir,
    HOME: process.env.HOME ?? "/",
    PATH: process.env.PATH ?? "",
    DENO_NO_UPDATE_CHECK: "1",
    ...variables,
  };
  const child = spawn(denoBinary(), ["run", ...denoFlags(env), MAIN], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  await untilAnswering(origin, child, () => output);
  return {
    origin,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    stop() {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** The secret that signs the templates of a server's data folder. */
export async function templateSecret(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, "template-secret"), "utf8")).trim();
}

async function untilAnswering(origin: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}:\n${output()}`);
    const answer = await fetch(`${origin}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error(`The server does not answer:\n${output()}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
