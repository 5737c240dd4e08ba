import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { findPages } from "./find-pages.ts";

const terminal = { say: () => undefined } as never;
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

test("pages are found by their bytes in folders and in ZIP files, and nothing unpacked is left", async () => {
  const pages = await mkdtemp(join(tmpdir(), "find-"));
  await writeFile(join(pages, "20240101_quiz[1].png"), "a");
  await writeFile(join(pages, "download.zip"), zipSync({ "Bo_2_file_/20240102_quiz[1].png": Buffer.from("b") }));
  await writeFile(join(pages, "broken.zip"), "PK");
  const found = await findPages(["a", "b", "c"].map(hashOf), { results: pages, pages: [pages], terminal });
  const texts = [...found.paths].map(async ([hash, path]) => [hash, await readFile(path, "utf8")]);
  expect(await Promise.all(texts)).toEqual(["a", "b"].map((text) => [hashOf(text), text]));
  const unpacked = dirname(dirname(found.paths.get(hashOf("b"))!));
  expect(unpacked).not.toBe(pages);
  await found.remove();
  await expect(readdir(unpacked)).rejects.toThrow("ENOENT");
});
