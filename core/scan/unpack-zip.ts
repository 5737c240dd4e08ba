import { isUtf8 } from "node:buffer";
import { createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { isSystemError } from "../basics/is-system-error.ts";
import { isArchiveName, isPageName } from "../rules/files/page-name.ts";
import { ARCHIVE } from "../rules/limits.ts";
import type { Problem } from "../rules/problem.ts";

/** A page in a ZIP file. */
export interface ArchiveEntry {
  /** Its folders and name in the archive, with `/`; unique there. Only a label: its file has another name. */
  readonly name: string;
  /** Where it was unpacked; null for an archive in the archive, which is not. */
  readonly path: string | null;
}

export type UnpackedZip =
  | {
      readonly ok: true;
      /** In the order of the archive. */
      readonly entries: readonly ArchiveEntry[];
      /** The names of other files, which were not unpacked. */
      readonly ignored: readonly string[];
    }
  | ({ readonly ok: false } & Problem);

/** Why an archive in an archive is not taken. */
export const NESTED_ARCHIVE: Problem = {
  code: "nested-archive",
  message: "This ZIP file is inside another one, and is not unpacked. Unpack it, and add what is in it.",
};

const ENCRYPTED: Problem = {
  code: "encrypted-archive",
  message: "The ZIP file has a password. Unpack it, and add the files that are in it.",
};

const TOO_LARGE: Problem = {
  code: "archive-too-large",
  message: `The ZIP file has more than ${ARCHIVE.unpackedBytes / 1024 / 1024} MB of pages, or more than ${ARCHIVE.entries} files. Divide it into smaller ones.`,
};

const DAMAGED: Problem = {
  code: "damaged-archive",
  message: "The ZIP file is damaged or incomplete, and nothing of it was taken. Download or save it again.",
};

const UNKNOWN_METHOD: Problem = {
  code: "unknown-compression",
  message: "The ZIP file is compressed in a way that is not read. Unpack it, and add the files that are in it.",
};

const NO_PAGES: Problem = { code: "empty-archive", message: "The ZIP file has no pictures and no PDF files." };

/**
 * Unpacks the pages in a ZIP file into the new folder `folder`, all or none: if it has a password, is damaged, or has
 * more than `limits` allow, nothing is left. Their names have no influence on where they are written. Reads the archive
 * piece by piece.
 *
 * @throws what the system refuses, a full disk say.
 */
export async function unpackZip(
  path: string,
  {
    folder,
    limits = ARCHIVE,
  }: { folder: string; limits?: { readonly unpackedBytes: number; readonly entries: number } },
): Promise<UnpackedZip> {
  let archive: ZipFile | null = null;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  try {
    archive = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
    if (archive.entryCount > limits.entries) throw new Refused(TOO_LARGE);
    const { pages, ignored } = await listPages(archive, limits.unpackedBytes);
    const entries: ArchiveEntry[] = [];
    for (const [index, { name, entry }] of pages.entries()) {
      // The ending is for people and programs that open the file.
      const ending = /^\.[a-z0-9]{1,8}$/.exec(extname(name).toLowerCase())?.[0] ?? "";
      const target = isArchiveName(name) ? null : join(folder, `${index + 1}${ending}`);
      if (target !== null) await unpackEntry(archive, { entry, target });
      entries.push({ name, path: target });
    }
    if (entries.length === 0) throw new Refused(NO_PAGES);
    return { ok: true, entries, ignored };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof Refused) return { ok: false, ...error.problem };
    // The system's own errors are not the archive's.
    if (isSystemError(error)) throw error;
    return { ok: false, ...DAMAGED };
  } finally {
    archive?.close();
  }
}

class Refused extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The methods of nearly all ZIP files; 7-Zip can also write others. */
const [STORED, DEFLATED] = [0, 8];

/** The flag of names in UTF-8, which Info-ZIP does not set where the system's language is C. */
const UTF8_NAMES = 0x800;

interface NamedEntry {
  readonly name: string;
  readonly entry: Entry;
}

/** The pages and inner archives, before anything is unpacked. No file gets larger than the archive says. */
async function listPages(archive: ZipFile, most: number): Promise<{ pages: NamedEntry[]; ignored: string[] }> {
  const pages: NamedEntry[] = [];
  const ignored: string[] = [];
  const taken = new Set<string>();
  let bytes = 0;
  for await (const entry of archive.eachEntry()) {
    const flags = entry.generalPurposeBitFlag | (isUtf8(entry.fileNameRaw) ? UTF8_NAMES : 0);
    const raw = getFileNameLowLevel(flags, entry.fileNameRaw, entry.extraFields, false);
    const name = labelOf(raw);
    if (raw.endsWith("/") || isHidden(name)) continue;
    if (!isPageName(name) && !isArchiveName(name)) {
      ignored.push(name);
      continue;
    }
    if (entry.isEncrypted()) throw new Refused(ENCRYPTED);
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) throw new Refused(UNKNOWN_METHOD);
    if (!isArchiveName(name)) bytes += entry.uncompressedSize;
    if (bytes > most) throw new Refused(TOO_LARGE);
    pages.push({ name: uniqueName(name, taken), entry });
  }
  return { pages, ignored };
}

/** The folders and the name of an entry, without what would lead out of a folder or disturb a terminal. */
function labelOf(raw: string): string {
  const parts = raw.replace(/\p{Cc}/gu, "").split("/");
  return parts.filter((part) => !/^(\.{0,2}|[a-z]:)$/i.test(part)).join("/");
}

/** What macOS adds, and other hidden files. */
function isHidden(name: string): boolean {
  return name.split("/").some((part) => part.startsWith(".") || part === "__MACOSX");
}

/** Some programs add a file of the same name again: the second one gets ` (2)`, as in a browser's downloads. */
function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let nr = 2; taken.has(unique); nr++) unique = name.replace(/(\.[^./]*)?$/, ` (${nr})$1`);
  taken.add(unique);
  return unique;
}

async function unpackEntry(archive: ZipFile, { entry, target }: { entry: Entry; target: string }): Promise<void> {
  let sum = 0;
  const check = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
  });
  await pipeline(await archive.openReadStreamPromise(entry), check, createWriteStream(target));
  if (sum !== entry.crc32) throw new Refused(DAMAGED);
}
