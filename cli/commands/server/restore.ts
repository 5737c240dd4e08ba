import { dirname, resolve } from "node:path";
import type { ExitCode } from "../../exit-codes.ts";
import { makeFolder } from "../../files.ts";
import { archivePaths, erasureList } from "../../server/archive-paths.ts";
import type { ServerOptions } from "../../server/call-server.ts";
import { care } from "../../server/care.ts";
import type { Terminal } from "../../terminal.ts";

export interface RestoreOptions extends ServerOptions {
  /** The file with the secret keys of age, if the archive is encrypted. */
  readonly identity?: string;
  /** A list of erasures; by default the one next to the archive. */
  readonly erasures?: string;
}

/**
 * `circuitgrade restore ARCHIVE`: restores a backup into an empty data folder, or into one whose database is lost; in
 * that case it adds what was handed in after the backup.
 */
export async function runRestore(
  archive: string,
  { data, identity, erasures }: RestoreOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const { options, readable } = await archivePaths(archive, identity);
  // The server's program may write the data folder, and nothing else.
  await makeFolder(dirname(resolve(data ?? process.env.DATA_DIR ?? "data")));
  const list = await erasureList(options.archive, erasures);
  return care("restore", {
    data,
    options: { ...options, ...(list && { erasures: list }), quiet: terminal.quiet },
    readable: list ? [...readable, list] : readable,
  });
}
