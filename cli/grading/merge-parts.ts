import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { groupBy } from "../../core/basics/group-by.ts";
import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { type FilePage, pageOfSheet } from "../reading/messages.ts";
import { isOwnPage } from "../reading/part.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { RESULT_FILES, workFolder } from "../results/result-files.ts";
import { signingKeys } from "./batch-settings.ts";
import { type Journal, openJournal, readJournal } from "./journal.ts";
import { knownPages } from "./known-pages.ts";
import { findPart, type PartFile, type PartRecord, partName, secretHashes } from "./part-record.ts";

/** A finished part and the folder that it is in. */
export interface FoundPart {
  readonly folder: string;
  readonly record: PartRecord;
}

/**
 * The parts of one batch, in order.
 *
 * @throws {CommandFailure} 3 if one is missing or not finished; 2 if one is there twice, or was made in another way.
 */
export async function loadParts(folders: readonly string[]): Promise<FoundPart[]> {
  const parts: FoundPart[] = [];
  for (const folder of folders) parts.push({ folder, record: await loadPart(folder) });
  parts.sort((a, b) => a.record.part - b.record.part);
  const [first] = parts;
  for (const part of first === undefined ? [] : parts) requireAlike(part, first!);
  for (const same of groupBy(parts, ({ record }) => record.part).values()) {
    if (same.length === 1) continue;
    const names = same.map(({ folder }) => folder).join(" and ");
    throw new CommandFailure(EXIT.usage, `${names} are both ${partName(same[0]!.record)}. Name one of them.`);
  }
  const of = first?.record.of ?? 0;
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => {
    return !parts.some(({ record }) => record.part === number);
  });
  if (missing.length === 0) return parts;
  const names = missing.map((part) => partName({ part, of })).join(", ");
  throw new CommandFailure(EXIT.notFound, `Missing: ${names}. Name the folders of all parts.`);
}

async function loadPart(folder: string): Promise<PartRecord> {
  const record = await findPart(folder);
  if (record !== null) return record;
  throw new CommandFailure(EXIT.notFound, whyNoPart(folder));
}

function whyNoPart(folder: string): string {
  // Only whole and merged runs write results.
  if (existsSync(join(folder, RESULT_FILES.results)))
    return `${folder} is not a part: it holds the results of a whole run, which need no merging.`;
  if (existsSync(workFolder(folder).journal))
    return `The part in ${folder} is not finished. Run its command again with --resume.`;
  return `There is no part in ${folder}. Name folders that circuitgrade grade --part wrote.`;
}

/** @throws {CommandFailure} if a part was made in another way than the first one or than this program would. */
function requireAlike({ folder, record }: FoundPart, first: FoundPart): void {
  const own = { program: PROGRAM_VERSION, secrets: secretHashes(signingKeys()) };
  for (const [what, of] of Object.entries(TRAITS)) {
    if (!isDeepStrictEqual(of(record), of({ ...first.record, ...own }))) {
      const other = record === first.record ? "than this program has here" : `than ${first.folder}`;
      const message = `${folder} was graded with ${what} ${other}. Grade all parts in the same way.`;
      throw new CommandFailure(EXIT.usage, message);
    }
  }
}

/** What all parts have in common. Files may have other paths on other machines. */
const TRAITS: Readonly<Record<string, (record: PartRecord) => unknown>> = {
  "another number of parts": ({ of }) => of,
  "another version of CircuitGrade": ({ program }) => program,
  "another model": ({ model }) => model,
  "another TEMPLATE_SECRET": ({ secrets }) => secrets,
  "another task or other keys": ({ settings }) => settings.rules.task,
  "another roster": ({ settings }) => [settings.rules.roster, settings.wholeRoster],
  "other options": ({ settings: { lists: _, wholeRoster: __, rules, ...others } }) => {
    return { ...others, rules: { ...rules, task: null, roster: null } };
  },
  "other pages": ({ files }) => files.map(({ file, stem, hash }) => ({ file, stem, hash })),
};

/** Copies the readings of pages, and their pictures, into the folder `out`, as one run leaves them there. */
export async function keepPages(
  pages: readonly FoundPage[],
  { parts, out }: { readonly parts: readonly FoundPart[]; readonly out: string },
): Promise<BatchPage[]> {
  const { journal: path, thumbnails, unpacked } = workFolder(out);
  const journal = await openJournal(path, { model: parts[0]!.record.model, resume: false });
  for (const { folder } of parts) {
    const own = workFolder(folder);
    if (existsSync(own.thumbnails)) await cp(own.thumbnails, thumbnails, { recursive: true });
    // All parts have unpacked the same.
    if (folder === parts[0]!.folder && existsSync(own.unpacked)) await cp(own.unpacked, unpacked, { recursive: true });
  }
  // Of files with the same bytes each page is read once.
  const kept = new Map<FilePage, FilePage>();
  return pages.map(({ file: found, result, isKept }) => {
    const file = found.unpacked === undefined ? found : { ...found, path: join(unpacked, found.unpacked) };
    if (!isKept) return { file, result };
    const known = kept.get(result) ?? journal.addPage(result);
    kept.set(result, known);
    return { file, result: known };
  });
}

/** A page in a part. */
export interface FoundPage extends BatchPage {
  readonly file: PartFile;
  /** The page is in its part's journal. */
  readonly isKept: boolean;
}

/**
 * The pages of all parts, in the order of one run.
 *
 * @throws {CommandFailure} 3 if a part lacks a page.
 */
export function findPages(parts: readonly FoundPart[]): FoundPage[] {
  const { files, model } = parts[0]!.record;
  const journals = parts.map(({ folder }) => ({ known: readJournal(workFolder(folder).journal, model) }));
  return files.flatMap((file) => {
    const all = parts.flatMap((part, index) => partPages(part, { file, journal: journals[index]! }));
    const pages = [...new Map(all.map((page) => [page.result.page, page])).values()];
    const count = Math.max(1, ...pages.map(({ result }) => result.pageCount));
    const found = new Set(pages.map(({ result }) => pageOfSheet(result)));
    const lost = Array.from({ length: count }, (_, index) => index + 1).find((page) => !found.has(page));
    if (lost === undefined) return pages.sort((a, b) => a.result.page - b.result.page);
    const { folder } = parts.find(({ record: { part, of } }) => isOwnPage({ part, of, hash: file.hash }, lost))!;
    const message = `${folder} lacks page ${lost} of ${file.file}. Run the command of this part again with --resume.`;
    throw new CommandFailure(EXIT.notFound, message);
  });
}

/** What a part has of a file; of pages that are there twice, the last one counts. */
function partPages(
  { folder, record: { part, of, settings, failed } }: FoundPart,
  { file, journal }: { readonly file: PartFile; readonly journal: Pick<Journal, "known"> },
): FoundPage[] {
  const { hash } = file;
  const { pages } = knownPages(file, { hash, journal, thumbnails: workFolder(folder).thumbnails, web: settings.web });
  const own = pages.filter((page) => isOwnPage({ part, of, hash }, pageOfSheet(page)));
  const unread = failed.filter((each) => each.file === file.file && !own.some(({ page }) => page === each.page.page));
  return [
    ...own.map((result) => ({ file, result, isKept: true })),
    ...unread.map(({ page }) => ({ file, result: page, isKept: false })),
  ];
}
