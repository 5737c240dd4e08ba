import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HOUR } from "../../core/basics/durations.ts";
import { type Bucket, BucketUnreachable } from "./bucket.ts";
import { FileMissing, nameAt, openDrafts, placeOf, type RemovingStore, type SealedDraft } from "./file-store.ts";
import { openLocalCopies } from "./local-copies.ts";

/** How many bytes of the bucket's files a process keeps to read them. */
const COPIES_BYTES = 1024 * 1024 * 1024;
/** By then an upload has its row in the database, or never will. */
const SETTLED = HOUR;

interface Options {
  /** The prefix that separates the bucket's stores; below it, the files are arranged as in a folder. */
  readonly prefix: string;
  /** For drafts and copies. */
  readonly folder: string;
  readonly now: () => number;
  readonly copiesBytes?: number;
}

/** A file in the bucket differs from what was stored. */
export class FileDamaged extends Error {
  override readonly name = "FileDamaged";
}

/** The bucket cannot be used; the message says what to check. */
export class BucketUnusable extends Error {
  override readonly name = "BucketUnusable";

  constructor(place: string, cause: BucketUnreachable) {
    const settings = "S3_ENDPOINT, S3_BUCKET, S3_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
    super(
      `The bucket ${place} cannot be used. ${cause.message} Create the bucket if it does not exist, allow the key to list, read, write and delete in it, and check ${settings}.`,
      { cause },
    );
  }
}

/** A store in a bucket. */
export interface BucketStore extends RemovingStore {
  /** Drops this process's copy of a file that is no longer in the bucket. */
  forget(name: string): Promise<void>;
}

/**
 * A store in a bucket, for several processes. Files that are named by their SHA-256 are checked when they are fetched.
 */
export async function openBucketStore(
  bucket: Bucket,
  { prefix, folder, now, copiesBytes = COPIES_BYTES }: Options,
): Promise<BucketStore> {
  const drafts = await openDrafts(join(folder, "incoming"));
  const copies = await openLocalCopies({ folder: join(folder, "copies"), mostBytes: copiesBytes, fetch: fetchTo });
  const keyOf = (name: string) => `${prefix}/${placeOf(name)}`;

  async function fetchTo(name: string, path: string): Promise<void> {
    const body = await bucket.get(keyOf(name));
    if (body === null) throw new FileMissing(name);
    const hash = createHash("sha256");
    const hashing = new Transform({
      transform(chunk: Uint8Array, _encoding, done) {
        hash.update(chunk);
        done(null, chunk);
      },
    });
    const file = createWriteStream(path, { mode: 0o600 });
    const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    await pipeline(source, hashing, file);
    if (/^[0-9a-f]{64}$/.test(name) && hash.digest("hex") !== name) {
      throw new FileDamaged(`The file ${name} was changed or damaged in the bucket: restore it from a backup.`);
    }
  }

  return {
    use: (name, work) => copies.use(name, work),
    write: (name, bytes) => bucket.put(keyOf(name), bytes),
    async read(name) {
      const body = await bucket.get(keyOf(name));
      return body && new Uint8Array(await new Response(body).arrayBuffer());
    },
    async remove(name) {
      await bucket.remove(keyOf(name));
      await copies.forget(name);
    },
    forget: (name) => copies.forget(name),
    async *names({ fresh = false } = { fresh: false }) {
      for await (const { key, modifiedAt } of bucket.list(`${prefix}/`)) {
        const name = nameAt(key.slice(prefix.length + 1));
        if (name !== null && (fresh || modifiedAt <= now() - SETTLED)) yield name;
      }
    },
    draft: () => {
      let sent = false;
      const send = async (name: string, draft: SealedDraft): Promise<void> => {
        await bucket.putFile(keyOf(name), draft);
        sent = true;
      };
      return drafts({
        send,
        async keep(name, draft) {
          // Between `send` and now another process may have removed the last submission with the same content.
          if (!(sent && (await bucket.has(keyOf(name))))) await send(name, draft);
          await copies.adopt(name, draft.path);
        },
      });
    },
  };
}

/**
 * Stores a test object, finds it, and removes it.
 * @throws {BucketUnusable} if the bucket does not exist, or this server lacks one of these rights.
 */
export async function tryOut(bucket: Bucket, { name, place }: { name: string; place: string }): Promise<void> {
  const key = `probes/${name}`;
  try {
    await bucket.put(key, new TextEncoder().encode(name));
    await bucket.list(key).next();
    await bucket.get(key).then((body) => body?.cancel());
    await bucket.remove(key);
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error;
    throw new BucketUnusable(place, error);
  }
}
