import type { Corrections } from "../../core/corrections/correct-marks.ts";
import { correct, foldWords, numberPredictions } from "../../core/page-record/fold.ts";
import { inOrder, newsFrom } from "../../core/page-record/merge.ts";
import type { DatedStatement, Said } from "../../core/page-record/statement.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { hashInput, type InputFile } from "../inputs/find-inputs.ts";
import type { SaidPage } from "../reading/messages.ts";
import { type PageWords, pageKey, wordsAbout } from "./page-words.ts";

/** All that was said of a page, in its order: in the web, then what only the folder has. */
export function saidIn(web: Pick<SaidPage, "statements"> | undefined, own: readonly Said[]): Said[] {
  const said = inOrder(web?.statements ?? []);
  return [...said, ...newsFrom(own, said).fresh];
}

interface Sources {
  readonly web: readonly SaidPage[];
  readonly words?: PageWords;
}

/** What each file's pages are to be read with: files are found by their bytes, and by their names in the folder. */
export async function saidByFile(
  files: readonly InputFile[],
  { web, words = new Map() }: Sources,
): Promise<ReadonlyMap<InputFile, readonly SaidPage[]>> {
  const found = new Map<InputFile, readonly SaidPage[]>();
  if (web.length + words.size === 0) return found;
  for (const file of files) {
    const said = saidOfFile(file, { hash: await hashInput(file), web, words });
    if (said.length > 0) found.set(file, said);
  }
  return found;
}

/** The corrections that hold of each page of a file with this SHA-256. */
export function saidOfFile(
  { file }: Pick<InputFile, "file">,
  { hash: sha256, web, words = new Map() }: Sources & { readonly hash: string },
): SaidPage[] {
  const inWeb = web.filter((each) => each.sha256 === sha256);
  const ofFile = [...words.values()].flat().filter((word) => word.file === file && word.sha256 === sha256);
  const copied = ofFile.flatMap(({ page, web: { turn, threshold } = {} }): SaidPage[] => {
    return turn === undefined || threshold === undefined ? [] : [{ sha256, page, turn, threshold, statements: [] }];
  });
  // Of a page that was corrected in both, the folder's words are about the page as the folder has read it.
  const pages = new Map([...inWeb, ...copied].map((place) => [pageKey(file, place.page), place]));
  return [...pages.values()].flatMap((place) => {
    const before = inWeb.find(({ page, turn }) => page === place.page && turn === place.turn);
    const said = saidIn(before, wordsAbout({ file, page: place.page, sha256 }, words));
    const statements = foldWords(said).corrections.map(({ statement }) => statement);
    return statements.length === 0 ? [] : [{ ...place, statements }];
  });
}

/** What the recogniser must know to read a page with these corrections. */
export function correctionsBy(statements: readonly DatedStatement[], { predictions }: PageReading): Corrections {
  const read = numberPredictions(predictions, { before: [], last: 0 });
  return correct(read.predictions, inOrder(statements)).corrections;
}
