import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { type OldSaidFile, oldSaidPages, statementsOf } from "../../core/page-record/from-records.ts";
import { PROGRAM_VERSION } from "../../core/rules/program-version.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import type { FilePage } from "../reading/messages.ts";
import type { Part } from "../reading/part.ts";
import type { BatchPage, KnownPages } from "../reading/read-batch.ts";
import { RESULT_FILES, workFolder } from "../results/result-files.ts";
import { jsonText } from "../views/json.ts";
import type { BatchSettings } from "./batch-settings.ts";
import type { GradingRules } from "./grade-page.ts";

export interface PartFile extends InputFile {
  /** SHA-256 of its bytes, hex; empty if they cannot be read. */
  readonly hash: string;
  /** Of a page that came in a ZIP file: its path in the folder for those. */
  readonly unpacked?: string;
}

/** What a finished part leaves for the merge, next to its journal and its pictures. */
export interface PartRecord extends Part {
  readonly schema_version: 1;
  readonly program: string;
  readonly model: string;
  /** Those of the whole batch, in order. */
  readonly files: readonly PartFile[];
  readonly settings: BatchSettings;
  /** SHA-256 of each secret of the server's that may have signed templates. */
  readonly secrets: readonly string[];
  /** Pages that could not be read: the journal lacks some of them, so that a later run tries them again. */
  readonly failed: readonly { readonly file: string; readonly page: FilePage }[];
}

/**
 * Begins a part in the folder `out`; from now until it is finished there is no part in it.
 *
 * @throws {CommandFailure} 2 if the folder holds another part or the results of a whole run.
 */
export async function startPart(out: string, { part, of }: Part): Promise<void> {
  const other = await findPart(out);
  const isOther = other !== null && (other.part !== part || other.of !== of);
  if (isOther || existsSync(join(out, RESULT_FILES.results))) {
    const held = isOther ? partName(other) : "the results of a whole run";
    throw new CommandFailure(EXIT.usage, `${out} holds ${held}. Name another folder with --out.`);
  }
  await rm(workFolder(out).part, { force: true });
}

interface Finished extends Part {
  /** All files of the batch. */
  readonly known: ReadonlyMap<InputFile, Pick<KnownPages, "hash">>;
  readonly read: readonly BatchPage[];
  readonly settings: BatchSettings;
  readonly model: string;
}

export async function finishPart(out: string, { part, of, known, read, settings, model }: Finished): Promise<void> {
  const { keys = [], ...rules } = settings.rules;
  const record: PartRecord = {
    schema_version: 1,
    part,
    of,
    program: PROGRAM_VERSION,
    model,
    files: [...known].map(([file, { hash }]) => partFile(file, { hash, out })),
    settings: { ...settings, rules },
    secrets: secretHashes(keys),
    failed: read.flatMap(({ file, result }) => (result.reading === null ? [{ file: file.file, page: result }] : [])),
  };
  // The task's key, with which templates are signed, is in it.
  await writeWhole(workFolder(out).part, jsonText(toJson(record)), { mode: 0o600 });
}

function partFile(file: InputFile, { hash, out }: { readonly hash: string; readonly out: string }): PartFile {
  const path = resolve(file.path);
  const inside = relative(workFolder(out).unpacked, path);
  return { ...file, path, hash, ...(!inside.startsWith("..") && { unpacked: inside }) };
}

/** The finished part in a folder, or null if there is none. Throws `CommandFailure` (2) if it is broken. */
export async function findPart(folder: string): Promise<PartRecord | null> {
  const path = workFolder(folder).part;
  if (!existsSync(path)) return null;
  const text = await readFile(path, "utf8");
  try {
    const record = JSON.parse(text) as PartJson;
    if (record.schema_version === 1) return fromJson(record);
  } catch {
    // The message below says it.
  }
  throw new CommandFailure(EXIT.usage, `${path} is not as circuitgrade grade --part writes it. Grade this part again.`);
}

/** "part 2 of 3". */
export function partName({ part, of }: Part): string {
  return `part ${part} of ${of}`;
}

export function secretHashes(keys: readonly string[]): string[] {
  return keys.map((key) => createHash("sha256").update(key).digest("hex"));
}

type PartJson = ReturnType<typeof toJson>;

/** JSON has no maps. */
function toJson({ settings, ...record }: PartRecord) {
  const { decisions, assignments, ...rules } = settings.rules;
  const lists = {
    ...(decisions && { decisions: [...decisions] }),
    ...(assignments && { assignments: [...assignments] }),
  };
  return { ...record, settings: { ...settings, rules: { ...rules, ...lists } } };
}

function fromJson({ settings, ...record }: PartJson): PartRecord {
  const { decisions, assignments, ...others } = settings.rules;
  const rules: GradingRules = {
    ...others,
    ...(decisions && { decisions: new Map(decisions) }),
    ...(assignments && { assignments: new Map(assignments) }),
  };
  return { ...record, settings: { ...settings, rules, web: settings.web ?? oldWeb(settings as never) } };
}

/** A part of an earlier version has what was said in the web as it was pulled. */
function oldWeb({ corrections, chosen }: Pick<OldSaidFile, "chosen"> & { corrections: OldSaidFile["pages"] }) {
  return oldSaidPages({ pages: corrections, chosen }).map((each) => ({ ...each, statements: statementsOf(each) }));
}
