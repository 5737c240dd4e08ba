import { join } from "node:path";
import { sum } from "../../core/basics/numbers.ts";
import { count } from "../../core/basics/texts.ts";
import { comparedCount, copiesByItem } from "../../core/similarity/copies/copies-by-item.ts";
import { copiesCsv } from "../../core/similarity/copies/copies-csv.ts";
import { type KeptDrawing, writeDrawings } from "../../core/similarity/copies/drawings-file.ts";
import { USUAL_CHANCE } from "../../core/similarity/copies/find-copies.ts";
import { looksCopied } from "../../core/similarity/copies/pair-words.ts";
import type { Surroundings } from "../act.ts";
import { type ComparedDrawing, comparedDrawings } from "../copies/compared-drawing.ts";
import { type CopyReport, copiesHtml, copiesText } from "../copies/copy-report.ts";
import { keptDrawingsOf, loadKeptDrawings } from "../copies/load-drawings.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { type FailedPage, failedPages } from "../pages/failed-pages.ts";
import { readInputs } from "../reading/read-inputs.ts";
import { RESULT_FILES } from "../results/result-files.ts";
import { jsonText } from "../views/json.ts";

interface CopiesOptions {
  readonly earlier?: readonly string[];
  readonly chance?: number;
  readonly out?: string;
  readonly json?: boolean;
  readonly jobs?: number;
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
  const fresh = await drawingsOf(paths, options, surroundings);
  if (fresh === null) return EXIT.interrupted;
  const earlier: ComparedDrawing[] = [];
  const failed = [...fresh.failed];
  for (const folder of options.earlier ?? []) {
    const known = await drawingsOf([folder], options, surroundings);
    if (known === null) return EXIT.interrupted;
    earlier.push(...comparedDrawings(known.kept, folder));
    failed.push(...known.failed);
  }
  const drawings = comparedDrawings(fresh.kept, null);
  const items = copiesByItem(drawings, { earlier, chance: options.chance ?? USUAL_CHANCE });
  const known = new Map([...drawings, ...earlier].map((drawing) => [drawing.circuit.id, drawing]));
  const report: CopyReport = { items, drawings: known };
  if (options.out !== undefined) await writeReport(report, { out: options.out, kept: fresh.kept });
  if (options.json) terminal.data(jsonText(contractOf(items, failed)));
  else terminal.data(copiesText(report, terminal.style));
  for (const { file, message } of failed) terminal.warn(`! ${file}: ${message}`);
  const copied = sum(items.map((item) => item.pairs.filter(looksCopied).length));
  const alike = sum(items.map((item) => item.pairs.length)) - copied;
  const different = alike === 0 ? "" : `, ${count(alike, "pair")} alike with different circuits`;
  const others = earlier.length > 0 ? ` and compared with ${count(earlier.length, "earlier one")}` : "";
  const compared = comparedCount(items);
  const bare = drawings.length === compared ? "" : `, ${drawings.length - compared} without gates`;
  terminal.say(
    `${count(compared, "drawing")} compared${others}${bare}, ${count(copied, "pair")} ${copied === 1 ? "looks" : "look"} copied${different}, ${failed.length} failed`,
  );
  if (drawings.length === 0) return EXIT.nothing;
  return copied + alike + failed.length > 0 ? EXIT.review : EXIT.ok;
}

interface Drawings {
  readonly kept: readonly KeptDrawing[];
  readonly failed: readonly FailedPage[];
}

/**
 * Uses the drawings that folders keep, and reads the rest; null if Ctrl-C ended that. Each section may have a scan.pdf:
 * where several paths are named, the folder is a part of the name.
 */
async function drawingsOf(
  paths: readonly string[],
  { out, jobs }: CopiesOptions,
  surroundings: Surroundings,
): Promise<Drawings | null> {
  const kept: KeptDrawing[] = [];
  const toRead: string[] = [];
  for (const path of paths) {
    const known = await loadKeptDrawings(path);
    if (known === null) toRead.push(path);
    else
      kept.push(...known.map(({ file, ...own }) => ({ ...own, file: paths.length > 1 ? `${path}: ${file}` : file })));
  }
  if (toRead.length === 0) return { kept, failed: [] };
  const files = await requireInputs(toRead, {
    terminal: surroundings.terminal,
    without: out === undefined ? [] : [out],
  });
  return readInputs(files, { ...surroundings, jobs }, async ({ pages, isInterrupted }) => {
    return isInterrupted ? null : { kept: [...kept, ...keptDrawingsOf(pages)], failed: failedPages(pages) };
  });
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
