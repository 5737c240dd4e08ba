import { mkdir, mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { DATABASE_NAME } from "../../server/contract/backup.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";
import type { ServerOptions } from "../server/call-server.ts";
import { checkDatabase } from "../server/check-database.ts";
import { ArchiveDamaged, unpackBackup } from "../server/unpack-backup.ts";
import type { Terminal } from "../terminal.ts";

const DRAFT = ".restored-";

/** What an empty disk may hold. */
const OF_THE_DISK = new Set(["lost+found"]);

/**
 * `circuitgrade restore ARCHIVE`: puts a backup into an empty data folder. Everything in it is checked first: the
 * folder is as before, or it holds all of the backup. What a restore that was killed has left is taken away by the next.
 */
export async function runRestore(
  archive: string,
  options: ServerOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const folder = resolve(options.data ?? process.env.DATA_DIR ?? "data");
  const names = await namesIn(folder);
  requireEmpty(folder, names ?? []);
  for (const name of (names ?? []).filter(isDraft)) await rm(join(folder, name), { recursive: true });
  if (names === null) {
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
  // Inside the folder: a mounted disk cannot be moved away, and what it lies in may belong to somebody else.
  const draft = await mkdtemp(join(folder, DRAFT));
  try {
    const manifest = await unpackBackup(archive, draft);
    const { submissions } = await checkDatabase(draft);
    // Meanwhile a server may have begun there.
    requireEmpty(folder, await readdir(folder));
    await moveUp(draft, folder);
    terminal.say(
      `${folder}: the backup of ${manifest.created_at}, ${manifest.entries.length} files, ${submissions} submissions; all checked.`,
    );
    return EXIT.ok;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (names === null) await rmdir(folder).catch(() => undefined);
    if (!(error instanceof ArchiveDamaged)) throw error;
    throw new CommandFailure(EXIT.usage, `${archive} cannot be restored: ${error.message}`);
  }
}

function requireEmpty(folder: string, names: readonly string[]): void {
  if (names.every((name) => OF_THE_DISK.has(name) || isDraft(name))) return;
  const message = `${folder} holds data already. Stop the server and move that folder away, or name another one with --data.`;
  throw new CommandFailure(EXIT.usage, message);
}

function isDraft(name: string): boolean {
  return name.startsWith(DRAFT);
}

/** The database comes last: whoever is interrupted before finds no half of a server's data. */
async function moveUp(draft: string, folder: string): Promise<void> {
  const others = (await readdir(draft)).filter((name) => name !== DATABASE_NAME);
  for (const name of [...others, DATABASE_NAME]) await rename(join(draft, name), join(folder, name));
  await rmdir(draft);
}

/** Null where there is no such folder. */
async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    if (code === "ENOTDIR") throw new CommandFailure(EXIT.usage, `${folder} is a file. Name a folder.`);
    throw error;
  }
}
