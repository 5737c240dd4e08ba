import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { callServer, type ServerOptions } from "../../server/call-server.ts";
import { saveArchive } from "../../server/save-archive.ts";
import type { Terminal } from "../../terminal.ts";

export interface BackupOptions extends ServerOptions {
  /** The archive to write. */
  readonly out: string;
}

/** `circuitgrade backup --out FILE`: database and files of the running server at one moment, as one archive. */
export async function runBackup(options: BackupOptions, { terminal }: { terminal: Terminal }): Promise<ExitCode> {
  const { out } = options;
  const size = await saveArchive(out, () => callServer("backup", options));
  terminal.say(
    `${out}: ${Math.max(1, Math.round(size / 1024))} KB. It contains everything: keep it where nobody else can read it.`,
  );
  return EXIT.ok;
}
