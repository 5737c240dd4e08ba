import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type FolderStore, openFolderStore } from "../storage/file-store.ts";
import { uploadForm } from "../testing/pages.ts";
import { receiveFiles } from "./receive.ts";

let folder: string;
let store: FolderStore;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "receive-"));
  store = await openFolderStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it("says why a file cannot be stored, also if the disk fills up halfway", async () => {
  const full = Object.assign(new Error("No space left on device"), { code: "ENOSPC" });
  const onFullDisk = {
    ...store,
    async draft() {
      const draft = await store.draft();
      return { ...draft, write: () => Promise.reject(full) };
    },
  };
  for (const size of [100, 3_000_000]) {
    const body = uploadForm("t", [{ name: "20230001_quiz[1].png", bytes: randomBytes(size) }]);
    const request = new Request("http://localhost/", { method: "POST", body });
    const receiver = { store: onFullDisk, begin: () => Promise.resolve(), wants: () => true };
    await expect(receiveFiles(request, receiver)).rejects.toBe(full);
  }
  expect(await readdir(join(folder, ".incoming"))).toEqual([]);
});
