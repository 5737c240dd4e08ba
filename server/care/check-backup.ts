import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { DATABASE_NAME } from "../contract/backup.ts";
import { ArchiveDamaged } from "./unpack-backup.ts";

/**
 * Checks the database of an unpacked backup: it is intact, every reference leads somewhere, and every submission's file
 * exists.
 *
 * @throws {ArchiveDamaged} with the first fault.
 */
export async function checkBackup(folder: string): Promise<{ submissions: number }> {
  const path = join(folder, DATABASE_NAME);
  if (!(await stat(path).catch(() => null))) throw new ArchiveDamaged("it has no database.");
  const client = createClient({ url: pathToFileURL(path).href });
  try {
    const [sound] = (await client.execute("PRAGMA integrity_check")).rows;
    if (sound?.[0] !== "ok") throw new ArchiveDamaged(`its database is damaged: ${sound?.[0]}.`);
    const loose = (await client.execute("PRAGMA foreign_key_check")).rows;
    if (loose.length > 0) throw new ArchiveDamaged(`its database has ${loose.length} references that lead nowhere.`);
    const { rows } = await client.execute("SELECT sha256, size FROM submissions");
    for (const row of rows) {
      const name = String(row.sha256);
      const file = await stat(join(folder, "files", name.slice(0, 2), name)).catch(() => null);
      if (file?.size !== Number(row.size)) throw new ArchiveDamaged(`the submission file ${name} is missing.`);
    }
    return { submissions: rows.length };
  } finally {
    client.close();
  }
}
