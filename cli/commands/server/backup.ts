import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { CommandFailure, EXIT, type ExitCode } from "../../exit-codes.ts";
import { makeFolder } from "../../files.ts";
import { callServer, type ServerOptions } from "../../server/call-server.ts";
import type { Terminal } from "../../terminal.ts";

export interface BackupOptions extends ServerOptions {
  /** The archive to write. */
  readonly out: string;
}

/** `circuitgrade backup --out FILE`: database and files of the running server at one moment, as one archive. */
export async function runBackup(options: BackupOptions, { terminal }: { terminal: Terminal }): Promise<ExitCode> {
  const { out } = options;
  if (await stat(out).catch(() => null)) {
    throw new CommandFailure(EXIT.usage, `${out} already exists. Name another file: backups are never overwritten.`);
  }
  const response = await callServer("backup", options);
  await makeFolder(dirname(out)).catch(async (error: unknown) => {
    // The server would keep waiting for a reader, and so would this process.
    await response.body?.cancel();
    throw error;
  });
  const draft = `${out}.part`;
  try {
    const bytes = Readable.fromWeb(response.body as ReadableStream);
    await pipeline(bytes, createWriteStream(draft, { mode: 0o600, flush: true }));
    await rename(draft, out);
  } finally {
    await rm(draft, { force: true });
  }
  const { size } = await stat(out);
  terminal.say(
    `${out}: ${Math.max(1, Math.round(size / 1024))} KB. It contains everything: keep it where nobody else can read it.`,
  );
  return EXIT.ok;
}
