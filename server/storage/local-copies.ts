import { mkdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../adapters/random.ts";

interface Copy {
  readonly path: string;
  /** Resolves when the copy is complete. */
  readonly ready: Promise<void>;
  size: number;
  users: number;
}

/** Copies on this machine of files that are stored elsewhere, as many as there is room for. */
export interface LocalCopies {
  /** Lets `work` read the copy of `name`, fetching it if there is none; it stays until `work` ends. */
  use<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Takes the file at `path` as the copy of `name`, or removes it: a copy can be fetched again. */
  adopt(name: string, path: string): Promise<void>;
  /** Removes the copy of `name` when nobody uses it any more. */
  forget(name: string): Promise<void>;
}

interface Options {
  /** Only for the copies: files that are there at the start are removed. */
  readonly folder: string;
  /** If the copies take more bytes than this, unused ones are removed, the one unused for longest first. */
  readonly mostBytes: number;
  /** Writes the complete file `name` to `path`. */
  readonly fetch: (name: string, path: string) => Promise<void>;
}

export async function openLocalCopies({ folder, mostBytes, fetch }: Options): Promise<LocalCopies> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  /** The one unused for longest first. */
  const copies = new Map<string, Copy>();
  /** Forgotten while somebody used them. */
  const leaving = new Set<Copy>();

  function begin(name: string, bring: (path: string) => Promise<void>): Copy {
    // A separate path: the same file may be fetched again while the old copy is being removed.
    const path = join(folder, newId());
    const ready = bring(path).then(async () => {
      copy.size = (await stat(path)).size;
    });
    const copy: Copy = { path, ready, size: 0, users: 0 };
    copies.set(name, copy);
    ready.catch(async () => {
      if (copies.get(name) === copy) copies.delete(name);
      await rm(path, { force: true });
    });
    return copy;
  }

  async function trim(): Promise<void> {
    let bytes = [...copies.values()].reduce((sum, { size }) => sum + size, 0);
    const removed: Copy[] = [];
    for (const [name, copy] of copies) {
      if (bytes <= mostBytes) break;
      if (copy.users > 0 || copy.size === 0) continue;
      copies.delete(name);
      bytes -= copy.size;
      removed.push(copy);
    }
    for (const copy of leaving) {
      if (copy.users > 0) continue;
      leaving.delete(copy);
      removed.push(copy);
    }
    for (const { path } of removed) await rm(path, { force: true });
  }

  return {
    async use(name, work) {
      const copy = copies.get(name) ?? begin(name, (path) => fetch(name, path));
      copy.users++;
      try {
        await copy.ready;
        if (copies.get(name) === copy) {
          copies.delete(name);
          copies.set(name, copy);
        }
        return await work(copy.path);
      } finally {
        copy.users--;
        await trim();
      }
    },
    async adopt(name, path) {
      if (!copies.has(name)) await begin(name, (place) => rename(path, place)).ready.catch(() => undefined);
      await rm(path, { force: true });
      await trim();
    },
    async forget(name) {
      const copy = copies.get(name);
      if (!copy) return;
      copies.delete(name);
      leaving.add(copy);
      await copy.ready.catch(() => undefined);
      await trim();
    },
  };
}
