import { join } from "node:path";
import { type PageRecord, type ReadRecord, toPageRecord } from "../../core/reading/record.ts";
import type { Surroundings } from "../act.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import { requireInputs } from "../inputs/require-inputs.ts";
import { readInputs } from "../reading/read-inputs.ts";
import { jsonText } from "../views/json.ts";
import { pageText } from "../views/page-text.ts";

interface ReadOptions {
  readonly json?: boolean;
  readonly annotate?: string;
  readonly stages?: string;
  readonly jobs?: number;
}

/** `circuitgrade read PATH…`: the reading of each page, one record per page. */
export async function runRead(
  paths: readonly string[],
  options: ReadOptions,
  { terminal, ...installation }: Surroundings,
): Promise<ExitCode> {
  const { annotate, stages } = options;
  const files = await requireInputs(paths, { terminal, without: [annotate, stages].flatMap((folder) => folder ?? []) });
  const pictures = ({ stem }: InputFile) => ({
    ...(annotate && { annotated: join(annotate, stem) }),
    ...(stages && { stages: join(stages, stem) }),
  });
  return readInputs(files, { terminal, ...installation, jobs: options.jobs, pictures }, async (read) => {
    const records = read.pages.map(({ file, result }) => toPageRecord(file.file, result));
    const output: ReadRecord = { schema_version: 1, model: read.model, files: records };
    if (options.json) terminal.data(jsonText(output));
    else for (const record of records) terminal.data(pageText(record, terminal.style));
    if (annotate) terminal.say(`Annotated pages are in ${annotate}`);
    if (stages) terminal.say(`What each stage saw and decided is in ${stages}`);
    const exitCode = read.isInterrupted ? EXIT.interrupted : exitCodeOf(records);
    terminal.say(summary(records, exitCode));
    return exitCode;
  });
}

function exitCodeOf(records: readonly PageRecord[]): ExitCode {
  if (records.every(({ status }) => status === "failed")) return EXIT.nothing;
  return records.some(({ problems }) => problems.length > 0) ? EXIT.review : EXIT.ok;
}

function summary(records: readonly PageRecord[], exitCode: ExitCode): string {
  const failed = records.filter(({ status }) => status === "failed").length;
  const review = records.filter(({ status, problems }) => status === "read" && problems.length > 0).length;
  const words = `${records.length - failed} read, ${review} of them with problems, ${failed} failed`;
  return exitCode === EXIT.interrupted ? `Interrupted: ${words}` : words;
}
