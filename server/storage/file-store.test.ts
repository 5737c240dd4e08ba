import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FolderStore, openFolderStore } from "./file-store.ts";

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "file-store-"));
  store = await openFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function names(): Promise<string[]> {
  const all: string[] = [];
  for await (const name of store.names()) all.push(name);
  return all.sort();
}

it("keeps files byte for byte, and knows which are missing", async () => {
  const bytes = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
  await store.write("abc.png", bytes);
  expect(new Uint8Array((await store.read("abc.png"))!)).toEqual(bytes);
  expect(await store.read("abd.png")).toBeNull();
  await store.remove("abc.png");
  expect(await names()).toEqual([]);
});

it("refuses a name that leads out of its folder", async () => {
  for (const name of ["../x", "a/b", "..", ".incoming", "ab"]) expect(() => store.path(name)).toThrow(RangeError);
});

it("takes a file in pieces and returns its size and SHA-256", async () => {
  const draft = await store.draft();
  for (const text of ["half ", "a", "dder"]) await draft.write(Buffer.from(text));
  const sha256 = createHash("sha256").update("half adder").digest("hex");
  expect(await draft.seal()).toEqual({ sha256, size: 10 });
  expect(await names()).toEqual([]);
  await draft.send(sha256);
  await draft.keep(sha256);
  await draft.keep(sha256);
  await draft.discard();
  expect(Buffer.from((await store.read(sha256))!).toString()).toBe("half adder");
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
});

it("removes a draft that is discarded or left behind by a crash", async () => {
  const discarded = await store.draft();
  await discarded.write(Buffer.from("x"));
  await discarded.discard();
  const left = await store.draft();
  await left.write(Buffer.from("x"));
  await left.seal();
  store = await openFolderStore(folder);
  expect(await readdir(folder)).toEqual([]);
});

it("removes everything named after one file", async () => {
  for (const name of ["abc-1.jpg", "abc-2.jpg", "abd-1.jpg"]) await store.write(name, Buffer.from("x"));
  await store.removeAll("abc");
  expect(await names()).toEqual(["abd-1.jpg"]);
});
