import { appendFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../files.ts";
import type { FilePage } from "../reading/messages.ts";

/** What earlier runs read of one file, known by the SHA-256 of its bytes. */
export interface KnownFile {
  readonly pages: ReadonlyMap<number, FilePage>;
  /** True where all its pages are known. */
  readonly complete: boolean;
}

/**
 * The diary of a batch: a JSON line for each page as it is read, so that nothing read is lost when the run stops. Only
 * what the recogniser said stands in it; grades are worked out again each time, so a corrected key needs no second
 * reading.
 */
export interface Journal {
  readonly known: ReadonlyMap<string, KnownFile>;
  addPage(result: FilePage): void;
}

type Line = { readonly journal: typeof VERSION; readonly model: string } | { readonly page: FilePage };

/** The shape of the lines; a journal of another shape is not continued. */
const VERSION = 2;

/**
 * Opens the journal at `path` for readings by `model`. With `resume` what stands in it is taken over, unless another
 * model or version wrote it; without, it starts empty.
 */
export async function openJournal(path: string, options: { model: string; resume: boolean }): Promise<Journal> {
  const lines = options.resume ? await readLines(path) : [];
  const usable = isOf(lines, options.model);
  const known = usable ? knownFiles(lines) : new Map<string, KnownFile>();
  await makeFolder(dirname(path));
  if (!usable) writeFileSync(path, lineText({ journal: VERSION, model: options.model }));
  // A run that was killed may have left half a line: the next one must not be glued to it.
  else appendFileSync(path, "\n");
  return {
    known,
    addPage: (page) => {
      if (page.fileHash !== "") appendFileSync(path, lineText({ page }));
    },
  };
}

/** What the journal at `path` knows of the readings by `model`, for a command that only looks. */
export async function readJournal(path: string, model: string): Promise<Journal["known"]> {
  const lines = await readLines(path);
  return isOf(lines, model) ? knownFiles(lines) : new Map();
}

function isOf([header]: readonly Line[], model: string): boolean {
  return header !== undefined && "journal" in header && header.journal === VERSION && header.model === model;
}

function lineText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

async function readLines(path: string): Promise<Line[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    try {
      return [JSON.parse(line) as Line];
    } catch {
      return [];
    }
  });
}

function knownFiles(lines: readonly Line[]): Map<string, KnownFile> {
  const files = new Map<string, Map<number, FilePage>>();
  for (const line of lines) {
    if (!("page" in line)) continue;
    const { fileHash, page } = line.page;
    files.set(fileHash, (files.get(fileHash) ?? new Map<number, FilePage>()).set(page, line.page));
  }
  return new Map(
    [...files].map(([hash, pages]) => {
      const pageCount = Math.max(...[...pages.values()].map((page) => page.pageCount));
      return [hash, { pages, complete: pages.size === pageCount }];
    }),
  );
}
