import { createHash, randomBytes } from "node:crypto";
import { createReadStream, type Stats } from "node:fs";
import { mkdir, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { nullWhereMissing } from "../core/basics/null-where-missing.ts";
import { STACK } from "../core/rules/limits.ts";
import { CommandFailure, EXIT } from "./exit-codes.ts";

/**
 * Creates a folder and its missing parents. Node's own `recursive` never ends below /proc.
 *
 * @throws {CommandFailure} if it or a folder above it is a file.
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") {
      if ((await stat(folder)).isDirectory()) return;
      throw new CommandFailure(EXIT.usage, `${folder} is a file. Name a folder.`);
    }
    const parent = dirname(folder);
    if (parent === folder || (code !== "ENOENT" && code !== "ENOTDIR")) throw error;
    await makeFolder(parent);
    await mkdir(folder).catch(ignoreMadeMeanwhile);
  }
}

/** Two files may be written into a new folder at once. */
function ignoreMadeMeanwhile(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/**
 * Writes a file completely or not at all: a reader, or a run after a crash, never finds half of it. Parts are written
 * as they come, so that a large file need not be in memory. Creates the folder if it is missing. `mode`: the file's
 * permissions. A link stays, and its target is written; so are devices and pipes.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | Iterable<string> | AsyncIterable<string>,
  { mode }: { readonly mode?: number } = {},
): Promise<void> {
  await makeFolder(dirname(path));
  const known = await stat(path).catch(nullWhereMissing);
  if (known?.isDirectory()) throw new CommandFailure(EXIT.usage, `${path} is a folder. Name a file.`);
  if ((known !== null && !known.isFile()) || OPEN_FILE.test(path)) return writeFile(path, content, { flag: "a" });
  const target = await targetOf(path, known);
  // Another thread may write the same file at once: two pages with the same bytes share a picture. The file's own name
  // may be as long as names may be.
  const draft = join(dirname(target), `.${randomBytes(6).toString("hex")}.part`);
  try {
    await writeFile(draft, content, mode === undefined ? {} : { mode });
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

/** What another program has opened for this one, `/dev/stdout` say: what it already contains is not this program's. */
const OPEN_FILE = /^\/(dev\/(stdout|stderr|fd\/)|proc\/)/;

/** The target of the links at `path`. */
async function targetOf(path: string, known: Stats | null): Promise<string> {
  if (known !== null) return realpath(path);
  const link = await readlink(path).catch(() => null);
  return link === null ? path : targetOf(resolve(await realpath(dirname(path)), link), null);
}

/** A larger file is no page: it is neither read nor hashed. */
export const MOST_BYTES = STACK.fileBytes;

/**
 * SHA-256 of a file's bytes, hex; null if it cannot be read, is too large, or is not a file: a pipe that nobody fills
 * never ends, nor does a link to /dev/zero.
 */
export async function hashFile(path: string): Promise<string | null> {
  const hash = createHash("sha256");
  try {
    const info = await stat(path);
    if (!info.isFile() || info.size > MOST_BYTES) return null;
    await pipeline(createReadStream(path), hash);
  } catch {
    return null;
  }
  return hash.digest("hex");
}
