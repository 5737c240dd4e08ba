import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@libsql/client";
import { z } from "zod";
import { count } from "../../core/basics/texts.ts";
import type { Config } from "../config.ts";
import { DATABASE_NAME, type Manifest } from "../contract/backup.ts";
import { type LostFile, lostFiles, type NamedFile, namedFilesSql } from "../services/exports/lost-files.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";
import { type Finding, findingText, firstOf } from "./finding.ts";
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
  const { manifest, submissions, lost } = await unpackChecked(
    { path: archive, identity },
    { folder: dataDir, wanted: (path) => path === DATABASE_NAME },
  );
  if (!quiet) {
    const parts = `${count(manifest.entries.length, "file")}, ${count(submissions, "submission")}`;
    console.error(`${archive}: the backup of ${manifest.created_at}, ${parts}. All checked: it can be restored.`);
    for (const finding of lostFindings(lost)) console.error(findingText(finding));
  }
  return lost.length === 0 ? CARE_EXIT.ok : CARE_EXIT.review;
}

/** Files that were lost before the backup was made, in words for the report. */
export function lostFindings(lost: readonly LostFile[]): Finding[] {
  if (lost.length === 0) return [];
  const lines = lost.map(({ words }) => words);
  const advice = "Everything else is there. Copy them from an older backup, or ask these students to hand in again.";
  const message = `${count(lost.length, "file")} had been lost before the backup was made.`;
  return [{ level: "error", about: "Files", message, details: [...firstOf(lines, 50), advice] }];
}

interface Checked {
  readonly submissions: number;
  /** What the database names and the archive lacks. */
  readonly lost: readonly LostFile[];
}

/** Unpacks a backup and checks everything in it. @throws {CareFailure} with the first fault. */
export async function unpackChecked(
  archive: Archive,
  place: Parameters<typeof unpackBackup>[1],
): Promise<Checked & { manifest: Manifest }> {
  try {
    const manifest = await unpackBackup(archive, place);
    return { manifest, ...(await checkBackup(place.folder, manifest)) };
  } catch (error) {
    if (!(error instanceof ArchiveDamaged)) throw error;
    throw new CareFailure(CARE_EXIT.usage, `${archive.path} cannot be restored: ${error.message}`);
  }
}

/**
 * Checks the database of an unpacked backup: it is intact, and every reference leads somewhere. Files that it names and
 * the archive lacks were lost before: that is no fault of the archive.
 *
 * @throws {ArchiveDamaged} with the first fault.
 */
async function checkBackup(folder: string, manifest: Manifest): Promise<Checked> {
  const path = join(folder, DATABASE_NAME);
  if (!(await stat(path).catch(() => null))) throw new ArchiveDamaged("it has no database.");
  const client = createClient({ url: pathToFileURL(path).href });
  try {
    const [sound] = (await client.execute("PRAGMA integrity_check")).rows;
    if (sound?.[0] !== "ok") throw new ArchiveDamaged(`its database is damaged: ${sound?.[0]}.`);
    const loose = (await client.execute("PRAGMA foreign_key_check")).rows;
    if (loose.length > 0) throw new ArchiveDamaged(`its database has ${loose.length} references that lead nowhere.`);
    const [stacks] = (await client.execute("SELECT name FROM sqlite_master WHERE name = 'stack_pages'")).rows;
    const { rows } = await client.execute(namedFilesSql({ withStacks: stacks !== undefined }));
    const [submissions] = (await client.execute("SELECT count(*) FROM submissions")).rows;
    return {
      submissions: Number(submissions?.[0]),
      lost: lostFiles(rows as unknown as readonly NamedFile[], manifest),
    };
  } finally {
    client.close();
  }
}
