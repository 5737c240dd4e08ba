import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { sql } from "drizzle-orm";
import { pack } from "tar-stream";
import { nullWhereMissing } from "../../../core/basics/null-where-missing.ts";
import type { AppContext } from "../../context.ts";
import { DATABASE_NAME, MANIFEST_NAME, type Manifest } from "../../contract/backup.ts";
import { Refusal } from "../../refusal.ts";
import { FileMissing, type FileStore, hashFile } from "../../storage/file-store.ts";
import { lostFiles, type NamedFile, namedFilesSql } from "./lost-files.ts";

const PREFIX = "backup-";
/**
 * Secrets that belong to the data: without them, printed templates would not be recognised, and the codes of
 * authenticator apps could not be checked.
 */
const SECRETS = ["template-secret", "second-factor-secret"];

/**
 * The whole installation at one moment as an archive (tar, gzip): database, students' files, pictures. The server
 * continues meanwhile: what is deleted or added later changes nothing in it. The archive begins with a list of its
 * files. `lost` is how many files are not in the store as they were handed in, so that the archive lacks them.
 */
export async function makeBackup(context: AppContext): Promise<{ archive: ReadableStream<Uint8Array>; lost: number }> {
  const { config, log } = context;
  if (!config.database.url.startsWith("file:")) {
    const files = config.bucket
      ? `the files are in the bucket ${config.bucket.bucket}: back both up there, the database first.`
      : "back it up there, and the data folder with any other program.";
    const message = `The database is a libSQL server's${config.bucket ? ", and " : ": "}${files}`;
    throw new Refusal(409, { code: "remote-database", message });
  }
  const folder = await mkdtemp(join(config.dataDir, PREFIX));
  try {
    const { madeAt, named } = await takeSnapshot(context, folder);
    const manifest = await listSnapshot(folder, madeAt);
    const lost = lostFiles(named, manifest);
    if (lost.length > 0) log.error("backup-incomplete", `${lost[0]!.words}. ${LOST_ADVICE}`, { files: lost.length });
    const archive = writeArchive(folder, manifest);
    const remove = (): void => void rm(folder, { recursive: true, force: true }).catch(() => undefined);
    archive.on("close", remove);
    archive.on("error", (error) => log.error("backup-failed", error));
    return { archive: Readable.toWeb(archive) as ReadableStream<Uint8Array>, lost: lost.length };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

const LOST_ADVICE = "The backup has everything else. To list such files, stop the server and run: circuitgrade doctor";

/** Removes unfinished backups that a crash left behind. */
export async function sweepBackups({ config }: AppContext): Promise<void> {
  for (const name of await readdir(config.dataDir)) {
    if (name.startsWith(PREFIX)) await rm(join(config.dataDir, name), { recursive: true, force: true });
  }
}

interface Snapshot {
  readonly madeAt: Date;
  /** The files that the database names. */
  readonly named: readonly NamedFile[];
}

/**
 * Database and files of one moment: nothing is written or removed while the files get hard links. An erasure is in the
 * snapshot if it was made before this moment, and its time is not before it otherwise.
 */
async function takeSnapshot(
  { config, db, files, records, erasures, images, now }: AppContext,
  folder: string,
): Promise<Snapshot> {
  const snapshot = await db.write(async (query) => {
    const madeAt = new Date(now());
    await query.run(sql`VACUUM INTO ${join(folder, DATABASE_NAME)}`);
    // Before the records: those that an erasure still has to delete are then there with an erasure that says so.
    await linkAll(erasures, join(folder, "files", "erasures"));
    await linkAll(files, join(folder, "files"));
    await linkAll(records, join(folder, "files", "records"));
    await linkAll(images, join(folder, "images"));
    return { madeAt, named: await query.all<NamedFile>(sql.raw(namedFilesSql({ withStacks: true }))) };
  });
  for (const name of SECRETS) {
    // A secret from the environment is not in the backup.
    await copyFile(join(config.dataDir, name), join(folder, name)).catch(nullWhereMissing);
  }
  return snapshot;
}

async function linkAll(store: FileStore, target: string): Promise<void> {
  for await (const name of store.names()) {
    const place = join(target, name.slice(0, 2));
    await mkdir(place, { recursive: true, mode: 0o700 });
    // Some file systems do not support hard links.
    const copy = (path: string) => link(path, join(place, name)).catch(() => copyFile(path, join(place, name)));
    await store.use(name, copy).catch((error: unknown) => {
      // A record is moved when somebody deletes its hand-in; a file is moved by a write, and none runs now.
      if (!(error instanceof FileMissing)) throw error;
    });
  }
}

async function listSnapshot(folder: string, time: Date): Promise<Manifest> {
  const entries: Manifest["entries"] = [];
  for (const path of await pathsIn(folder)) {
    const { size } = await stat(join(folder, path));
    entries.push({ path, size, sha256: await hashFile(join(folder, path)) });
  }
  return { format: "circuitgrade-backup", version: 1, created_at: time.toISOString(), entries };
}

async function pathsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return paths.map((path) => path.slice(folder.length + 1).replaceAll("\\", "/")).sort();
}

function writeArchive(folder: string, manifest: Manifest): Readable {
  const tar = pack();
  // Students' files are already compressed. Compression helps the database, and must not cost time for the rest.
  const archive = tar.pipe(createGzip({ level: 1 }));
  tar.on("error", (error) => archive.destroy(error));
  archive.on("close", () => tar.destroy());
  addEntries(tar, folder, manifest).catch((error: Error) => archive.destroy(error));
  return archive;
}

async function addEntries(tar: ReturnType<typeof pack>, folder: string, manifest: Manifest): Promise<void> {
  tar.entry({ name: MANIFEST_NAME }, `${JSON.stringify(manifest, null, 1)}\n`);
  for (const { path, size } of manifest.entries) {
    await pipeline(createReadStream(join(folder, path)), tar.entry({ name: path, size }));
  }
  tar.finalize();
}
