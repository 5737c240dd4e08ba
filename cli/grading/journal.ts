import { appendFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolder } from "../files.ts";
import type { FilePage } from "../reading/messages.ts";
import { packPage } from "../reading/packed-page.ts";

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
  const earlier = options.resume ? await knownFiles(path, options.model) : null;
  await makeFolder(dirname(path));
  if (earlier === null) writeFileSync(path, lineText({ journal: VERSION, model: options.model }));
  // A run that was killed may have left half a line: the next line must not be appended to it.
  else appendFileSync(path, "\n");
  return {
    known: earlier ?? new Map(),
    addPage: (page) => {
      if (page.fileHash !== "") appendFileSync(path, lineText({ page }));
    },
  };
}

/** The readings by `model` in the journal at `path`, for a command that only looks. */
export async function readJournal(path: string, model: string): Promise<Journal["known"]> {
  return (await knownFiles(path, model)) ?? new Map();
}

function lineText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/**
 * What the journal knows, read line by line: that of thousands of pages is longer than a text can be. Null if there is
 * none, or if another model or version wrote it.
 */
async function knownFiles(path: string, model: string): Promise<Map<string, KnownFile> | null> {
  const file = await open(path).catch(() => null);
  if (file === null) return null;
  const files = new Map<string, Map<number, FilePage>>();
  let header: Line | null = null;
  for await (const text of file.readLines()) {
    const line = parsedLine(text);
    header ??= line;
    if (header !== null && !isOf(header, model)) return null;
    if (line === null || !("page" in line)) continue;
    const { fileHash, page } = line.page;
    files.set(fileHash, (files.get(fileHash) ?? new Map<number, FilePage>()).set(page, packPage(line.page)));
  }
  return header && new Map([...files].map(([hash, pages]) => [hash, knownFile(pages)]));
}

/** Null for what is not a whole line. */
function parsedLine(text: string): Line | null {
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}

function isOf(header: Line, model: string): boolean {
  return "journal" in header && header.journal === VERSION && header.model === model;
}

function knownFile(pages: ReadonlyMap<number, FilePage>): KnownFile {
  const pageCount = Math.max(...[...pages.values()].map((page) => page.pageCount));
  return { pages, complete: pages.size === pageCount };
}
