import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { isSystemError } from "../../core/basics/is-system-error.ts";
import { AGE_START, decryptWith, NotDecrypted } from "../adapters/age.ts";
import { backupManifestSchema, MANIFEST_NAME, type Manifest } from "../contract/backup.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";

/** The archive is damaged or not a backup; the message says what is wrong. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

const MANIFEST_BYTES = 512 * 1024 * 1024;

/** A backup's file. */
export interface Archive {
  readonly path: string;
  /** The file with the secret keys of age, if the archive is encrypted. */
  readonly identity?: string | undefined;
}

interface Unpacking {
  readonly folder: string;
  /** Which files are written; the others are compared alone. By default all. */
  readonly wanted?: (path: string) => boolean;
}

/**
 * Unpacks a backup into an empty folder and compares every file with the list at the beginning of the archive.
 *
 * @throws {ArchiveDamaged} if anything is missing, added or changed.
 * @throws {CareFailure} if it cannot be read or decrypted.
 */
export async function unpackBackup(
  archive: Archive,
  { folder, wanted: isWanted = () => true }: Unpacking,
): Promise<Manifest> {
  const tar = extract();
  const reading = pipeline(await openArchive(archive), createGunzip(), tar);
  // The reader below gets the same error first.
  reading.catch(() => undefined);
  let manifest: Manifest | null = null;
  const missing = new Map<string, Manifest["entries"][number]>();
  try {
    for await (const entry of tar) {
      const { name } = entry.header;
      if (manifest === null) {
        if (name !== MANIFEST_NAME) throw new ArchiveDamaged("it is not a backup of CircuitGrade.");
        manifest = parseManifest(await textOf(entry));
        for (const each of manifest.entries) missing.set(each.path, each);
        continue;
      }
      const wanted = missing.get(name);
      if (!wanted) throw new ArchiveDamaged(`${name} is not in its list.`);
      missing.delete(name);
      await unpackFile(entry, { path: isWanted(name) ? join(folder, name) : null, wanted });
    }
    await reading;
  } catch (error) {
    if (error instanceof ArchiveDamaged || error instanceof CareFailure) throw error;
    // A full disk is not a fault of the archive.
    if (isSystemError(error)) throw error;
    throw new ArchiveDamaged(`it is damaged or cut off (${error instanceof Error ? error.message : error}).`);
  }
  if (manifest === null) throw new ArchiveDamaged("it is empty.");
  const [first] = missing.keys();
  if (first !== undefined) throw new ArchiveDamaged(`${missing.size} files are missing, the first is ${first}.`);
  return manifest;
}

/** The archive's bytes, decrypted if they are encrypted. */
async function openArchive({ path, identity }: Archive): Promise<Readable> {
  const known = await stat(path).catch(() => null);
  if (known === null) throw new CareFailure(CARE_EXIT.notFound, `${path} does not exist. Check the path.`);
  if (known.isDirectory()) throw new CareFailure(CARE_EXIT.usage, `${path} is a folder. Name the archive.`);
  if (!(await isEncrypted(path))) return createReadStream(path);
  if (identity === undefined) {
    const message = `${path} is encrypted: name the file with the secret key, --identity FILE.`;
    throw new CareFailure(CARE_EXIT.usage, message);
  }
  const keys = await readFile(identity, "utf8").catch(() => null);
  if (keys === null) throw new CareFailure(CARE_EXIT.notFound, `${identity} cannot be read. Check the path.`);
  try {
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
    return Readable.fromWeb((await decryptWith(keys, bytes)) as WebStream);
  } catch (error) {
    if (error instanceof NotDecrypted) {
      throw new CareFailure(CARE_EXIT.usage, `${identity} does not open ${path}: ${error.message}.`);
    }
    throw new ArchiveDamaged(`it is damaged or cut off (${error instanceof Error ? error.message : error}).`);
  }
}

async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_START.length), 0, AGE_START.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === AGE_START;
  } finally {
    await file.close();
  }
}

function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ArchiveDamaged("its list is not JSON.");
  }
  const parsed = backupManifestSchema.safeParse(value);
  if (!parsed.success) throw new ArchiveDamaged("this version does not know the format of its list.");
  const outside = parsed.data.entries.find(({ path }) => path.split("/").some((part) => part === ".." || part === ""));
  if (outside) throw new ArchiveDamaged(`${outside.path} would be outside the folder.`);
  return parsed.data;
}

async function unpackFile(
  entry: AsyncIterable<unknown>,
  { path, wanted }: { path: string | null; wanted: Manifest["entries"][number] },
): Promise<void> {
  const hash = createHash("sha256");
  let size = 0;
  const file = path === null ? null : await createFile(path);
  try {
    for await (const piece of entry) {
      const chunk = piece as Buffer;
      hash.update(chunk);
      size += chunk.length;
      await file?.write(chunk);
    }
    await file?.sync();
  } finally {
    await file?.close();
  }
  if (size !== wanted.size || hash.digest("hex") !== wanted.sha256) {
    throw new ArchiveDamaged(`${wanted.path} differs from its list.`);
  }
}

async function createFile(path: string): Promise<FileHandle> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return open(path, "wx", 0o600);
}

async function textOf(entry: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const piece of entry) {
    const chunk = piece as Buffer;
    size += chunk.length;
    if (size > MANIFEST_BYTES) throw new ArchiveDamaged("its list is too long.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
