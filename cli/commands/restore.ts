import { mkdtemp, readdir, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";
import type { ServerOptions } from "../server/call-server.ts";
import { checkDatabase } from "../server/check-database.ts";
import { ArchiveDamaged, unpackBackup } from "../server/unpack-backup.ts";
import type { Terminal } from "../terminal.ts";

/**
 * `circuitgrade restore ARCHIVE`: puts a backup into an empty data folder. Everything in it is checked first: the
 * folder is as before, or it holds all of the backup.
 */
export async function runRestore(
  archive: string,
  options: ServerOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const folder = resolve(options.data ?? process.env.DATA_DIR ?? "data");
  if ((await namesIn(folder)).length > 0) {
    const message = `${folder} holds data already. Stop the server and move that folder away, or name another one with --data.`;
    throw new CommandFailure(EXIT.usage, message);
  }
  await makeFolder(dirname(folder));
  const draft = await mkdtemp(join(dirname(folder), `.${basename(folder)}-restored-`));
  try {
    const manifest = await unpackBackup(archive, draft);
    const { submissions } = await checkDatabase(draft);
    await rmdir(folder).catch(() => undefined);
    await rename(draft, folder);
    terminal.say(
      `${folder}: the backup of ${manifest.created_at}, ${manifest.entries.length} files, ${submissions} submissions; all checked.`,
    );
    return EXIT.ok;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(error instanceof ArchiveDamaged)) throw error;
    throw new CommandFailure(EXIT.usage, `${archive} cannot be restored: ${error.message}`);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
