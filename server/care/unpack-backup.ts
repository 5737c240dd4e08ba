import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { backupManifestSchema, MANIFEST_NAME, type Manifest } from "../contract/backup.ts";
import { CARE_EXIT, CareFailure } from "./care-failure.ts";

/** The archive is damaged or not a backup; the message says what is wrong. */
export class ArchiveDamaged extends Error {
  override readonly name = "ArchiveDamaged";
}

const MANIFEST_BYTES = 512 * 1024 * 1024;

/**
 * Unpacks a backup into an empty folder and compares every file with the list at the beginning of the archive.
 *
 * @throws {ArchiveDamaged} if anything is missing, added or changed.
 */
export async function unpackBackup(archive: string, folder: string): Promise<Manifest> {
  const known = await stat(archive).catch(() => null);
  if (known === null) throw new CareFailure(CARE_EXIT.notFound, `${archive} does not exist. Check the path.`);
  if (known.isDirectory()) throw new CareFailure(CARE_EXIT.usage, `${archive} is a folder. Name the archive.`);
  const tar = extract();
  const reading = pipeline(createReadStream(archive), createGunzip(), tar);
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
      await unpackFile(entry, { path: join(folder, name), wanted });
    }
    await reading;
  } catch (error) {
    if (error instanceof ArchiveDamaged || error instanceof CareFailure) throw error;
    // A full disk is not a fault of the archive.
    if (error instanceof Error && "syscall" in error) throw error;
    throw new ArchiveDamaged(`it is damaged or cut off (${error instanceof Error ? error.message : error}).`);
  }
  if (manifest === null) throw new ArchiveDamaged("it is empty.");
  const [first] = missing.keys();
  if (first !== undefined) throw new ArchiveDamaged(`${missing.size} files are missing, the first is ${first}.`);
  return manifest;
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
  { path, wanted }: { path: string; wanted: Manifest["entries"][number] },
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of entry) {
      const chunk = piece as Buffer;
      hash.update(chunk);
      size += chunk.length;
      await file.write(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  if (size !== wanted.size || hash.digest("hex") !== wanted.sha256) {
    throw new ArchiveDamaged(`${wanted.path} differs from its list.`);
  }
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
