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

it.each([
  ["2", "2"],
  ["Item 2", "2"],
  [" item 12 ", "12"],
  ["", ""],
])("takes %j as the item %j", async (value, item) => {
  const received = await receiveFiles(formOfItem(value), receiver());
  expect(received.map(({ itemNumber }) => itemNumber)).toEqual([item]);
  await received[0]!.draft!.discard();
});

it.each(["1e0", "1.0", "-1", "0x1", "1,2", "Item 1 of 2", "one"])("refuses %j as an item", async (value) => {
  await expect(receiveFiles(formOfItem(value), receiver())).rejects.toMatchObject({ code: "item-number" });
});

function formOfItem(value: string): Request {
  const body = new FormData();
  body.append("task_id", "t");
  body.append("item_number", value);
  body.append("files", new File([randomBytes(100)], "20230001_quiz[1].png"));
  return new Request("http://localhost/", { method: "POST", body });
}

function receiver() {
  return { store, begin: () => Promise.resolve(), wants: () => true };
}
