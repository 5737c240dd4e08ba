import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { nullWhereMissing } from "../../core/basics/null-where-missing.ts";
import { count } from "../../core/basics/texts.ts";
import type { Config } from "../config.ts";
import { DATABASE_NAME, type Manifest } from "../contract/backup.ts";
import { openDatabase } from "../db/client.ts";
import type { LostFile } from "../services/exports/lost-files.ts";
import { syncFolder } from "../storage/file-store.ts";
import { adoptFiles, DatabaseLost, forgetId, openOwnDatabase } from "../storage/own-database.ts";
import { openFolderVault } from "../storage/vault.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";
import { checkOptions, lostFindings, unpackChecked } from "./check-backup.ts";
import { recover, recoveryFindings } from "./doctor.ts";
import { findingText } from "./finding.ts";
import { repeatErasures } from "./repeat-erasures.ts";
import type { Archive } from "./unpack-backup.ts";
import { withClaim } from "./with-data.ts";

export const restoreOptions = checkOptions.extend({
  /** A list of erasures, as the server writes it next to scheduled backups. */
  erasures: z.string().optional(),
});

const DRAFT = ".restored-";

/** What an empty disk may contain, and what a server leaves behind that never stored any data. */
const NO_DATA = new Set(["lost+found", "lock", `${DATABASE_NAME}.lock`]);

/**
 * Restores a backup into an empty data folder, or into one whose database is lost. In the latter, files that were
 * handed in after the backup stay, and their records bring them into the database again. Everything in the archive is
 * checked first. What an interrupted restore left behind is removed by the next one.
 */
export async function restore(
  config: Config,
  { archive: path, identity, quiet, erasures: list }: z.infer<typeof restoreOptions>,
): Promise<number> {
  const say = (text: string) => (quiet ? undefined : console.error(text));
  // A backup's database goes into the data folder, even if the settings name another one.
  const url = pathToFileURL(join(config.dataDir, DATABASE_NAME)).href;
  const own: Config = { ...config, bucket: undefined, database: { url, authToken: undefined } };
  const { manifest, submissions, replaced, lost, isNew } = await fill(own, { path, identity });
  say(
    `${own.dataDir}: the backup of ${manifest.created_at}, ${count(manifest.entries.length, "file")}, ${count(submissions, "submission")}; all checked.`,
  );
  if (replaced !== null) say(`The database that was there is kept as ${replaced}.`);
  const repeated = await repeatErasures(own, { madeAt: manifest.created_at, list, isNew });
  const recovery = await recover(own);
  const findings = [...lostFindings(lost), ...repeated, ...recoveryFindings(recovery)];
  for (const finding of findings) say(findingText(finding));
  if (recovery.pages + recovery.stacks > 0 || replaced !== null) {
    say(`What else changed after ${manifest.created_at} is gone: keys, classes, grades, corrections, accounts.`);
  }
  if (config.database.url !== url) say("DATABASE_URL is set to another database: unset it to serve this one.");
  return findings.some(({ level }) => level === "error") ? CARE_EXIT.review : CARE_EXIT.ok;
}

interface Filled {
  readonly manifest: Manifest;
  readonly submissions: number;
  /** Where the database that was there has been moved. */
  readonly replaced: string | null;
  /** The files that are neither in the archive nor in the data folder. */
  readonly lost: readonly LostFile[];
  /** There were no files before, and so nothing that tells which erasures were made. */
  readonly isNew: boolean;
}

async function fill(config: Config, archive: Archive): Promise<Filled> {
  const before = await namesIn(config.dataDir);
  // Before the lock is made there: a folder that contains something else is left alone.
  requireOurs(config.dataDir, before ?? []);
  try {
    return await withClaim(config, () => fillLocked(config, { archive, names: before ?? [] }));
  } catch (error) {
    if (before === null) await removeNew(config.dataDir);
    throw error;
  }
}

