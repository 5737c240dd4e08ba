import { createHash } from "node:crypto";
import { join } from "node:path";
import { newId } from "../adapters/random.ts";
import type { Config } from "../config.ts";
import { openBucket } from "./bucket.ts";
import { openBucketStore, tryOut } from "./bucket-store.ts";
import { type FolderStore, openFolderStore, type RemovingStore } from "./file-store.ts";
import { openBucketVault, openFolderVault, type Vault } from "./vault.ts";

/** Where the server keeps files. */
export interface Stores extends Vault {
  /** Profile pictures, named by their id. */
  readonly images: RemovingStore;
  /** Files that can be made again from the students' files; names begin with the file's SHA-256. */
  readonly cache: FolderStore;
  /** The place of files and pictures, to compare it with another server's. */
  readonly place: string;
}

/**
 * Opens the stores: in a bucket, if one is set, otherwise in the data folder.
 * @throws {BucketUnusable}
 */
export async function openStores(
  { bucket: settings, dataDir }: Config,
  { now, folderId }: { now: () => number; folderId: string },
): Promise<Stores> {
  const folderOf = (name: string) => join(dataDir, name);
  const cache = await openFolderStore(folderOf("cache"));
  if (settings === undefined) {
    const [vault, images] = await Promise.all([
      openFolderVault(folderOf("files")),
      openFolderStore(folderOf("images")),
    ]);
    return {
      ...vault,
      images,
      cache,
      place: `a separate data folder (${shortOf(folderId)}), as S3_BUCKET is not set`,
    };
  }
  const bucket = openBucket(settings);
  const place = `${settings.endpoint}/${settings.bucket}`;
  await tryOut(bucket, { name: newId(), place });
  const optionsOf = (prefix: string) => ({ prefix, folder: folderOf(`bucket/${prefix}`), now });
  const vault = await openBucketVault(bucket, optionsOf("files"));
  const images = await openBucketStore(bucket, optionsOf("images"));
  return { ...vault, images, cache, place };
}

/** Enough to tell two apart, without revealing the secret. */
function shortOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 8);
}
