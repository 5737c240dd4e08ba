import { appendFile, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { groupBy } from "../../core/basics/group-by.ts";
import { nullWhereMissing } from "../../core/basics/null-where-missing.ts";
import type { Corrections } from "../../core/corrections/correct-marks.ts";
import { correct, foldWords, numberPredictions } from "../../core/page-record/fold.ts";
import { inOrder, newsFrom } from "../../core/page-record/merge.ts";
import type { DatedStatement, Said, Statement } from "../../core/page-record/statement.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { makeFolder } from "../files.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import type { SaidPage } from "../reading/messages.ts";
import { workFolder } from "../results/result-files.ts";

/** A page of a folder of results, with the SHA-256 of its file's bytes, hex. */
export interface PagePicture {
  readonly file: string;
  /** In the file, from 1. */
  readonly page: number;
  readonly sha256: string;
}

/** A statement about a page of a folder. It counts for this picture only, whatever has the file's name later. */
export interface PageWord extends Said, PagePicture {
  /** When it was said. */
  readonly at: number;
  /** The page in the web from which it was copied. */
  readonly web?: { readonly file: string } & Partial<Pick<SaidPage, "turn" | "threshold">>;
}

/** What was said of the pages of a folder, each page's in its order, by `pageKey`. */
export type PageWords = ReadonlyMap<string, readonly PageWord[]>;

/** Identifies a page in a list. */
export function pageKey(file: string, page: number): string {
  return `${file} ${page}`;
}

/** What was said of a page, if the last words are about this picture. */
export function wordsAbout({ file, page, sha256 }: PagePicture, words: PageWords | undefined): readonly PageWord[] {
  const said = words?.get(pageKey(file, page)) ?? [];
  return said.at(-1)?.sha256 === sha256 ? said.filter((word) => word.sha256 === sha256) : [];
}

/** What was said of the pages of the folder `out`; empty if it holds no words. */
export async function loadWords(out: string): Promise<PageWords> {
  // Words that cannot be read must not be taken for none.
  const text = await readFile(workFolder(out).statements, "utf8").catch(nullWhereMissing);
  const words = (text ?? "").split("\n").flatMap((line): PageWord[] => {
    try {
      return [JSON.parse(line) as PageWord];
    } catch {
      return [];
    }
  });
  return byPage(words);
}

/** These statements as the next ones about a page. */
export function nextWords(
  { file, page, sha256 }: PagePicture,
  statements: readonly Statement[],
  { words, at }: { readonly words: PageWords; readonly at: number },
): PageWord[] {
  const last = words.get(pageKey(file, page))?.at(-1)?.number ?? 0;
  return statements.map((statement, index) => ({ file, page, sha256, number: last + index + 1, at, statement }));
}

/** Adds words to those of the folder `out`: nothing in its record is ever changed or removed. */
export async function keepWords(out: string, more: readonly PageWord[]): Promise<void> {
  const path = workFolder(out).statements;
  await makeFolder(dirname(path));
  // An earlier run may have left half a line.
  await appendFile(path, ["", ...more.map((word) => JSON.stringify(word)), ""].join("\n"), { mode: 0o600 });
}

/** The words with more of them. */
export function withWords(words: PageWords, more: readonly PageWord[]): PageWords {
  return byPage([...[...words.values()].flat(), ...more]);
}

function byPage(words: readonly PageWord[]): PageWords {
  return groupBy(words, ({ file, page }) => pageKey(file, page));
}

/** All that was said of a page, in its order: in the web, then what only the folder has. */
export function saidIn(web: Pick<SaidPage, "statements"> | undefined, own: readonly Said[]): Said[] {
  const said = inOrder(web?.statements ?? []);
  return [...said, ...newsFrom(own, said).fresh];
}

/** Where it was said: in the web, and in the folder. */
export interface SaidSources {
  readonly web: readonly SaidPage[];
  readonly words?: PageWords;
}

/** What each page of a file with this SHA-256 is to be read with; in the folder a file is also known by its name. */
export function saidOfFile(
  { file }: Pick<InputFile, "file">,
  { hash: sha256, web, words = new Map() }: SaidSources & { readonly hash: string },
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
