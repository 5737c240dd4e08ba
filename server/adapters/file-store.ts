import { randomBytes } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A folder of files by name. What `write` acknowledged is on the disk, whole, also after a power cut. */
export interface FileStore {
  /** Where `name` is; for streaming and sending. */
  path(name: string): string;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Null where there is none. */
  read(name: string): Promise<Uint8Array | null>;
  remove(name: string): Promise<void>;
}

/** Opens a store in `folder`, which is made where it is missing. Names are letters, digits, `-`, `_` and `.`. */
export async function openFileStore(folder: string): Promise<FileStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });

  /** Two letters of the name part the files, so that no folder grows huge. */
  function path(name: string): string {
    if (!/^[A-Za-z0-9_-][A-Za-z0-9_.-]{2,}$/.test(name)) throw new RangeError(`No file name: ${name}`);
    return join(folder, name.slice(0, 2), name);
  }

  return {
    path,
    async write(name, bytes) {
      await mkdir(dirname(path(name)), { recursive: true, mode: 0o700 });
      await writeDurably(path(name), bytes);
    },
    async read(name) {
      try {
        return await readFile(path(name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
        throw error;
      }
    },
    remove: (name) => rm(path(name), { force: true }),
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
  const folder = await open(dirname(path), "r");
  await folder.sync().finally(() => folder.close());
}
