import { stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { makeFolder } from "../../files.ts";
import type { ServerOptions } from "../../server/call-server.ts";
import { care } from "../../server/care.ts";
import type { Terminal } from "../../terminal.ts";

/**
 * `circuitgrade restore ARCHIVE`: restores a backup into an empty data folder, or into one whose database is lost; in
 * that case it adds what was handed in after the backup.
 */
export async function runRestore(
  archive: string,
  { data }: ServerOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const path = resolve(archive);
  const known = await stat(path).catch(() => null);
  if (known === null) throw new CommandFailure(EXIT.notFound, `${archive} does not exist. Check the path.`);
  if (known.isDirectory()) throw new CommandFailure(EXIT.usage, `${archive} is a folder. Name the archive.`);
  // The server's program may write the data folder, and nothing else.
  await makeFolder(dirname(resolve(data ?? process.env.DATA_DIR ?? "data")));
  const options = { archive: path, quiet: terminal.quiet };
  return care("restore", { data, options, readable: [path] });
}
