import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { z } from "zod";
import { count } from "../../core/basics/texts.ts";
import type { Config } from "../config.ts";
import { DATABASE_NAME, type Manifest } from "../contract/backup.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";
import { type Archive, ArchiveDamaged, unpackBackup } from "./unpack-backup.ts";

export const checkOptions = z.object({
  archive: z.string(),
  identity: z.string().optional(),
  quiet: z.boolean().default(false),
});

/**
 * Checks that a backup can be restored, without any server's data: `config.dataDir` is an empty folder, into which only
 * the database is unpacked.
 *
 * @throws {CareFailure} with the first fault.
 */
export async function checkArchive(
  { dataDir }: Config,
  { archive, identity, quiet }: z.infer<typeof checkOptions>,
): Promise<number> {
  const { manifest, submissions } = await unpackChecked(
    { path: archive, identity },
    { folder: dataDir, wanted: (path) => path === DATABASE_NAME },
  );
  if (!quiet) {
    const parts = `${count(manifest.entries.length, "file")}, ${count(submissions, "submission")}`;
    console.error(`${archive}: the backup of ${manifest.created_at}, ${parts}. All checked: it can be restored.`);
  }
  return CARE_EXIT.ok;
}

/** Unpacks a backup and checks everything in it. @throws {CareFailure} with the first fault. */
export async function unpackChecked(
  archive: Archive,
  place: Parameters<typeof unpackBackup>[1],
): Promise<{ manifest: Manifest; submissions: number }> {
  try {
    const manifest = await unpackBackup(archive, place);
    return { manifest, ...(await checkBackup(place.folder, manifest)) };
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    throw new CareFailure(CARE_EXIT.usage, `${archive.path} cannot be restored: ${error.message}`);
  }
}

/**
 * Checks the database of an unpacked backup: it is intact, every reference leads somewhere, and every submission's file
 * is in the backup.
 *
 * @throws {ArchiveDamaged} with the first fault.
 */
async function checkBackup(folder: string, { entries }: Manifest): Promise<{ submissions: number }> {
  const sizes = new Map(entries.map(({ path, size }) => [path, size]));
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
      const size = sizes.get(`files/${name.slice(0, 2)}/${name}`);
      if (size !== Number(row.size)) throw new ArchiveDamaged(`the submission file ${name} is missing.`);
    }
    return { submissions: rows.length };
  } finally {
    client.close();
  }
}
