import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { ERASURES_NAME } from "../../server/contract/backup.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";

/** A backup and the file with its secret keys as the server's program takes them, and what it must be able to read. */
export interface ArchivePaths {
  readonly options: { readonly archive: string; readonly identity?: string };
  readonly readable: string[];
}

/** Absolute paths of files that exist. @throws {CommandFailure} if one does not, or is a folder. */
export async function archivePaths(archive: string, identity: string | undefined): Promise<ArchivePaths> {
  const path = await fileAt(archive, "Name the archive.");
  if (identity === undefined) return { options: { archive: path }, readable: [path] };
  const keys = await fileAt(identity, "Name the file with the secret key.");
  return { options: { archive: path, identity: keys }, readable: [path, keys] };
}

/**
 * The list of erasures: the named one, also a data folder's `files/erasures`, or the one that the server writes next to
 * scheduled backups; null for none.
 */
export async function erasureList(archive: string, named: string | undefined): Promise<string | null> {
  if (named !== undefined) return pathAt(named);
  const path = join(dirname(archive), ERASURES_NAME);
  return (await stat(path).catch(() => null)) === null ? null : path;
}

/** The full path of a file that is there. Throws `CommandFailure`: 3 if there is none, 2 for a folder. */
export async function fileAt(path: string, advice: string): Promise<string> {
  const full = await pathAt(path);
  if ((await stat(full)).isDirectory()) throw new CommandFailure(EXIT.usage, `${path} is a folder. ${advice}`);
  return full;
}

async function pathAt(path: string): Promise<string> {
  const known = await stat(path).catch(() => null);
  if (known === null) throw new CommandFailure(EXIT.notFound, `${path} does not exist. Check the path.`);
  return resolve(path);
}
