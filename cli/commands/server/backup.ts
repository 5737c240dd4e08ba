import { count } from "../../../core/basics/texts.ts";
import { LOST_FILES_HEADER } from "../../../server/contract/backup.ts";
import { EXIT, type ExitCode } from "../../exit-codes.ts";
import { callServer, type ServerOptions } from "../../server/call-server.ts";
import { saveArchive } from "../../server/save-archive.ts";
import type { Terminal } from "../../terminal.ts";

interface BackupOptions extends ServerOptions {
  /** The archive to write. */
  readonly out: string;
}

/** `circuitgrade backup --out FILE`: database and files of the running server at one moment, as one archive. */
export async function runBackup(options: BackupOptions, { terminal }: { terminal: Terminal }): Promise<ExitCode> {
  const { out } = options;
  let lost = 0;
  const size = await saveArchive(out, async () => {
    const response = await callServer("backup", options);
    lost = Number(response.headers.get(LOST_FILES_HEADER) ?? 0);
    return response;
  });
  terminal.say(
    `${out}: ${Math.max(1, Math.round(size / 1024))} KB. It contains everything: keep it where nobody else can read it.`,
  );
  if (lost === 0) return EXIT.ok;
  terminal.warn(
    `The backup is good, but it lacks ${count(lost, "file")}, missing or damaged on the server. To list them, stop the server and run: circuitgrade doctor`,
  );
  return EXIT.review;
}
