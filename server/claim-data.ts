import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockFile } from "./adapters/file-lock.ts";
import type { Lifecycle } from "./adapters/lifecycle.ts";
import type { Config } from "./config.ts";

/** Another server works with this data; the message says what to do. */
export class DataInUse extends Error {
  override readonly name = "DataInUse";
}

/** The file in the data folder that tells the command on this machine where the server is. */
export function addressPath(dataDir: string): string {
  return join(dataDir, "address");
}

/**
 * Makes the data folder and keeps every other server from it, and from a database file elsewhere, until the stop: two
 * of them would spoil the database and do each other's work.
 * @throws {DataInUse}
 */
export async function claimData({ dataDir, database }: Config, lifecycle: Lifecycle): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await claim(join(dataDir, "lock"), lifecycle, async () => {
    const address = (await readFile(addressPath(dataDir), "utf8").catch(() => "")).trim();
    const where = address === "" ? "" : `, at ${address}`;
    return `A server runs with this data folder already${where}: stop it first, or set another DATA_DIR.`;
  });
  if (!database.url.startsWith("file:")) return;
  const file = fileURLToPath(database.url);
  await claim(`${file}.lock`, lifecycle, async () => {
    return `A server runs with the database ${file} already: stop it first, or set another DATABASE_URL.`;
  });
}

async function claim(path: string, lifecycle: Lifecycle, explain: () => Promise<string>): Promise<void> {
  const release = await lockFile(path);
  if (release === null) throw new DataInUse(await explain());
  lifecycle.onStop("lock", release);
}
