import { rm } from "node:fs/promises";
import { join } from "node:path";
import { count } from "../../core/basics/texts.ts";
import type { PageCorrections, PagePlace } from "../../core/corrections/corrections-record.ts";
import { DEFAULT_CERTAINTY } from "../../core/rules/certainty.ts";
import { blindNames } from "../../core/rules/students/blind-names.ts";
import { type StudentIdRule, studentIdRule } from "../../core/rules/students/student-id.ts";
import { CommandFailure, commandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { readAsChosen } from "../grading/chosen-readings.ts";
import { claimFolder } from "../grading/claim-folder.ts";
import { compareResults } from "../grading/compare-results.ts";
import { gradeBatch } from "../grading/grade-batch.ts";
import { type GradingRules, pageKey } from "../grading/grade-page.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { type Journal, openJournal, readJournal } from "../grading/journal.ts";
import { findKnownPages } from "../grading/known-pages.ts";
import { type SettledPage, settledCsv, settlementOf } from "../grading/settled-pages.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import { loadAssignments } from "../inputs/load-assignments.ts";
import { correctionsByFile, loadCorrections } from "../inputs/load-corrections.ts";
import { loadDecisions } from "../inputs/load-decisions.ts";
import { type LoadedRoster, loadRoster } from "../inputs/load-roster.ts";
import { loadSettled } from "../inputs/load-settled.ts";
import { loadTask } from "../inputs/load-task.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { type UnpackedInputs, unpackInputs } from "../inputs/unpack-inputs.ts";
import { watchInterruption } from "../interruption.ts";
import { packPage } from "../reading/lazy-page.ts";
import { saidOfPage } from "../reading/messages.ts";
import { type BatchPage, readBatch } from "../reading/read-batch.ts";
import { openReadingPool, type ReadingPool } from "../reading/reading-pool.ts";
import { findResults } from "../results/load-results.ts";
import { RESULT_FILES, SETTLED_FILE, workFolder } from "../results/result-files.ts";
import { writeResults } from "../results/write-results.ts";
import type { Terminal } from "../terminal.ts";
import { decisionLines, gradeLines } from "../views/grading/grade-text.ts";
import { regradeLines } from "../views/grading/regrade-text.ts";
import { jsonText, snakeKeys } from "../views/json.ts";
import { pageDetail } from "../views/page-detail.ts";
import { startProgress } from "../views/progress.ts";

export interface GradeOptions {
  readonly task: string;
  readonly roster?: string;
  readonly restoreZeros?: boolean;
  readonly out: string;
  readonly jobs?: number;
  readonly resume?: boolean;
  readonly json?: boolean;
  /** A CSV file that says whose pages are. */
  readonly assign?: string;
  /** A `corrections.json`: what people have corrected of the pages. */
  readonly corrections?: string;
  /** Percent. */
  readonly certainty?: number;
  readonly decisions?: string;
  readonly preview?: boolean;
  readonly hideNames?: boolean;
}

interface Surroundings {
  readonly terminal: Terminal;
  readonly workerUrl: URL;
}

/** `circuitgrade grade PATH… --task task.json`: grades a batch and writes its results into a folder. */
export async function runGrade(
  paths: readonly string[],
  options: GradeOptions,
  { terminal, workerUrl }: Surroundings,
): Promise<ExitCode> {
  const task = await loadTask(options.task, terminal);
  const ids = studentIdRule(task.student_id_pattern);
  const { roster: list, restoreZeros: restoresZeros } = options;
  const roster = list === undefined ? null : await loadRoster(list, { task, restoresZeros, terminal, workerUrl });
  const rules: GradingRules = {
    task,
    roster: roster?.students ?? null,
    keys: process.env.TEMPLATE_SECRET ? [process.env.TEMPLATE_SECRET] : [],
    certainty: options.certainty ?? DEFAULT_CERTAINTY,
    ...(options.decisions !== undefined && { decisions: await loadDecisions(options.decisions) }),
    ...(options.assign !== undefined && { assignments: await loadAssignments(options.assign, ids) }),
  };
  const { pages: corrections, chosen } =
    options.corrections === undefined ? { pages: [], chosen: [] } : await loadCorrections(options.corrections);
  const inputs = await requireInputs(paths, { terminal, without: [options.out] });
  const release = options.preview ? () => undefined : await claimFolder(options.out);
  const interruption = watchInterruption();
  let pool: ReadingPool | null = null;
  let unpacked: UnpackedInputs | null = null;
  try {
    // A review of the results shows these pages, too.
    const folder = options.preview ? undefined : workFolder(options.out).unpacked;
    unpacked = await unpackInputs(inputs, { terminal, folder });
    const settled = await takeSettled(options, { terminal, ids });
    pool = await openReadingPool({ workerUrl, jobs: options.jobs });
    const read = await readPages(unpacked.files, { pool, options, corrections, signal: interruption.signal, terminal });
    // Results need the memory that the workers take.
    await pool.close();
    const pages = readAsChosen(read, { settled, chosen });
    const record = gradeBatch(pages, { ...rules, settled, model: pool.model });
    for (const line of settledWarnings(record, settled)) terminal.warn(line);
    if (options.preview) {
      // Pages that were not reached would look as if their points were lost.
      if (interruption.signal.aborted) return EXIT.interrupted;
      await previewResults(record, { rules, options, terminal });
      return exitCodeOf(record, roster);
    }
    const hideNames = options.hideNames ? blindNames(rules.task.template_key ?? rules.task.id) : undefined;
    await writeResults(record, { out: options.out, pages, hideNames });
    if (options.json) terminal.data(jsonText(record));
    const unused = unusedPages([...corrections, ...chosen], pages);
    if (unused > 0) terminal.warn(`${options.corrections}: ${count(unused, "page")} of it not in this run`);
    for (const page of unknownPages(rules, pages)) terminal.warn(`${options.assign}: there is no ${page} in this run`);
    const interrupted = interruption.signal.aborted;
    for (const line of decisionLines(record, rules)) terminal.say(line);
    for (const line of gradeLines(record, { out: options.out, interrupted })) terminal.say(line);
    return interrupted ? EXIT.interrupted : exitCodeOf(record, roster);
  } catch (error) {
    throw options.preview ? error : withWayOn(error);
  } finally {
    interruption.dispose();
    await pool?.close();
    await unpacked?.remove();
    release();
  }
}

/** A full disk costs no page that was read. */
function withWayOn(error: unknown): unknown {
  const failure = commandFailure(error);
  if (failure?.exitCode !== EXIT.diskFull) return error;
  return new CommandFailure(EXIT.diskFull, `${failure.message} With --resume it keeps the pages that it has read.`);
}

/**
 * What a person has settled of the folder's pages, kept in its `settled.csv`. A run that would begin from nothing is
 * refused if there is such work.
 */
async function takeSettled(
  { out, resume, preview }: GradeOptions,
  { terminal, ids }: { terminal: Terminal; ids: StudentIdRule },
): Promise<ReadonlyMap<string, SettledPage>> {
  const { pages, fresh } = await loadSettled(out, ids);
  if (pages.size === 0) return pages;
  if (!resume && !preview) {
    const message =
      `${out} holds what a person has decided about ${count(pages.size, "page")} (${RESULT_FILES.review}, ${SETTLED_FILE}). ` +
      "Add --resume to keep it, or name another folder with --out.";
    throw new CommandFailure(EXIT.usage, message);
  }
  if (fresh > 0) terminal.say(`Taken from ${join(out, RESULT_FILES.review)}: ${count(fresh, "page")}`);
  if (!preview && fresh > 0) await writeWhole(join(out, SETTLED_FILE), settledCsv(pages.values()));
  return pages;
}

/** Grades above those of the keys, and pages whose pictures have changed since a person looked at them. */
function settledWarnings({ files }: GradeRecord, settled: ReadonlyMap<string, SettledPage>): string[] {
  return files.flatMap((page) => {
    const said = settled.get(pageKey(page.file, page.page));
    if (said === undefined) return [];
    const place = page.page > 1 ? `${page.file}, page ${page.page}` : page.file;
    if (settlementOf(page, said) === undefined) {
      return [`! ${place} has changed since a person settled it: what was said no longer counts`];
    }
    const isAbove = said.grade !== null && page.maximum !== null && said.grade > page.maximum;
    return isAbove ? [`! ${place}: ${said.grade} points are more than the ${page.maximum} of its keys`] : [];
  });
}

/** The result of the decisions, and what would change compared with the results in the folder. */
async function previewResults(
  record: GradeRecord,
  { rules, options, terminal }: { rules: GradingRules; options: GradeOptions; terminal: Terminal },
): Promise<void> {
  const earlier = await findResults(options.out);
  const plan = earlier && compareResults(earlier, record);
  const changes =
    plan === null ? [`There are no results in ${options.out} yet that could change.`] : regradeLines(plan);
  const lines = [...decisionLines(record, rules), ...changes];
  // With --json the plan is the data, and the words about it are only words.
  if (options.json) for (const line of lines) terminal.say(line);
  else terminal.data(lines.map((line) => `${line}\n`).join(""));
  if (options.json) terminal.data(jsonText(snakeKeys({ schema_version: 1, regrade: plan })));
  terminal.say("Nothing was written: run the same command without --preview to write these grades.");
}

interface Reading {
  readonly pool: ReadingPool;
  readonly corrections: readonly PageCorrections[];
  readonly options: GradeOptions;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
}

/**
 * Reads the pages that no earlier run has read, and records each in the journal as soon as it is read. A preview reuses
 * what it can and leaves nothing behind.
 */
async function readPages(
  files: readonly InputFile[],
  { pool, options, corrections, signal, terminal }: Reading,
): Promise<BatchPage[]> {
  const { thumbnails } = workFolder(options.out);
  const journal = await batchJournal(options, pool.model);
  const corrected = await correctionsByFile(files, corrections);
  const known = await findKnownPages(files, { journal, thumbnails, corrections: corrected });
  if (known.size > 0) terminal.say(`Reused from an earlier run: pages of ${known.size} of ${files.length} files`);
  const progress = await startProgress(terminal, "Grading");
  try {
    return await readBatch(files, {
      pool,
      signal,
      pictures: () => (options.preview ? {} : { thumbnails }),
      corrections: (file) => corrected.get(file) ?? [],
      known: (file) => known.get(file) ?? { pages: [], complete: false },
      keep: journal.addPage,
      onPage: (result, file) => terminal.detail(pageDetail(result, file)),
      onProgress: progress.update,
    });
  } finally {
    progress.end();
  }
}

/** The journal of earlier runs to continue, or an empty one. */
async function batchJournal({ out, preview, resume = false }: GradeOptions, model: string): Promise<Journal> {
  const { journal, thumbnails, sources } = workFolder(out);
  if (preview) return { known: readJournal(journal, model), addPage: packPage };
  // Not the whole folder: the lock file is in it.
  const earlier = resume ? [] : [journal, thumbnails, sources];
  for (const path of earlier) await rm(path, { recursive: true, force: true });
  return openJournal(journal, { model, resume });
}

function exitCodeOf({ summary }: GradeRecord, roster: LoadedRoster | null): ExitCode {
  const { pages, review, failed, set_aside: setAside } = summary;
  if (failed === pages - setAside) return EXIT.nothing;
  return review + failed > 0 || roster?.isWhole === false ? EXIT.review : EXIT.ok;
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
