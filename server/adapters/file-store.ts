import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A folder of files by name. What `write` or a draft's `keep` acknowledged is on the disk, whole, also after a power cut. */
export interface FileStore {
  /** Where `name` is; for streaming and sending. */
  path(name: string): string;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Uint8Array | null>;
  remove(name: string): Promise<void>;
  /** Removes every file whose name begins with `prefix` (three letters or more). */
  removeAll(prefix: string): Promise<void>;
  /** All names, folder by folder. */
  names(): AsyncGenerator<string>;
  /** A new file that gets its name when all of it is there. */
  draft(): Promise<Draft>;
}

/** A file that is still coming in. */
export interface Draft {
  readonly path: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the writing; the bytes are on the disk then. */
  seal(): Promise<{ readonly sha256: string; readonly size: number }>;
  /** Puts the sealed file into the store. A file of that name is replaced. */
  keep(name: string): Promise<void>;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
}

/** Where drafts lie; no name begins like this. */
const INCOMING = ".incoming";

/**
 * Opens a store in `folder`, which is made where it is missing; drafts that a crash left behind are removed. Names are
 * letters, digits, `-`, `_` and `.`.
 */
export async function openFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const incoming = join(folder, INCOMING);
  await rm(incoming, { recursive: true, force: true });

  /** Two letters of the name part the files, so that no folder grows huge. */
  function path(name: string): string {
    if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]{2,}$/.test(name)) throw new RangeError(`No file name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  }

  async function ensureFolder(name: string): Promise<void> {
    const made = await mkdir(dirname(path(name)), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(folder);
  }

  return {
    path,
    async write(name, bytes) {
      await ensureFolder(name);
      await writeDurably(path(name), bytes);
    },
    async read(name) {
      try {
        return await readFile(path(name));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    remove: (name) => rm(path(name), { force: true }),
    async removeAll(prefix) {
      const place = dirname(path(prefix));
      for (const name of await namesIn(place)) {
        if (name.startsWith(prefix)) await rm(join(place, name), { force: true });
      }
    },
    async *names() {
      for (const place of await namesIn(folder)) {
        if (place !== INCOMING) yield* (await namesIn(join(folder, place))).filter((name) => !name.endsWith(".part"));
      }
    },
    async draft() {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const draftPath = join(incoming, randomBytes(12).toString("hex"));
      const file = await open(draftPath, "wx", 0o600);
      return createDraft(draftPath, file, async (name) => {
        await ensureFolder(name);
        await rename(draftPath, path(name));
        await syncFolder(dirname(path(name)));
      });
    },
  };
}

function createDraft(path: string, file: FileHandle, keep: (name: string) => Promise<void>): Draft {
  const hash = createHash("sha256");
  let size = 0;
  let open = true;
  let kept = false;
  async function close(): Promise<void> {
    if (open) await file.close();
    open = false;
  }
  return {
    path,
    async write(chunk) {
      hash.update(chunk);
      size += chunk.length;
      for (let at = 0; at < chunk.length; ) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
    },
    async seal() {
      await file.sync();
      await close();
      return { sha256: hash.digest("hex"), size };
    },
    async keep(name) {
      await keep(name);
      kept = true;
    },
    async discard() {
      await close();
      if (!kept) await rm(path, { force: true });
    },
  };
}

/** The file is either as before or whole, and on the disk when this returns. */
async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}.part`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

/** A rename is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
