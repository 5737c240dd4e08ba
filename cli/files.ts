import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";

/**
 * Writes a file whole or not at all: a reader, or a run after a crash, never finds half of it. Parts are written as
 * they come, so that a large file need not be in memory. Makes the folder where it is missing. `mode`: who may read it.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { mode }: { readonly mode?: number } = {},
): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.part`;
  try {
    await writeFile(draft, content, mode === undefined ? {} : { mode });
    await rename(draft, path);
  } finally {
    await rm(draft, { force: true });
  }
}

/** SHA-256 of a file's bytes, hex; null where it cannot be read. */
export async function hashFile(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return null;
  }
  return hash.digest("hex");
}
