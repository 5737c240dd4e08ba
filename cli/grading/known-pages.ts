import { existsSync } from "node:fs";
import { join } from "node:path";
import { hashFile } from "../files.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import { type FilePage, thumbnailName } from "../reading/messages.ts";
import type { Journal } from "./journal.ts";

/** What an earlier run read of a file, as far as it is still valid. */
export interface KnownPages {
  readonly pages: readonly FilePage[];
  readonly complete: boolean;
}

/**
 * The journal's readings of each file: files are found by their bytes, so a changed one is read again and a renamed one
 * is not. A page whose picture for the report is gone counts as unknown.
 */
export async function findKnownPages(
  files: readonly InputFile[],
  { journal, thumbnails }: { journal: Journal; thumbnails: string },
): Promise<ReadonlyMap<InputFile, KnownPages>> {
  const found = new Map<InputFile, KnownPages>();
  if (journal.known.size === 0) return found;
  for (const file of files) {
    const known = journal.known.get((await hashFile(file.path)) ?? "");
    if (!known) continue;
    const pages = [...known.pages.values()].filter(
      ({ reading, fileHash, page }) => !reading || existsSync(join(thumbnails, thumbnailName(fileHash, page))),
    );
    found.set(file, { pages, complete: known.complete && pages.length === known.pages.size });
  }
  return found;
}
