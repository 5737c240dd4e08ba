import { appendFileSync, closeSync, existsSync, openSync, readSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type OldSaid, oldSaid, statementsOf } from "../../core/page-record/from-records.ts";
import type { PageReading } from "../../core/reading/page-reading.ts";
import { makeFolder } from "../files.ts";
import { lazyPage } from "../reading/lazy-page.ts";
import type { FilePage } from "../reading/messages.ts";

/**
 * The journal of a batch: a JSON line for each page as it is read, so that no reading is lost when the run stops. It
 * contains only readings; grades are computed again each time, so a corrected key needs no second reading.
 */
export interface Journal {
  /** What earlier runs read of each file, by the SHA-256 of its bytes and the page's number. */
  readonly known: ReadonlyMap<string, ReadonlyMap<number, FilePage>>;
  /** Adds a page's line; the page that it returns reads its readings there when they are asked for. */
  addPage(result: FilePage): FilePage;
}

type Line = { readonly journal: typeof VERSION; readonly model: string } | { readonly page: FilePage };

/** Of the lines and what is read; a journal of another version is not continued. */
const VERSION = 7;

/**
 * Opens the journal at `path` for readings by `model`. With `resume` its content is reused, unless another model or
 * version wrote it; otherwise it starts empty.
 */
export async function openJournal(path: string, options: { model: string; resume: boolean }): Promise<Journal> {
  const earlier = options.resume ? knownFiles(path, options.model) : null;
  await makeFolder(dirname(path));
  if (earlier === null) writeFileSync(path, lineText({ journal: VERSION, model: options.model }));
  // A run that was killed may have left half a line: the next line must not be appended to it.
  else appendFileSync(path, "\n");
  let end = statSync(path).size;
  return {
    known: earlier ?? new Map(),
    addPage(page) {
      if (page.fileHash === "") return page;
      const bytes = Buffer.from(lineText({ page }));
      appendFileSync(path, bytes);
      const place = { start: end, length: bytes.length };
      end += bytes.length;
      return pageAt(path, place, page);
    },
  };
}

/** The readings by `model` in the journal at `path`, for a command that only looks. */
export function readJournal(path: string, model: string): Journal["known"] {
  return knownFiles(path, model) ?? new Map();
}

function lineText(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

/** What the journal knows. Null if there is none, or if another model or version wrote it. */
function knownFiles(path: string, model: string): Journal["known"] | null {
  if (!existsSync(path)) return null;
  const files = new Map<string, Map<number, FilePage>>();
  let header: Line | null = null;
  for (const { bytes, start } of linesOf(path)) {
    const line = parsedLine(bytes);
    header ??= line;
    if (header !== null && !isOf(header, model)) return null;
    if (line === null || !("page" in line)) continue;
    const { fileHash, page } = line.page;
    const pages = files.get(fileHash) ?? new Map<number, FilePage>();
    files.set(fileHash, pages.set(page, pageAt(path, { start, length: bytes.length }, pageIn(line))));
  }
  return header && files;
}

/** The page without its readings, which are in the journal's line at this place (in bytes). */
function pageAt(path: string, { start, length }: { start: number; length: number }, page: FilePage): FilePage {
  return lazyPage(page, () => {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(length);
      readSync(file, bytes, 0, length, start);
      return pageIn(JSON.parse(bytes.toString()) as { page: FilePage });
    } finally {
      closeSync(file);
    }
  });
}

/** Earlier versions kept what people have corrected as a record of the whole page. */
function pageIn({ page }: { readonly page: FilePage }): FilePage {
  const { corrections, machine } = (page.corrected ?? {}) as Partial<OldCorrected>;
  if (corrections === undefined || machine === undefined) return page;
  const said = oldSaid({ corrections });
  const { corrected: _, ...read } = page;
  return said ? { ...read, corrected: { threshold: said.threshold, statements: statementsOf(said), machine } } : read;
}

interface OldCorrected {
  readonly corrections: OldSaid["corrections"];
  readonly machine: PageReading;
}

/** The lines of a file and where they begin, one after the other: thousands of pages are longer than a text can be. */
function* linesOf(path: string): Generator<{ readonly bytes: Buffer; readonly start: number }, void, void> {
  const file = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(2 ** 20);
    let rest = Buffer.alloc(0);
    let start = 0;
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      let from = 0;
      for (let end = bytes.indexOf("\n"); end !== -1; end = bytes.indexOf("\n", from)) {
        yield { bytes: bytes.subarray(from, end), start: start + from };
        from = end + 1;
      }
      rest = bytes.subarray(from);
      start += from;
    }
    yield { bytes: rest, start };
  } finally {
    closeSync(file);
  }
}

/** Null for what is not a whole line. */
function parsedLine(bytes: Buffer): Line | null {
  try {
    return JSON.parse(bytes.toString()) as Line;
  } catch {
    return null;
  }
}

function isOf(header: Line, model: string): boolean {
  return "journal" in header && header.journal === VERSION && header.model === model;
}
