import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startServer } from "../../server/start.mjs";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";

/** The ordinary server, for one person on this machine. */
export interface ReviewServer {
  readonly origin: string;
  /** Its private data folder. */
  readonly data: string;
  /** Resolves when it has ended, however that came. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

/** What a server for one person needs of the environment: none of the settings of a server that others use. */
const KEPT_VARIABLES = [
  "DENO_DIR",
  "FONTCONFIG_FILE",
  "FONTS_DIR",
  "HOME",
  "LANG",
  "PATH",
  "TMPDIR",
  "TZ",
  "UI_DIR",
] as const;

/** Starting may load models and compile for the first time. */
const START_SECONDS = 120;

/**
 * Starts the server on loopback with the data folder `data`; what it prints goes into its `server.log`.
 *
 * @throws {CommandFailure} if it does not start.
 */
export async function startReviewServer(data: string): Promise<ReviewServer> {
  await makeFolder(data);
  await chmod(data, 0o700);
  const origin = `http://127.0.0.1:${await freePort()}`;
  const kept = KEPT_VARIABLES.map((name) => [name, process.env[name]] as const);
  const variables = {
    ...Object.fromEntries(kept),
    HOST: "127.0.0.1",
    PORT: new URL(origin).port,
    ORIGIN: origin,
    DATA_DIR: data,
    SIGN_UP: "closed",
    TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  const log = join(data, "server.log");
  const output = openSync(log, "w", 0o600);
  const stopping = new AbortController();
  const ended = startServer(variables, { stop: stopping.signal, output }).finally(() => closeSync(output));
  const failed = ended.then((code) => {
    throw new CommandFailure(EXIT.internal, `The server ended with ${code}. What it said is in ${log}.`);
  });
  // A caller that waits for the start gets the failure; later `ended` reports the same.
  failed.catch(() => undefined);
  async function stop(): Promise<void> {
    stopping.abort();
    await ended;
  }
  try {
    await Promise.race([answering(origin), failed]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { origin, data, ended, stop };
}

async function answering(origin: string): Promise<void> {
  for (const giveUp = Date.now() + 1000 * START_SECONDS; Date.now() < giveUp; await pause(100)) {
    const response = await fetch(`${origin}/healthz`).catch(() => null);
    if (response?.ok) return;
  }
  throw new CommandFailure(EXIT.internal, `The server does not answer at ${origin} after ${START_SECONDS} seconds.`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}

/** A password that nobody types: as long as the rules for passwords allow. */
export function newPassword(): string {
  return `Aa1-${randomBytes(8).toString("base64url")}`;
}
