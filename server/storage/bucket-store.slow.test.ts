import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { openS3Server } from "../testing/services/s3-server.ts";
import { BucketUnreachable, openBucket, PART_BYTES } from "./bucket.ts";
import { type BucketStore, BucketUnusable, openBucketStore, tryOut } from "./bucket-store.ts";
import { FileMissing } from "./file-store.ts";

const HOUR = 60 * 60 * 1000;

let folder: string;
let now: number;
let prefixes = 0;
let prefix: string;
let store: BucketStore;

const remote = await openS3Server();
afterAll(() => remote.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "bucket-store-"));
  now = Date.now();
  prefix = `p${prefixes++}`;
  store = await open("a");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A process's store that keeps its copies in the folder `name`. */
function open(name: string, copiesBytes?: number): Promise<BucketStore> {
  const options = { prefix, folder: join(folder, name), now: () => now };
  return openBucketStore(openBucket(remote.settings), { ...options, ...(copiesBytes && { copiesBytes }) });
}

/** Hands in `bytes` as an upload does; returns the file's name. */
async function add(bytes: Uint8Array, to = store): Promise<string> {
  const draft = await to.draft();
  await draft.write(bytes);
  const { sha256 } = await draft.seal();
  await draft.send(sha256);
  await draft.keep(sha256);
  await draft.keep(sha256);
  await draft.discard();
  return sha256;
}

async function names(of = store): Promise<string[]> {
  const all: string[] = [];
  for await (const name of of.names()) all.push(name);
  return all.sort();
}

it("keeps files byte for byte for every process, and knows which are missing", async () => {
  const bytes = randomBytes(5000);
  await store.write("abc.webp", bytes);
  const other = await open("b");
  expect(Buffer.from((await other.read("abc.webp"))!).equals(bytes)).toBe(true);
  expect(await other.read("abd.webp")).toBeNull();
  await expect(other.use("abd.webp", async () => 1)).rejects.toThrow(FileMissing);
  await other.remove("abc.webp");
  expect(await store.read("abc.webp")).toBeNull();
});

it.each([0, 10_000, PART_BYTES, 2 * PART_BYTES + 12_345])(
  "stores a file of %i bytes completely",
  async (size) => {
    const bytes = randomBytes(size);
    const name = await add(bytes);
    expect(name).toBe(createHash("sha256").update(bytes).digest("hex"));
    const other = await open("b");
    expect((await other.use(name, (path) => readFile(path))).equals(bytes)).toBe(true);
    expect(await readdir(join(folder, "a", "incoming"))).toEqual([]);
  },
  60_000,
);

it("stores a file again that another process removed between sending and keeping it", async () => {
  const draft = await store.draft();
  await draft.write(Buffer.from("half adder"));
  const { sha256 } = await draft.seal();
  await draft.send(sha256);
  await (await open("b")).remove(sha256);
  await draft.keep(sha256);
  expect(Buffer.from((await store.read(sha256))!).toString()).toBe("half adder");
});

it("lists files older than an hour, under the names that its folder uses, too", async () => {
  const added = [await add(randomBytes(10)), await add(randomBytes(10))].sort();
  expect(await names()).toEqual([]);
  now += HOUR + 5000;
  expect(await names()).toEqual(added);
});

it("fetches a file once for all readers, and drops the one unused for longest", async () => {
  const first = await add(randomBytes(600));
  const second = await add(randomBytes(600));
  const other = await open("b", 1000);
  const paths = await Promise.all([1, 2, 3].map(() => other.use(first, async (path) => path)));
  expect(new Set(paths).size).toBe(1);
  await other.use(first, async (path) => {
    await other.use(second, async () => undefined);
    // It is in use, so the other one was dropped.
    expect((await readFile(path)).length).toBe(600);
  });
  expect(await readdir(join(folder, "b", "copies"))).toHaveLength(1);
});

it("refuses a file that was changed in the bucket", async () => {
  const name = await add(Buffer.from("half adder"));
  await openBucket(remote.settings).put(`${prefix}/${name.slice(0, 2)}/${name}`, Buffer.from("full adder"));
  await expect((await open("b")).use(name, async () => 1)).rejects.toThrow("was changed or damaged in the bucket");
});

