import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sum } from "../../core/basics/numbers.ts";
import { count } from "../../core/basics/texts.ts";
import { copiesByItem } from "../../core/similarity/copies/copies-by-item.ts";
import { copiesCsv } from "../../core/similarity/copies/copies-csv.ts";
import { type KeptDrawing, writeDrawings } from "../../core/similarity/copies/drawings-file.ts";
import { USUAL_CHANCE } from "../../core/similarity/copies/find-copies.ts";
import { looksCopied } from "../../core/similarity/copies/pair-words.ts";
import { type ComparedDrawing, comparedDrawings } from "../copies/compared-drawing.ts";
import { type CopyReport, copiesHtml, copiesText } from "../copies/copy-report.ts";
import { keptDrawingsOf, loadKeptDrawings } from "../copies/load-drawings.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { type Interruption, watchInterruption } from "../interruption.ts";
import { readBatch } from "../reading/read-batch.ts";
import { type Installation, openReadingPool } from "../reading/reading-pool.ts";
import { RESULT_FILES } from "../results/result-files.ts";
import type { Terminal } from "../terminal.ts";
import { jsonText } from "../views/json.ts";
import { startProgress } from "../views/progress.ts";

export interface CopiesOptions {
  readonly earlier?: readonly string[];
  readonly chance?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly jobs?: number;
}

interface Surroundings extends Installation {
  readonly terminal: Terminal;
}

/**
 * `circuitgrade copies PATH…`: pairs and groups of drawings that look copied; exit code 1 if there are any, for a
 * person to look. A path is a page, a folder of pages, or a folder with the `drawings.json` that `grade` and `copies
 * --out` write.
 */
export async function runCopies(
  paths: readonly string[],
  options: CopiesOptions,
  surroundings: Surroundings,
): Promise<ExitCode> {
  const { terminal } = surroundings;
  const interruption = watchInterruption();
  try {
    const fresh = await drawingsOf(paths, { options, surroundings, interruption });
    const earlier: ComparedDrawing[] = [];
    for (const folder of options.earlier ?? []) {
      const { kept } = await drawingsOf([folder], { options, surroundings, interruption });
      earlier.push(...comparedDrawings(kept, folder));
    }
    if (interruption.signal.aborted) return EXIT.interrupted;
    const drawings = comparedDrawings(fresh.kept, null);
    const items = copiesByItem(drawings, { earlier, chance: options.chance ?? USUAL_CHANCE });
    const known = new Map([...drawings, ...earlier].map((drawing) => [drawing.circuit.id, drawing]));
    const report: CopyReport = { items, drawings: known };
    if (options.out !== undefined) await writeReport(report, { out: options.out, kept: fresh.kept });
    if (options.json) terminal.data(jsonText(contractOf(items, fresh.failed)));
    else terminal.data(copiesText(report, terminal.style));
    for (const { file, message } of fresh.failed) terminal.warn(`! ${file}: ${message}`);
    const copied = sum(items.map((item) => item.pairs.filter(looksCopied).length));
    const alike = sum(items.map((item) => item.pairs.length)) - copied;
    const different = alike === 0 ? "" : `, ${count(alike, "pair")} alike with different circuits`;
    const others = earlier.length > 0 ? ` and compared with ${count(earlier.length, "earlier one")}` : "";
    terminal.say(
      `${count(drawings.length, "drawing")} compared${others}, ${count(copied, "pair")} ${copied === 1 ? "looks" : "look"} copied${different}, ${fresh.failed.length} failed`,
    );
    if (drawings.length === 0) return EXIT.nothing;
    return copied + alike + fresh.failed.length > 0 ? EXIT.review : EXIT.ok;
  } finally {
    interruption.dispose();
  }
}

interface Drawings {
  readonly kept: readonly KeptDrawing[];
  readonly failed: readonly { readonly file: string; readonly message: string }[];
}

interface Loading {
  readonly options: CopiesOptions;
  readonly surroundings: Surroundings;
  readonly interruption: Interruption;
}

/** Uses the drawings that folders keep, and reads the rest. */
async function drawingsOf(paths: readonly string[], loading: Loading): Promise<Drawings> {
  const kept: KeptDrawing[] = [];
  const toRead: string[] = [];
  for (const path of paths) {
    const isFolder = await stat(path).then(
      (info) => info.isDirectory(),
      () => false,
    );
    const known = isFolder ? await loadKeptDrawings(path) : null;
    if (known === null) toRead.push(path);
    else kept.push(...known);
  }
  if (toRead.length === 0) return { kept, failed: [] };
  const read = await readDrawings(toRead, loading);
  return { kept: [...kept, ...read.kept], failed: read.failed };
}

async function readDrawings(
  paths: readonly string[],
  { options, surroundings: { terminal, ...installation }, interruption }: Loading,
): Promise<Drawings> {
  const files = await requireInputs(paths, { terminal, ...(options.out && { without: [options.out] }) });
  const progress = await startProgress(terminal, "Reading");
  const pool = await openReadingPool({ ...installation, jobs: options.jobs });
  try {
    const pages = await readBatch(files, {
      pool,
      signal: interruption.signal,
      pictures: () => ({}),
      onProgress: progress.update,
    });
    const failed = pages.flatMap(({ file, result }) => {
      if (result.reading !== null) return [];
      return [{ file: file.file, message: result.failure?.message ?? "not read" }];
    });
    return { kept: keptDrawingsOf(pages), failed };
  } finally {
    progress.end();
    await pool.close();
  }
}

async function writeReport(
  report: CopyReport,
  { out, kept }: { out: string; kept: readonly KeptDrawing[] },
): Promise<void> {
  const nameOf = (id: string) => ({ student: report.drawings.get(id)?.student ?? "", name: id });
  await writeWhole(join(out, "copies.csv"), copiesCsv(report.items, nameOf));
  await writeWhole(join(out, "copies.html"), copiesHtml(report));
  await writeWhole(join(out, RESULT_FILES.drawings), writeDrawings(kept));
}

function contractOf(items: CopyReport["items"], failed: Drawings["failed"]) {
  return {
    schema_version: 1,
    items: items.map(({ item, compared, notCompared, groups, pairs }) => ({
      item,
      compared,
      not_compared: notCompared,
      groups: groups.map(({ ids }) => ({ files: ids })),
      pairs: pairs.map(({ ids, ...figures }) => ({ files: ids, ...figures })),
    })),
    failed,
  };
}
