import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ExitCode } from "../../exit-codes.ts";
import { archivePaths } from "../../server/archive-paths.ts";
import { care } from "../../server/care.ts";
import type { Terminal } from "../../terminal.ts";
import type { RestoreOptions } from "./restore.ts";

/**
 * `circuitgrade check-backup ARCHIVE`: everything that `restore` checks, without the data of any server: the program may
 * write a new folder for temporary files alone.
 */
export async function runCheckBackup(
  archive: string,
  { identity }: Pick<RestoreOptions, "identity">,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  const { options, readable } = await archivePaths(archive, identity);
  const data = await mkdtemp(join(tmpdir(), "circuitgrade-check-"));
  try {
    return await care("check-backup", { data, options: { ...options, quiet: terminal.quiet }, readable, alone: true });
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}