it("says so when the bucket does not answer, and continues when it does", async () => {
  const name = await add(randomBytes(10));
  const other = await open("b");
  await remote.kill();
  try {
    await expect(add(randomBytes(10))).rejects.toThrow(BucketUnreachable);
    await expect(other.use(name, async () => 1)).rejects.toThrow("The file store does not answer");
    // Files that are already here can still be read.
    expect(await store.use(name, async (path) => (await readFile(path)).length)).toBe(10);
  } finally {
    await remote.restart();
  }
  expect(await other.use(name, async (path) => (await readFile(path)).length)).toBe(10);
});

it("does not wait for a bucket that falls silent in the middle of a file", async () => {
  const bytes = randomBytes(100_000);
  let isSilent = true;
  const half = createServer((_, response) => {
    response.writeHead(200, { "content-length": bytes.length });
    if (isSilent) response.write(bytes.subarray(0, 50_000));
    else response.end(bytes);
  });
  await new Promise<void>((resolve) => half.listen(0, "127.0.0.1", resolve));
  try {
    const endpoint = `http://127.0.0.1:${(half.address() as AddressInfo).port}`;
    const options = { prefix, folder: join(folder, "half"), now: () => now };
    const silent = await openBucketStore(openBucket({ ...remote.settings, endpoint }), options);
    const name = createHash("sha256").update(bytes).digest("hex");
    const sizes = () => Promise.all([1, 2].map(() => silent.use(name, async (path) => (await readFile(path)).length)));
    await expect(sizes()).rejects.toThrow("The file store broke off in the middle of a file.");
    await expect(silent.read(name)).rejects.toThrow(BucketUnreachable);
    isSilent = false;
    expect(await sizes()).toEqual([bytes.length, bytes.length]);
  } finally {
    half.closeAllConnections();
    await new Promise((resolve) => half.close(resolve));
  }
}, 60_000);

it("takes the success of something else, as a network's log-in page, for no success of the store", async () => {
  const page = createServer((request, response) => {
    request.resume();
    response.end("<html>Please log in</html>");
  });
  await new Promise<void>((resolve) => page.listen(0, "127.0.0.1", resolve));
  try {
    const bucket = openBucket({
      ...remote.settings,
      endpoint: `http://127.0.0.1:${(page.address() as AddressInfo).port}`,
    });
    const options = { prefix, folder: join(folder, "page"), now: () => now };
    const behind = await openBucketStore(bucket, options);
    const words = "What answers is no S3 store: its answer has no ";
    for (const size of [10, PART_BYTES + 1]) await expect(add(randomBytes(size), behind)).rejects.toThrow(words);
    await expect(behind.write("record", randomBytes(10))).rejects.toThrow(words);
    await expect(names(behind)).rejects.toThrow(words);
    await expect(bucket.copy("files/a", "trash/a")).rejects.toThrow(words);
    await expect(tryOut(bucket, { name: "probe", place: "http://127.0.0.1/x" })).rejects.toThrow(BucketUnusable);
  } finally {
    page.closeAllConnections();
    await new Promise((resolve) => page.close(resolve));
  }
});

it("checks at the start whether the bucket can be used, and names what to check", async () => {
  const place = { name: "probe", place: "http://127.0.0.1/x" };
  await tryOut(openBucket(remote.settings), place);
  const wrong = openBucket({ ...remote.settings, secretAccessKey: "wrong" });
  await expect(tryOut(wrong, place)).rejects.toThrow(/SignatureDoesNotMatch.*AWS_SECRET_ACCESS_KEY/);
  const missing = openBucket({ ...remote.settings, bucket: "no-such-bucket" });
  await expect(tryOut(missing, place)).rejects.toThrow(/NoSuchBucket.*Create the bucket/);
  const nobody = openBucket({ ...remote.settings, endpoint: "http://127.0.0.1:9" });
  await expect(tryOut(nobody, place)).rejects.toThrow(BucketUnusable);
});
