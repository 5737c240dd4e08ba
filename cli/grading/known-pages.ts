import { existsSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../../core/basics/group-by.ts";
import { hashInput, type InputFile } from "../inputs/find-inputs.ts";
import { type FilePage, pageOfSheet, type SaidPage, saidOfPage, thumbnailName } from "../reading/messages.ts";
import type { Journal, KnownFile } from "./journal.ts";

/** What an earlier run read of a file, as far as it is still valid. */
export interface KnownPages {
  readonly pages: readonly FilePage[];
  readonly complete: boolean;
}

interface KnownBy {
  readonly journal: Journal;
  readonly thumbnails: string;
  readonly corrections: ReadonlyMap<InputFile, readonly SaidPage[]>;
}

/**
 * The journal's readings of each file: files are found by their bytes, so a changed one is read again and a renamed one
 * is not. A page whose picture for the report is gone, or of which a person has said something else since, counts as
 * unknown.
 */
export async function findKnownPages(
  files: readonly InputFile[],
  { journal, thumbnails, corrections }: KnownBy,
): Promise<ReadonlyMap<InputFile, KnownPages>> {
  const found = new Map<InputFile, KnownPages>();
  if (journal.known.size === 0) return found;
  for (const file of files) {
    const known = journal.known.get(await hashInput(file));
    if (!known) continue;
    const pages = validPages(known, { thumbnails, corrections: corrections.get(file) ?? [] });
    if (pages.length > 0) found.set(file, { pages, complete: known.complete && pages.length === known.pages.size });
  }
  return found;
}

/** The pages of a file whose readings are still valid: `thumbnails` has their pictures, and `corrections` are the same. */
export function validPages(
  known: KnownFile,
  { thumbnails, corrections }: { readonly thumbnails: string; readonly corrections: readonly SaidPage[] },
): FilePage[] {
  const valid = [...known.pages.values()].filter((page) => {
    const isPictured = !page.reading || existsSync(join(thumbnails, thumbnailName(page.fileHash, page.page)));
    return isPictured && isCorrectedAs(page, corrections);
  });
  return wholePages(valid);
}

/** A page is read as a whole: all its sheets are known, or none. */
function wholePages(pages: readonly FilePage[]): FilePage[] {
  const sheets = [...groupBy(pages, pageOfSheet).values()];
  return sheets.filter((own) => own.length === (own[0]?.sheets ?? 1)).flat();
}

/** Whether a page was read with what a person says of it now. */
function isCorrectedAs(page: FilePage, own: readonly SaidPage[]): boolean {
  const said = saidOfPage(page, own);
  const { corrected } = page;
  return corrected?.threshold === said?.threshold && isDeepStrictEqual(corrected?.statements, said?.statements);
}
