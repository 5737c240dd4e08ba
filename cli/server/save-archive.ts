import { createWriteStream } from "node:fs";
import { rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { makeFolder } from "../files.ts";

/**
 * Writes what a server answers into a new file, which appears when it is complete and which nobody else may read. Returns
 * its size in bytes.
 *
 * @throws {CommandFailure} if the file exists.
 */
export async function saveArchive(out: string, fetch: () => Promise<Response>): Promise<number> {
  if (await stat(out).catch(() => null)) {
    throw new CommandFailure(EXIT.usage, `${out} already exists. Name another file: none is overwritten.`);
  }
  const response = await fetch();
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
  return (await stat(out)).size;
}
