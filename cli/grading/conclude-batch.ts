import { count } from "../../core/basics/texts.ts";
import type { PagePlace } from "../../core/corrections/correction-schemas.ts";
import { foldWords, holding } from "../../core/page-record/fold.ts";
import { readAs } from "../../core/reading/read-as.ts";
import { blindNames } from "../../core/rules/students/blind-names.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { pageName } from "../pages/page-name.ts";
import { type PageWords, pageKey, saidIn, wordsAbout } from "../pages/page-words.ts";
import { settledPage } from "../pages/settled-pages.ts";
import { packPage } from "../reading/lazy-page.ts";
import { type SaidPage, saidOfPage } from "../reading/messages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { writeResults } from "../results/write-results.ts";
import type { Terminal } from "../terminal.ts";
import { decisionLines, gradeLines } from "../views/grading/grade-text.ts";
import { jsonText } from "../views/json.ts";
import type { BatchSettings } from "./batch-settings.ts";
import { gradeBatch } from "./grade-batch.ts";
import type { GradingRules } from "./grade-page.ts";
import type { GradeRecord } from "./grade-record.ts";

/** A batch whose pages are graded. */
export interface GradedBatch {
  readonly settings: BatchSettings;
  /** Each as a person has said that it is to be read. */
  readonly pages: readonly BatchPage[];
  readonly record: GradeRecord;
}

/** Grades the pages that were read, and warns of what a person has settled that no longer counts. */
export function gradedBatch(
  read: readonly BatchPage[],
  batch: {
    readonly settings: BatchSettings;
    readonly words: PageWords;
    readonly model: string;
    readonly terminal: Terminal;
  },
): GradedBatch {
  const { settings, words, model, terminal } = batch;
  const pages = readAsChosen(read, { words, web: settings.web });
  const record = gradeBatch(pages, { ...settings.rules, words, model });
  for (const line of settledWarnings(record, words)) terminal.warn(line);
  return { settings, pages, record };
}

interface Choices {
  readonly words: PageWords;
  /** What was said in the web; what is said in the folder comes after it. */
  readonly web?: readonly SaidPage[];
}

/** The pages, each read as a person has said that it is to be read. */
export function readAsChosen(pages: readonly BatchPage[], { words, web = [] }: Choices): readonly BatchPage[] {
  return pages.map((page) => {
    const { file, result } = page;
    const picture = { file: file.file, page: result.page, sha256: result.fileHash };
    const said = saidIn(saidOfPage(result, web), wordsAbout(picture, words));
    const { choice } = foldWords(said);
    if (choice === null || result.reading === null) return { ...page, said };
    const reading = readAs(result.reading, choice.statement.netlist);
    return { file, result: packPage({ ...result, reading }), said };
  });
}

/** Writes a batch's results into the folder `out` and says what they are. */
export async function concludeBatch(
  { settings, pages, record }: GradedBatch,
  to: { readonly out: string; readonly json?: boolean; readonly interrupted?: boolean; readonly terminal: Terminal },
): Promise<ExitCode> {
  const { rules, web, lists, wholeRoster } = settings;
  const { out, json, interrupted = false, terminal } = to;
  const hideNames = settings.hideNames ? blindNames(rules.task.template_key ?? rules.task.id) : undefined;
  await writeResults(record, { out, pages, hideNames });
  if (json) terminal.data(jsonText(record));
  const unused = unusedPages(web, pages);
  if (unused > 0) terminal.warn(`${lists.corrections}: ${count(unused, "page")} of it not in this run`);
  for (const page of unknownPages(rules, pages)) terminal.warn(`${lists.assign}: there is no ${page} in this run`);
  for (const line of decisionLines(record, rules)) terminal.say(line);
  for (const line of gradeLines(record, { out, interrupted })) terminal.say(line);
  return interrupted ? EXIT.interrupted : exitCodeOf(record, wholeRoster);
}

export function exitCodeOf({ summary }: GradeRecord, wholeRoster: boolean): ExitCode {
  const { pages, review, failed, set_aside: setAside } = summary;
  if (failed === pages - setAside) return EXIT.nothing;
  return review + failed > 0 || !wholeRoster ? EXIT.review : EXIT.ok;
}

/**
 * Settled pages that are not in this run, grades above those of the keys, and pages whose pictures have changed since a
 * person looked at them.
 */
function settledWarnings({ files }: GradeRecord, words: PageWords): string[] {
  const known = new Set(files.map(({ file }) => file));
  const gone = [...words.values()].filter((said) => holding(said).length > 0 && !known.has(said[0]!.file));
  const example = gone[0]?.[0]?.file;
  const missing = `! What a person said of ${count(gone.length, "page")} does not count, as this run has no ${example}. If the pages are here, name their folder as before.`;
  const others = files.flatMap((page) => {
    const said = words.get(pageKey(page.file, page.page));
    if (said === undefined || holding(said).length === 0) return [];
    const place = pageName(page.file, page.page);
    const { sha256, grade } = settledPage(said);
    if (sha256 !== page.sha256) {
      return [`! ${place} has changed since a person settled it: what was said no longer counts`];
    }
    const isAbove = grade !== null && page.maximum !== null && grade > page.maximum;
    return isAbove ? [`! ${place}: ${grade} points are more than the ${page.maximum} of its keys`] : [];
  });
  return gone.length > 0 ? [missing, ...others] : others;
}

/** How many pages of a list of corrections are not among those that were read. */
function unusedPages(listed: readonly PagePlace[], pages: readonly BatchPage[]): number {
  const keyOf = ({ sha256, page, turn }: PagePlace) => `${sha256} ${page} ${turn}`;
  const places = new Set(listed.map(keyOf));
  for (const { result } of pages) {
    const said = saidOfPage(result, listed);
    if (said !== undefined) places.delete(keyOf(said));
  }
  return places.size;
}

/** Assigned pages that do not exist. */
function unknownPages({ assignments }: GradingRules, pages: readonly BatchPage[]): string[] {
  const known = new Set(pages.map(({ file, result }) => pageKey(file.file, result.page)));
  return [...(assignments?.keys() ?? [])]
    .filter((key) => !known.has(key))
    .map((key) => key.replace(/ (\d+)$/, ", page $1"));
}
