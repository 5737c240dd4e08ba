import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nullWhereMissing } from "../../core/basics/null-where-missing.ts";
import type { Bucket } from "./bucket.ts";
import { syncFolder, writeDurably } from "./file-store.ts";

/**
 * A folder or a part of a bucket, by relative paths with `/`. What `write` and `move` have done survives a power cut.
 */
export interface Place {
  /** Null if there is nothing. */
  read(path: string): Promise<Uint8Array | null>;
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Replaces what is at `to`. False if nothing is at `from`. */
  move(from: string, to: string): Promise<boolean>;
  remove(path: string): Promise<void>;
  /** The paths of all files below `path`. */
  list(path: string): AsyncGenerator<string>;
}

export function folderPlace(folder: string): Place {
  const at = (path: string) => join(folder, path);

  async function ensureFolder(path: string): Promise<void> {
    const first = await mkdir(path, { recursive: true, mode: 0o700 });
    if (first !== undefined) await syncFolder(dirname(first));
  }

  return {
    read: (path) => readFile(at(path)).catch(nullWhereMissing),
    async write(path, bytes) {
      await ensureFolder(dirname(at(path)));
      await writeDurably(at(path), bytes);
    },
    async move(from, to) {
      if ((await stat(at(from)).catch(nullWhereMissing)) === null) return false;
      await ensureFolder(dirname(at(to)));
      await rename(at(from), at(to));
      await syncFolder(dirname(at(to)));
      await syncFolder(dirname(at(from)));
      return true;
    },
    async remove(path) {
      await rm(at(path), { force: true });
      // Removes folders that are empty now.
      for (let parent = dirname(path); parent !== "."; parent = dirname(parent)) {
        if (
          !(await rmdir(at(parent)).then(
            () => true,
            () => false,
          ))
        )
          return;
      }
    },
    async *list(path) {
      const entries = await readdir(at(path), { recursive: true, withFileTypes: true }).catch(nullWhereMissing);
      for (const entry of entries ?? []) {
        if (!entry.isFile() || entry.name.endsWith(".part")) continue;
        yield join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll("\\", "/");
      }
    },
  };
}

export function bucketPlace(bucket: Bucket, prefix: string): Place {
  const at = (path: string) => `${prefix}/${path}`;
  return {
    async read(path) {
      const body = await bucket.get(at(path));
      return body && new Uint8Array(await new Response(body).arrayBuffer());
    },
    write: (path, bytes) => bucket.put(at(path), bytes),
    async move(from, to) {
      if (!(await bucket.copy(at(from), at(to)))) return false;
      await bucket.remove(at(from));
      return true;
    },
    remove: (path) => bucket.remove(at(path)),
    async *list(path) {
      for await (const { key } of bucket.list(`${at(path)}/`)) yield key.slice(prefix.length + 1);
    },
  };
}
