import { hashFile } from "../files.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { loadSources } from "../results/page-sources.ts";
import type { Terminal } from "../terminal.ts";

interface Search {
  /** The results' folder, which records the paths of the pages. */
  readonly results: string;
  /** Other folders to search. */
  readonly pages?: readonly string[] | undefined;
  readonly terminal: Terminal;
}

/** Finds files by their bytes: returns a path for each SHA-256 that still exists. */
export async function findPages(hashes: readonly string[], search: Search): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const sources = await loadSources(search.results);
  for (const hash of hashes) {
    const path = sources[hash];
    if (path !== undefined && (await hashFile(path)) === hash) found.set(hash, path);
  }
  const missing = new Set(hashes.filter((hash) => !found.has(hash)));
  if (missing.size === 0 || search.pages === undefined) return found;
  for (const { path } of await requireInputs(search.pages, { terminal: search.terminal })) {
    const hash = await hashFile(path);
    if (hash !== null && missing.has(hash)) found.set(hash, path);
  }
  return found;
}
