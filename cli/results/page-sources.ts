import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { writeWhole } from "../files.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { jsonText } from "../views/json.ts";
import { workFolder } from "./result-files.ts";

/**
 * Records where a batch's files are, by SHA-256: their paths from the folder of the results, and where that is. Results do
 * not contain them, so they are the same anywhere.
 */
export async function writeSources(out: string, pages: readonly BatchPage[]): Promise<void> {
  const known = pages.filter(({ result }) => result.fileHash !== "");
  const paths = known.map(({ file, result }) => [result.fileHash, relative(out, file.path)]);
  await writeWhole(workFolder(out).sources, jsonText({ folder: resolve(out), ...Object.fromEntries(paths) }));
}

/**
 * Where the file with a SHA-256 may be: where it was, or at the same place from where the results are now, as after the
 * folder with both was renamed.
 */
export async function loadSources(out: string): Promise<(hash: string) => string[]> {
  const read = readFile(workFolder(out).sources, "utf8").then(JSON.parse);
  const { folder = resolve(out), ...paths }: Readonly<Record<string, string>> = await read.catch(() => ({}));
  const places = new Set([folder, resolve(out)]);
  return (hash) => [...places].flatMap((from) => (paths[hash] === undefined ? [] : resolve(from, paths[hash])));
}
