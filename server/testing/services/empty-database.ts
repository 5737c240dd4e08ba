import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openDatabase } from "../../db/client.ts";

let empty: Promise<Uint8Array> | null = null;

/**
 * Writes a database with all tables and no rows into the file `path`. It is made once for all tests of a process: the
 * migrations take longer than many a test.
 */
export async function writeEmptyDatabase(path: string): Promise<void> {
  empty ??= makeEmptyDatabase();
  await writeFile(path, await empty);
}

async function makeEmptyDatabase(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "circuitgrade-empty-"));
  try {
    const path = join(folder, "circuitgrade.db");
    const database = await openDatabase({ url: pathToFileURL(path).href });
    await database.close();
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
