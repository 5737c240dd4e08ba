import { count } from "../../core/basics/texts.ts";
import { drawingOf } from "../../core/reading/similar-readings.ts";
import { LIMITS } from "../../core/rules/limits.ts";
import { groupSimilar, type SimilarGroup } from "../../core/similarity/group-similar.ts";
import type { Surroundings } from "../act.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { failedPages } from "../pages/failed-pages.ts";
import { pageName } from "../pages/page-name.ts";
import { readInputs } from "../reading/read-inputs.ts";
import { jsonText } from "../views/json.ts";
import { similarText } from "../views/similar-text.ts";

interface SimilarOptions {
  readonly json?: boolean;
  readonly margin?: number;
  readonly jobs?: number;
}

/**
 * `circuitgrade similar PATH…`: groups of drawings that are too similar; exit code 1 if there are any, for a person to
 * look.
 */
export async function runSimilar(
  paths: readonly string[],
  options: SimilarOptions,
  { terminal, ...installation }: Surroundings,
): Promise<ExitCode> {
  const margin = options.margin ?? LIMITS.similarityMargin;
  const files = await requireInputs(paths, { terminal });
  return readInputs(files, { terminal, ...installation, jobs: options.jobs }, async ({ pages, isInterrupted }) => {
    const read = pages.filter(({ result }) => result.reading !== null);
    const groups = groupSimilar(
      read.map(({ file, result }) => ({
        id: pageName(file.file, result.page),
        marks: drawingOf(result.reading!.predictions),
      })),
      { margin },
    );
    const failed = failedPages(pages);
    if (options.json) terminal.data(jsonText({ schema_version: 1, margin, groups: groups.map(contractGroup), failed }));
    else terminal.data(similarText(groups, terminal.style));
    for (const { file, message } of failed) terminal.warn(`! ${file}: ${message}`);
    const found = `${count(groups.length, "group")} of similar drawings`;
    terminal.say(`${count(read.length, "page")} compared, ${found}, ${failed.length} failed`);
    if (isInterrupted) return EXIT.interrupted;
    if (read.length === 0) return EXIT.nothing;
    return groups.length + failed.length > 0 ? EXIT.review : EXIT.ok;
  });
}

function contractGroup({ ids, score }: SimilarGroup): { files: readonly string[]; score: number } {
  return { files: ids, score };
}
