import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { writeWhole } from "../files.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { jsonText } from "../views/json.ts";
import { workFolder } from "./result-files.ts";

/**
 * The paths of a batch's files when they were read, by SHA-256. Results do not contain them, so they are the same
 * anywhere.
 */
type PageSources = Readonly<Record<string, string>>;

export async function writeSources(out: string, pages: readonly BatchPage[]): Promise<void> {
  const known = pages.filter(({ result }) => result.fileHash !== "");
  const sources = known.map(({ file, result }) => [result.fileHash, resolve(file.path)]);
  await writeWhole(workFolder(out).sources, jsonText(Object.fromEntries(sources)));
}

/** Empty if a folder has none. */
export async function loadSources(out: string): Promise<PageSources> {
  try {
    return JSON.parse(await readFile(workFolder(out).sources, "utf8")) as PageSources;
  } catch {
    return {};
  }
}
