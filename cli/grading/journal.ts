import { appendFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../files.ts";
import type { FilePage } from "../reading/messages.ts";

/** What earlier runs read of a file, identified by the SHA-256 of its bytes. */
export interface KnownFile {
  readonly pages: ReadonlyMap<number, FilePage>;
  /** True if all its pages are known. */
  readonly complete: boolean;
}

/**
 * The journal of a batch: a JSON line for each page as it is read, so that no reading is lost when the run stops. It
 * contains only readings; grades are computed again each time, so a corrected key needs no second reading.
 */
export interface Journal {
  readonly known: ReadonlyMap<string, KnownFile>;
  addPage(result: FilePage): void;
}

type Line = { readonly journal: typeof VERSION; readonly model: string } | { readonly page: FilePage };

/** The shape of the lines; a journal of another shape is not continued. */
const VERSION = 4;

/**
 * Opens the journal at `path` for readings by `model`. With `resume` its content is reused, unless another model or
 * version wrote it; otherwise it starts empty.
 */
export async function openJournal(path: string, options: { model: string; resume: boolean }): Promise<Journal> {
  const lines = options.resume ? await readLines(path) : [];
  const usable = isOf(lines, options.model);
  const known = usable ? knownFiles(lines) : new Map<string, KnownFile>();
  await makeFolder(dirname(path));
  if (!usable) writeFileSync(path, lineText({ journal: VERSION, model: options.model }));
  // A run that was killed may have left half a line: the next line must not be appended to it.
  else appendFileSync(path, "\n");
  return {
    known,
    addPage: (page) => {
      if (page.fileHash !== "") appendFileSync(path, lineText({ page }));
    },
  };
}

/** The readings by `model` in the journal at `path`, for a command that only looks. */
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
