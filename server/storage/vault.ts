import { join } from "node:path";
import type { Bucket } from "./bucket.ts";
import { openBucketStore } from "./bucket-store.ts";
import { type FileStore, openFolderStore, placeOf, type RemovingStore } from "./file-store.ts";
import { bucketPlace, folderPlace, type Place } from "./place.ts";

/** Why a file is in the trash: a person deleted what it belonged to, or no row of the database names it. */
export type TrashReason = "deleted" | "swept";

export interface TrashedFile {
  /** When it was moved there: `2026-11-23`, UTC. */
  readonly day: string;
  readonly reason: TrashReason;
  readonly name: string;
}

/** A store from which only an erasure deletes at once: files that nothing needs any more go to the trash. */
export interface KeptStore extends FileStore {
  /** Moves a file to the trash; does nothing if it does not exist. */
  discard(file: TrashedFile): Promise<void>;
  /** Moves it back. */
  putBack(file: TrashedFile): Promise<void>;
  /** Deletes a file for good, without the trash: only for what is erased of a student. */
  erase(name: string): Promise<void>;
}

/** The files in the trash: `trash/DAY/REASON/NAME` next to the others. */
export interface Trash {
  list(): AsyncGenerator<TrashedFile>;
  read(file: TrashedFile): Promise<Uint8Array | null>;
  remove(file: TrashedFile): Promise<void>;
}

/** The ID of the database that the files belong to. */
export interface OwnerMark {
  read(): Promise<string | null>;
  write(id: string): Promise<void>;
}

/** Everything that students handed in, and its records. */
export interface Vault {
  /** The originals, named by their SHA-256. */
  readonly files: KeptStore;
  /** The record of each hand-in, readable without a database: see `services/submissions/hand-in-records.ts`. */
  readonly records: KeptStore;
  readonly trash: Trash;
  readonly owner: OwnerMark;
  /** What was erased, so that it can be erased again in a restored backup: see `services/privacy/erasure-list.ts`. */
  readonly erasures: RemovingStore;
}

const RECORDS = "records";
const ERASURES = "erasures";
const TRASH = "trash";
const OWNER = ".database-id";

export async function openFolderVault(folder: string): Promise<Vault> {
  const place = folderPlace(folder);
  const [files, records, erasures] = await Promise.all([
    openFolderStore(folder),
    openFolderStore(join(folder, RECORDS)),
    openFolderStore(join(folder, ERASURES)),
  ]);
  return createVault(place, { files, records, erasures });
}

interface BucketOptions {
  readonly prefix: string;
  /** For drafts and copies. */
  readonly folder: string;
  readonly now: () => number;
}

export async function openBucketVault(bucket: Bucket, { prefix, folder, now }: BucketOptions): Promise<Vault> {
  const open = (name: string) =>
    openBucketStore(bucket, { prefix: `${prefix}/${name}`, folder: join(folder, name), now });
  const [files, records, erasures] = await Promise.all([
    openBucketStore(bucket, { prefix, folder, now }),
    open(RECORDS),
    open(ERASURES),
  ]);
  return createVault(bucketPlace(bucket, prefix), { files, records, erasures });
}

interface VaultStore extends RemovingStore {
  forget?(name: string): Promise<void>;
}

interface VaultStores {
  readonly files: VaultStore;
  readonly records: VaultStore;
  readonly erasures: RemovingStore;
}

function createVault(place: Place, { files, records, erasures }: VaultStores): Vault {
  return {
    erasures,
    files: keep(files, { place, below: "" }),
    records: keep(records, { place, below: `${RECORDS}/` }),
    trash: {
      async *list() {
        for await (const path of place.list(TRASH)) {
          const file = parseTrashPath(path);
          if (file !== null) yield file;
        }
      },
      read: (file) => place.read(trashPath(file)),
      remove: (file) => place.remove(trashPath(file)),
    },
    owner: {
      async read() {
        const bytes = await place.read(OWNER);
        return bytes && (new TextDecoder().decode(bytes).trim() || null);
      },
      write: (id) => place.write(OWNER, new TextEncoder().encode(`${id}\n`)),
    },
  };
}

/** Only what a kept store may do: `remove` is not part of it, as a slip must not delete what a student handed in. */
function keep(store: VaultStore, { place, below }: { place: Place; below: string }): KeptStore {
  const { use, write, read, names, draft } = store;
  return {
    use,
    write,
    read,
    names,
    draft,
    async discard(file) {
      await place.move(`${below}${placeOf(file.name)}`, trashPath(file));
      await store.forget?.(file.name);
    },
    putBack: async (file) => void (await place.move(trashPath(file), `${below}${placeOf(file.name)}`)),
    erase: (name) => store.remove(name),
  };
}

function trashPath({ day, reason, name }: TrashedFile): string {
  return `${TRASH}/${day}/${reason}/${name}`;
}

function parseTrashPath(path: string): TrashedFile | null {
  const [, day, reason, name] = /^trash\/(\d{4}-\d\d-\d\d)\/(deleted|swept)\/([^/]+)$/.exec(path) ?? [];
  return day === undefined || name === undefined ? null : { day, reason: reason as TrashReason, name };
}