async function fillLocked(
  config: Config,
  { archive, names }: { archive: Archive; names: readonly string[] },
): Promise<Filled> {
  const folder = config.dataDir;
  const isLost = await requireLost(config, names);
  for (const name of names) if (name.startsWith(DRAFT)) await rm(join(folder, name), { recursive: true });
  // Inside the folder: a mounted disk cannot be moved away, and its parent folder may belong to somebody else.
  const draft = await mkdtemp(join(folder, DRAFT));
  const { manifest, submissions, lost } = await unpackChecked(archive, { folder: draft }).catch(
    async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      throw error;
    },
  );
  const kept = new Set<string>();
  for (const { path } of lost) if (await stat(join(folder, path)).catch(() => null)) kept.add(path);
  const replaced = isLost ? await setAside(folder) : null;
  await moveUp(folder, { draft, manifest, kept });
  await makeOwn(config);
  return {
    manifest,
    submissions,
    replaced,
    lost: lost.filter(({ path }) => !kept.has(path)),
    isNew: !names.includes("files"),
  };
}

/** Refuses a folder that is neither empty nor a server's. */
function requireOurs(folder: string, names: readonly string[]): void {
  if (isEmpty(names) || names.includes("files") || names.includes(DATABASE_NAME)) return;
  throw new CareFailure(CARE_EXIT.usage, `${folder} contains other files. Name an empty or a new folder with --data.`);
}

function isEmpty(names: readonly string[]): boolean {
  return names.every((name) => NO_DATA.has(name) || name.startsWith(DRAFT));
}

/** Whether there is data whose database is lost; refuses if the database is there. */
async function requireLost(config: Config, names: readonly string[]): Promise<boolean> {
  if (isEmpty(names)) return false;
  try {
    const db = await openOwnDatabase(config, await openFolderVault(join(config.dataDir, "files")));
    await db.close();
  } catch (error) {
    if (error instanceof DatabaseLost) return true;
    throw error;
  }
  const message = `${config.dataDir} already contains data, with a sound database. Name another folder with --data, or first move that database away.`;
  throw new CareFailure(CARE_EXIT.usage, message);
}

/** Moves the database away with its write-ahead log, so that the next database does not find that. */
async function setAside(folder: string): Promise<string | null> {
  const kept = `${DATABASE_NAME}.lost-${new Date().toISOString().replaceAll(":", "-")}`;
  let isThere = false;
  for (const end of ["-wal", "-shm", ""]) {
    const moved = rename(join(folder, `${DATABASE_NAME}${end}`), join(folder, `${kept}${end}`));
    isThere = (await moved.then(() => true, nullWhereMissing)) ?? false;
  }
  return isThere ? join(folder, kept) : null;
}

interface Moving {
  readonly draft: string;
  readonly manifest: Manifest;
  /** Files of the folder that stay, because those of the archive are damaged. */
  readonly kept: ReadonlySet<string>;
}

/** The database comes last, so that an interrupted run leaves no half of a server's data. */
async function moveUp(folder: string, { draft, manifest, kept }: Moving): Promise<void> {
  const all = manifest.entries.map(({ path }) => path);
  const paths = all.filter((path) => path !== DATABASE_NAME && !kept.has(path));
  for (const path of [...paths, DATABASE_NAME]) {
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    await rename(join(draft, path), join(folder, path));
  }
  for (const path of new Set(manifest.entries.map(({ path }) => dirname(join(folder, path))))) await syncFolder(path);
  await rm(draft, { recursive: true });
}

/** The backup's copy becomes a separate database: with the same ID, the first server could take these files. */
async function makeOwn(config: Config): Promise<void> {
  const { owner } = await openFolderVault(join(config.dataDir, "files"));
  // The backup itself is the copy; another one here would keep students who were erased since.
  const db = await openDatabase({ ...config.database, keepsCopy: false });
  try {
    await forgetId(db);
    await adoptFiles(db, owner);
  } finally {
    await db.close();
  }
}

/** Null if the folder does not exist. */
async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR") throw new CareFailure(CARE_EXIT.usage, `${folder} is a file. Name a folder.`);
    throw error;
  }
}

/** Removes a folder that was made for nothing. */
async function removeNew(folder: string): Promise<void> {
  for (const name of NO_DATA) await rm(join(folder, name), { force: true });
  await rmdir(folder).catch(() => undefined);
}
