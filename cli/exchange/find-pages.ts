import { hashFile } from "../files.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { unpackInputs } from "../inputs/unpack-inputs.ts";
import { loadSources } from "../results/page-sources.ts";
import type { Terminal } from "../terminal.ts";

interface Search {
  /** The results' folder, which records the paths of the pages. */
  readonly results: string;
  /** Other folders to search. */
  readonly pages?: readonly string[] | undefined;
  readonly terminal: Terminal;
}

export interface FoundPages {
  /** By SHA-256. */
  readonly paths: ReadonlyMap<string, string>;
  /** Removes what was unpacked to find them. */
  remove(): Promise<void>;
}

/** Finds files by their bytes, in ZIP files, too. */
export async function findPages(hashes: readonly string[], search: Search): Promise<FoundPages> {
  const found = new Map<string, string>();
  const pathsOf = await loadSources(search.results);
  for (const hash of hashes) {
    for (const path of pathsOf(hash)) if ((await hashFile(path)) === hash) found.set(hash, path);
  }
  const missing = new Set(hashes.filter((hash) => !found.has(hash)));
  if (missing.size === 0 || search.pages === undefined) return { paths: found, remove: () => Promise.resolve() };
  const inputs = await requireInputs(search.pages, { terminal: search.terminal });
  const { files, remove } = await unpackInputs(inputs, { terminal: search.terminal });
  for (const { path } of files) {
    const hash = await hashFile(path);
    if (hash !== null && missing.has(hash)) found.set(hash, path);
  }
  return { paths: found, remove };
}
