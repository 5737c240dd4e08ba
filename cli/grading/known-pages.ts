import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../../core/basics/group-by.ts";
import { hashInput, type InputFile } from "../inputs/find-inputs.ts";
import { type SaidSources, saidOfFile } from "../pages/page-words.ts";
import { type FilePage, pageOfSheet, type SaidPage, saidOfPage, thumbnailName } from "../reading/messages.ts";
import type { KnownPages } from "../reading/read-batch.ts";
import type { Journal } from "./journal.ts";

interface KnownBy extends SaidSources {
  readonly journal: Pick<Journal, "known">;
  readonly thumbnails: string;
}

/** What is known of each file. */
export async function findKnownPages(
  files: readonly InputFile[],
  by: KnownBy,
): Promise<ReadonlyMap<InputFile, KnownPages>> {
  const found = new Map<InputFile, KnownPages>();
  for (const file of files) found.set(file, knownPages(file, { ...by, hash: await hashInput(file) }));
  return found;
}

/**
 * What the journal knows of a file: files are found by their bytes, so a changed one is read again and a renamed one is
 * not. A page whose picture for the report is gone, or of which a person has said something else since, counts as
 * unknown.
 */
export function knownPages(
  file: Pick<InputFile, "file">,
  { hash, journal, thumbnails, ...said }: KnownBy & { readonly hash: string },
): KnownPages {
  const corrections = saidOfFile(file, { hash, ...said });
  const valid = [...(journal.known.get(hash)?.values() ?? [])].filter((page) => {
    const isPictured = !page.reading || existsSync(join(thumbnails, thumbnailName(page.fileHash, page.page)));
    return isPictured && isCorrectedAs(page, corrections);
  });
  // A page is read as a whole: all its sheets are known, or none.
  const sheets = [...groupBy(valid, pageOfSheet).values()].filter((own) => own.length === (own[0]?.sheets ?? 1));
  const pages = sheets.flat();
  return { hash, corrections, pages, complete: sheets.length === Math.max(1, ...pages.map((page) => page.pageCount)) };
}

/** Whether a page was read with what a person says of it now. */
function isCorrectedAs(page: FilePage, own: readonly SaidPage[]): boolean {
  const said = saidOfPage(page, own);
  const { corrected } = page;
  return corrected?.threshold === said?.threshold && isDeepStrictEqual(corrected?.statements, said?.statements);
}
