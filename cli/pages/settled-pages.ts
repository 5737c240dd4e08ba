import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { foldWords, holding } from "../../core/page-record/fold.ts";
import type { GivenGrade, Statement } from "../../core/page-record/statement.ts";
import { type Columns, tableCsv } from "../../core/rules/files/write-csv.ts";
import type { PageLook } from "../../core/verdict/evidence.ts";
import { type NamedReading, namedReading } from "../../core/verdict/named-reading.ts";
import { writeWhole } from "../files.ts";
import { SETTLED_FILE } from "../results/result-files.ts";
import { keepWords, type PagePicture, type PageWord, type PageWords, withWords } from "./page-words.ts";

/** What a person has said of one page: whose it is, what it is worth, or that it is no answer. A line of `settled.csv`. */
export interface SettledPage extends PagePicture {
  /** Both or neither: null if nothing was said about whose page it is. */
  readonly studentId: string | null;
  readonly item: number | null;
  /** Null: none was given. */
  readonly grade: number | null;
  /** The name of the reading that is right, of those that the page was asked about; empty: none was chosen. */
  readonly reading: string;
  /** Empty: none. */
  readonly comment: string;
  readonly ignore: boolean;
}

/** So that no spreadsheet takes the digits for a number. */
export const PICTURE_PREFIX = "sha256:";
/** The same for readings, which have names of digits and letters. */
export const READING_PREFIX = "circuit:";

/** Of `settled.csv`. */
export const SETTLED_COLUMNS: Columns<SettledPage> = {
  file: ({ file }) => file,
  page: ({ page }) => page,
  student_id: ({ studentId }) => studentId,
  item: ({ item }) => item,
  grade: ({ grade }) => grade,
  reading: ({ reading }) => reading && `${READING_PREFIX}${reading}`,
  comment: ({ comment }) => comment,
  ignore: ({ ignore }) => (ignore ? "yes" : ""),
  picture: ({ sha256 }) => `${PICTURE_PREFIX}${sha256}`,
};

/** `settled.csv`: a line for each page that a person has settled. Without its line a page is in the queue again. */
export function settledCsv(pages: readonly SettledPage[]): string {
  const settled = pages.filter(({ studentId, item, grade, reading, comment, ignore }) => {
    return ignore || studentId !== null || item !== null || grade !== null || reading + comment !== "";
  });
  return tableCsv(settled, SETTLED_COLUMNS);
}

/**
 * Adds words to those of the folder `out`, and shows in its `settled.csv` what all come to; returns all. The list is
 * written first: of a run that was killed in between, the next one says again what the record lacks. The other way
 * round, a missing line would take back what was just said.
 */
export async function keepSaid(
  out: string,
  { words, more }: { readonly words: PageWords; readonly more: readonly PageWord[] },
): Promise<PageWords> {
  const after = withWords(words, more);
  await writeWhole(join(out, SETTLED_FILE), settledCsv([...after.values()].map(settledPage)));
  await keepWords(out, more);
  return after;
}

/** What the words about a page, of which there are some, come to: those about its last picture. */
export function settledPage(said: readonly PageWord[]): SettledPage {
  const { file, page, sha256 } = said.at(-1)!;
  const { owner, ignored, choice, grade } = foldWords(said.filter((word) => word.sha256 === sha256));
  return {
    file,
    page,
    sha256,
    studentId: owner?.studentId ?? null,
    item: owner?.item ?? null,
    grade: grade.totalGrade,
    reading: choice?.statement.name ?? "",
    comment: grade.comment ?? "",
    ignore: ignored,
  };
}

/**
 * What must be said of a page, of which this was said, so that it is settled like that; null: not at all. `looks` are what
 * the page may show.
 */
export function settlingStatements(
  said: readonly PageWord[],
  settled: SettledPage | null,
  looks: readonly PageLook[] = [],
): Statement[] {
  if (said.length > 0 && settled !== null && isDeepStrictEqual(settledPage(said), settled)) return [];
  const sha256 = settled?.sha256 ?? said.at(-1)?.sha256;
  const held = holding(said).filter((word) => word.sha256 === sha256 && SETTLING.has(word.statement.kind));
  const wanted = settled === null ? [] : statementsOf(settled, readingOf(settled, { held, looks }));
  const gone = held.filter(({ statement }) => !wanted.some((each) => isSame(each, statement)));
  const fresh = wanted.filter((each) => !held.some(({ statement }) => isSame(each, statement)));
  return [...gone.map(({ number }) => ({ kind: "take-back" as const, number })), ...fresh];
}

/** What a line of `settled.csv` can say; corrections of a reading are no part of it. */
const SETTLING: ReadonlySet<Statement["kind"]> = new Set(["owner", "ignore", "grade", "choice"]);

interface Readings {
  readonly held: readonly PageWord[];
  readonly looks: readonly PageLook[];
}

/** The reading that a person chose, if the page may show it, or did when it was chosen. */
function readingOf({ reading: name }: SettledPage, { held, looks }: Readings): NamedReading | null {
  if (name === "") return null;
  const before = held.map(({ statement }) => statement).find((each) => each.kind === "choice" && each.name === name);
  return before?.kind === "choice" ? before : namedReading(looks, name);
}

function statementsOf(settled: SettledPage, chosen: NamedReading | null): Statement[] {
  const { studentId, item, grade: totalGrade, reading: name, comment, ignore } = settled;
  const grade: GivenGrade = { graded: totalGrade !== null, totalGrade, comment: comment || null };
  const hasGrade = totalGrade !== null || comment !== "";
  return [
    ...(studentId !== null && item !== null ? [{ kind: "owner" as const, owner: { studentId, item } }] : []),
    ...(ignore ? [{ kind: "ignore" as const }] : []),
    ...(chosen
      ? [{ kind: "choice" as const, name, text: chosen.text, netlist: chosen.netlist, grade }]
      : hasGrade
        ? [{ kind: "grade" as const, grade }]
        : []),
  ];
}

function isSame(a: Statement, b: Statement): boolean {
  const ofChoice = (statement: Statement) =>
    statement.kind === "choice" ? { ...statement, netlist: null } : statement;
  return isDeepStrictEqual(ofChoice(a), ofChoice(b));
}
