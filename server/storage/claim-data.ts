import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockFile } from "../adapters/file-lock.ts";
import type { Lifecycle } from "../adapters/lifecycle.ts";
import type { Config } from "../config.ts";
import { DataUnusable, storageFault } from "./storage-fault.ts";

/** Another server uses this data; the message says what to do. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
}

/** The file in the data folder that gives the command on this machine the server's address. */
export function addressPath(dataDir: string): string {
  return join(dataDir, "address");
}

/**
 * Creates the data folder and locks it, and a database file elsewhere, until the stop: a second server would corrupt
 * the database and do the same work.
 * @throws {DataInUse}
 * @throws {DataUnusable} if nothing can be written there.
 */
export async function claimData({ dataDir, database }: Config, lifecycle: Lifecycle): Promise<void> {
  await tryOut(dataDir);
  await claim(join(dataDir, "lock"), lifecycle, async () => {
    const address = (await readFile(addressPath(dataDir), "utf8").catch(() => "")).trim();
    const where = address === "" ? "" : `, at ${address}`;
    return `A server already runs with this data folder${where}: stop it first, or set another DATA_DIR.`;
  });
  if (!database.url.startsWith("file:")) return;
  const file = fileURLToPath(database.url);
  await claim(`${file}.lock`, lifecycle, async () => {
    return `A server already runs with the database ${file}: stop it first, or set another DATABASE_URL.`;
  });
}

/** Bytes that must be free at the start. */
const PROBE = 256 * 1024;

/** Creates the folder and writes a test file into it. */
async function tryOut(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.probe-${process.pid}`);
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(probe, new Uint8Array(PROBE));
  } catch (error) {
    const fault = storageFault(error);
    throw fault === null ? error : new DataUnusable(dataDir, fault);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

async function claim(path: string, lifecycle: Lifecycle, explain: () => Promise<string>): Promise<void> {
  const release = await lockFile(path);
  if (release === null) throw new DataInUse(await explain());
  lifecycle.onStop("lock", release);
}
