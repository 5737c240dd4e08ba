import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { writeSources } from "../results/page-sources.ts";
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

test("pages are found after the folder with them and the results was renamed, or the results alone were moved", async () => {
  const folder = await mkdtemp(join(tmpdir(), "find-"));
  await mkdir(join(folder, "quiz/scans"), { recursive: true });
  await writeFile(join(folder, "quiz/scans/a.png"), "a");
  const page = { file: { path: join(folder, "quiz/scans/a.png") }, result: { fileHash: hashOf("a") } };
  await writeSources(join(folder, "quiz/out"), [page as never]);
  const placeIn = async (results: string) =>
    (await findPages([hashOf("a")], { results, terminal })).paths.get(hashOf("a"));
  await rename(join(folder, "quiz"), join(folder, "quiz 1"));
  expect(await placeIn(join(folder, "quiz 1/out"))).toBe(join(folder, "quiz 1/scans/a.png"));
  await rename(join(folder, "quiz 1"), join(folder, "quiz"));
  await rename(join(folder, "quiz/out"), join(folder, "elsewhere"));
  expect(await placeIn(join(folder, "elsewhere"))).toBe(join(folder, "quiz/scans/a.png"));
});
