import { rm } from "node:fs/promises";
import { join } from "node:path";
import { count } from "../../core/basics/texts.ts";
import { studentIdRule } from "../../core/rules/students/student-id.ts";
import type { Surroundings } from "../act.ts";
import { CommandFailure, commandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { loadSettings, type SettingOptions } from "../grading/batch-settings.ts";
import { claimFolder } from "../grading/claim-folder.ts";
import { compareResults } from "../grading/compare-results.ts";
import { concludeBatch, exitCodeOf, gradedBatch } from "../grading/conclude-batch.ts";
import type { GradingRules } from "../grading/grade-page.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { type Journal, openJournal, readJournal } from "../grading/journal.ts";
import { findKnownPages } from "../grading/known-pages.ts";
import { finishPart, startPart } from "../grading/part-record.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import { requireDecisionsTaken } from "../inputs/load-decisions.ts";
import { loadSettled, type SettledPages } from "../inputs/load-settled.ts";
import { loadTask } from "../inputs/load-task.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { type UnpackedInputs, unpackInputs } from "../inputs/unpack-inputs.ts";
import { watchInterruption } from "../interruption.ts";
import { loadWords, nextWords, type PageWords, pageKey, type SaidSources, withWords } from "../pages/page-words.ts";
import { keepSaid, type SettledPage, settlingStatements } from "../pages/settled-pages.ts";
import { packPage } from "../reading/lazy-page.ts";
import type { Part } from "../reading/part.ts";
import { type BatchPage, type KnownPages, readBatch } from "../reading/read-batch.ts";
import { openReadingPool, type ReadingPool } from "../reading/reading-pool.ts";
import { findResults } from "../results/load-results.ts";
import { RESULT_FILES, SETTLED_FILE, workFolder } from "../results/result-files.ts";
import type { Terminal } from "../terminal.ts";
import { decisionLines, partLine } from "../views/grading/grade-text.ts";
import { regradeLines } from "../views/grading/regrade-text.ts";
import { jsonText, snakeKeys } from "../views/json.ts";
import { pageDetail } from "../views/page-detail.ts";
import { startProgress } from "../views/progress.ts";

interface GradeOptions extends SettingOptions {
  readonly task: string;
  readonly out: string;
  readonly jobs?: number;
  readonly resume?: boolean;
  readonly json?: boolean;
  readonly preview?: boolean;
  /** Only these pages are read, for `circuitgrade merge`. */
  readonly part?: Part;
}

/** `circuitgrade grade PATH… --task task.json`: grades a batch and writes its results into a folder. */
export async function runGrade(
  paths: readonly string[],
  options: GradeOptions,
  { terminal, ...installation }: Surroundings,
): Promise<ExitCode> {
  const task = await loadTask(options.task, terminal);
  const settings = await loadSettings(options, { task, terminal, ...installation });
  const inputs = await requireInputs(paths, { terminal, without: [options.out] });
  const { out, part, preview } = options;
  const release = preview ? () => undefined : await claimFolder(out);
  const interruption = watchInterruption();
  let pool: ReadingPool | null = null;
  let unpacked: UnpackedInputs | null = null;
  let isRead = false;
  try {
    if (part !== undefined) await startPart(out, part);
    const ids = studentIdRule(task.student_id_pattern);
    requireResume(await loadSettled(out, ids), options);
    if (!preview) await requireDecisionsTaken(out, { taken: settings.rules.decisions, terminal });
    // A review of the results shows these pages, too. A run that is refused leaves them.
    unpacked = await unpackInputs(inputs, { terminal, folder: preview ? undefined : workFolder(out).unpacked });
    const { files } = unpacked;
    // A part is read as all machines read it.
    const before: PageWords = part === undefined ? await loadWords(out) : new Map();
    pool = await openReadingPool({ ...installation, jobs: options.jobs });
    const { model } = pool;
    const { signal } = interruption;
    const journal = await batchJournal(options, model);
    const known = await findKnown(files, { journal, options, web: settings.web, words: before });
    const read = await readPages(files, { pool, journal, known, options, signal, terminal });
    isRead = true;
    // Results need the memory that the workers take.
    await pool.close();
    if (part !== undefined) {
      if (!signal.aborted) await finishPart(out, { ...part, known, read, settings, model });
      terminal.say(partLine(part, { out, pages: read.length, interrupted: signal.aborted }));
      return signal.aborted ? EXIT.interrupted : EXIT.ok;
    }
    // Not earlier: a person may have filled in lines while pages were read.
    const settled = await loadSettled(options.out, ids);
    const { fresh } = settled;
    if (fresh > 0) terminal.say(`Taken from ${join(options.out, RESULT_FILES.review)}: ${count(fresh, "page")}`);
    const words = await saySettled(settled.pages, { before, read, options });
    const graded = gradedBatch(read, { settings, words, model, terminal });
    if (options.preview) {
      // Pages that were not reached would look as if their points were lost.
      if (signal.aborted) return EXIT.interrupted;
      await previewResults(graded.record, { rules: settings.rules, options, terminal });
      return exitCodeOf(graded.record, settings.wholeRoster);
    }
    return await concludeBatch(graded, { ...options, interrupted: signal.aborted, terminal });
  } catch (error) {
    throw options.preview ? error : withWayOn(error, isRead);
  } finally {
    interruption.dispose();
    await pool?.close();
    await unpacked?.remove();
    release();
  }
}

/** Neither a full disk nor a list that was spoiled meanwhile costs a page that was read. */
function withWayOn(error: unknown, isRead: boolean): unknown {
  const failure = commandFailure(error);
  if (failure?.exitCode !== EXIT.diskFull && !(isRead && failure?.exitCode === EXIT.usage)) return error;
  return new CommandFailure(failure.exitCode, `${failure.message} With --resume it keeps the pages that it has read.`);
}

/** A run that would begin from nothing is refused if a person has settled some of the folder's pages. */
function requireResume({ pages }: SettledPages, { out, resume, preview }: GradeOptions): void {
  if (pages.size === 0 || resume || preview) return;
  const message =
    `${out} holds what a person has decided about ${count(pages.size, "page")} (${RESULT_FILES.review}, ${SETTLED_FILE}). ` +
    "Add --resume to keep it, or name another folder with --out.";
  throw new CommandFailure(EXIT.usage, message);
}

interface Saying {
  /** What was said before. */
  readonly before: PageWords;
  readonly read: readonly BatchPage[];
  readonly options: GradeOptions;
}

/** Says in the folder's record what its lists say since. A preview leaves the folder as it is. */
async function saySettled(
  settled: ReadonlyMap<string, SettledPage>,
  { before: words, read, options: { out, preview } }: Saying,
): Promise<PageWords> {
  const results = new Map(read.map(({ file, result }) => [pageKey(file.file, result.page), result]));
  const at = Date.now();
  const more = [...new Set([...words.keys(), ...settled.keys()])].flatMap((key) => {
    const said = words.get(key) ?? [];
    const wanted = settled.get(key) ?? null;
    const statements = settlingStatements(said, wanted, results.get(key)?.reading?.looks);
    return nextWords(wanted ?? said.at(-1)!, statements, { words, at });
  });
  return preview || more.length === 0 ? withWords(words, more) : keepSaid(out, { words, more });
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

interface Finding extends SaidSources {
  readonly journal: Journal;
  readonly options: GradeOptions;
}

/** What is known of each file. Of files that nobody knows, only a part needs their bytes before they are read. */
async function findKnown(
  files: readonly InputFile[],
  { options: { out, part }, ...by }: Finding,
): Promise<ReadonlyMap<InputFile, KnownPages>> {
  const isNew = by.journal.known.size + by.web.length + (by.words?.size ?? 0) === 0;
  return isNew && part === undefined
    ? new Map()
    : findKnownPages(files, { ...by, thumbnails: workFolder(out).thumbnails });
}

interface Reading {
  readonly pool: ReadingPool;
  readonly journal: Journal;
  readonly known: ReadonlyMap<InputFile, KnownPages>;
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
  { pool, journal, known, options: { out, part, preview }, signal, terminal }: Reading,
): Promise<BatchPage[]> {
  const reused = [...known.values()].filter(({ pages }) => pages.length > 0).length;
  if (reused > 0) terminal.say(`Reused from an earlier run: pages of ${reused} of ${files.length} files`);
  const progress = await startProgress(terminal, "Grading");
  try {
    return await readBatch(files, {
      pool,
      signal,
      known,
      part,
      pictures: () => (preview ? {} : { thumbnails: workFolder(out).thumbnails }),
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
  const { journal, thumbnails, sources, part } = workFolder(out);
  if (preview) return { known: readJournal(journal, model), addPage: packPage };
  // Not the whole folder: the lock file is in it.
  const earlier = resume ? [] : [journal, thumbnails, sources, part];
  for (const path of earlier) await rm(path, { recursive: true, force: true });
  return openJournal(journal, { model, resume });
}
