import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { nullWhereMissing } from "../../core/basics/null-where-missing.ts";

/** Files by name. A file that `write` or a draft's `keep` acknowledged is stored completely, even after a power cut. */
export interface FileStore {
  /**
   * Lets `work` read the file, at a path that is valid until it ends.
   * @throws {FileMissing}
   */
  use<T>(name: string, work: (path: string) => Promise<T>): Promise<T>;
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Null if it does not exist. */
  read(name: string): Promise<Uint8Array | null>;
  /**
   * All names. A bucket leaves out files from the last hour unless `fresh` is set: another process may not have written
   * their rows yet.
   */
  names(options?: { readonly fresh: boolean }): AsyncGenerator<string>;
  /** A new file that gets its name when it is complete. */
  draft(): Promise<FileDraft>;
}

/** A store whose files can be removed at once. */
export interface RemovingStore extends FileStore {
  remove(name: string): Promise<void>;
}

/** A store in a folder of this machine. */
export interface FolderStore extends RemovingStore {
  /** The path of the file `name`. */
  path(name: string): string;
  /** Removes every file whose name begins with `prefix` (three letters or more). */
  removeAll(prefix: string): Promise<void>;
}

/** The store has no such file. */
export class FileMissing extends Error {
  override readonly name = "FileMissing";

  constructor(name: string) {
    super(`The file ${name} is not in the store.`);
  }
}

/** A file that is still being received. */
export interface FileDraft {
  readonly path: string;
  write(chunk: Uint8Array): Promise<void>;
  /** Ends the writing; the bytes are then on the disk. */
  seal(): Promise<{ readonly sha256: string; readonly size: number }>;
  /** Does the slow part of `keep`, so that nothing else has to wait for it. */
  send(name: string): Promise<void>;
  /** Puts the sealed file into the store, replacing a file of that name. May be called again if a write runs again. */
  keep(name: string): Promise<void>;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
}

/** The folder for drafts; no file name begins like this. */
const INCOMING = ".incoming";

/** Lets `work` read several files, at paths in the order of the names. */
export async function withFiles<T>(
  store: FileStore,
  names: readonly string[],
  work: (paths: readonly string[]) => Promise<T>,
): Promise<T> {
  const withRest = (index: number, paths: readonly string[]): Promise<T> => {
    const name = names[index];
    return name === undefined ? work(paths) : store.use(name, (path) => withRest(index + 1, [...paths, path]));
  };
  return withRest(0, []);
}

/** The names that a file in a store may have. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]{2,}$/;

/** A file's path within its store. The first two letters of the name are a folder, so that no folder grows huge. */
export function placeOf(name: string): string {
  if (!NAME.test(name)) throw new RangeError(`Not a file name: ${name}`);
  return `${name.slice(0, 2)}/${name}`;
}

/** The name of the file at `place`, or null if the store keeps something else there. */
export function nameAt(place: string): string | null {
  const name = place.slice(place.indexOf("/") + 1);
  return NAME.test(name) && place === placeOf(name) && !name.endsWith(".part") ? name : null;
}

/**
 * Opens a store in `folder`, which is created if it is missing; drafts that a crash left behind are removed. Names are
 * letters, digits, `-`, `_` and `.`.
 */
export async function openFolderStore(folder: string): Promise<FolderStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const drafts = await openDrafts(join(folder, INCOMING));

  function path(name: string): string {
    return join(folder, placeOf(name));
  }

  async function ensureFolder(name: string): Promise<void> {
    const made = await mkdir(dirname(path(name)), { recursive: true, mode: 0o700 });
    if (made !== undefined) await syncFolder(folder);
  }

  return {
    path,
    async use(name, work) {
      const place = path(name);
      if (!(await stat(place).catch(nullWhereMissing))) throw new FileMissing(name);
      return work(place);
    },
    async write(name, bytes) {
      await ensureFolder(name);
      await writeDurably(path(name), bytes);
    },
    async read(name) {
      return readFile(path(name)).catch(nullWhereMissing);
    },
    remove: (name) => rm(path(name), { force: true }),
    async removeAll(prefix) {
      const place = dirname(path(prefix));
      for (const name of await namesIn(place)) {
        if (name.startsWith(prefix)) await rm(join(place, name), { force: true });
      }
    },
    async *names() {
      for (const part of (await namesIn(folder)).filter((each) => each.length === 2)) {
        for (const name of await namesIn(join(folder, part))) {
          if (nameAt(`${part}/${name}`) !== null) yield name;
        }
      }
    },
    draft: () =>
      drafts({
        send: async () => undefined,
        async keep(name, { path: draft }) {
          await ensureFolder(name);
          await rename(draft, path(name)).catch(async (error: unknown) => {
            // It was kept before.
            if (!isMissing(error) || !(await stat(path(name)).catch(nullWhereMissing))) throw error;
          });
          await syncFolder(dirname(path(name)));
        },
      }),
  };
}

/** Where a sealed draft is, and what it contains. */
export interface SealedDraft {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** How a store keeps a draft. */
interface Taking {
  send(name: string, draft: SealedDraft): Promise<void>;
  keep(name: string, draft: SealedDraft): Promise<void>;
}

/** Creates drafts in `folder`; what a crash left there is removed. */
export async function openDrafts(folder: string): Promise<(taking: Taking) => Promise<FileDraft>> {
  await rm(folder, { recursive: true, force: true });
  return async (taking) => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, randomBytes(12).toString("hex"));
    return createDraft(path, await open(path, "wx", 0o600), taking);
  };
}

function createDraft(path: string, file: FileHandle, taking: Taking): FileDraft {
  const hash = createHash("sha256");
  let size = 0;
  let open = true;
  let kept = false;
  let sealed: SealedDraft | null = null;
  function whole(): SealedDraft {
    if (sealed === null) throw new Error("The draft was not sealed.");
    return sealed;
  }
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
      const sha256 = hash.digest("hex");
      sealed = { path, sha256, size };
      return { sha256, size };
    },
    send: (name) => taking.send(name, whole()),
    async keep(name) {
      await taking.keep(name, whole());
      kept = true;
    },
    async discard() {
      await close();
      if (!kept) await rm(path, { force: true });
    },
  };
}

/** The file is either as before or complete, and on the disk when this returns. */
export async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
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

/** The SHA-256 of the file at a path, hex. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** A rename is on the disk only when its folder is. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullWhereMissing)) ?? [];
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "ENOENT";
}
