import { readdir } from "node:fs/promises";
import { nullWhereMissing } from "../../core/basics/null-where-missing.ts";
import { CommandFailure, EXIT, type ExitCode } from "../exit-codes.ts";
import { signingKeys } from "../grading/batch-settings.ts";
import { claimFolder } from "../grading/claim-folder.ts";
import { concludeBatch, gradedBatch } from "../grading/conclude-batch.ts";
import { findPages, keepPages, loadParts } from "../grading/merge-parts.ts";
import type { Terminal } from "../terminal.ts";

interface MergeOptions {
  readonly out: string;
  readonly json?: boolean;
}

/** `circuitgrade merge PART…`: writes the results of a batch whose parts `grade --part` has read. */
export async function runMerge(
  folders: readonly string[],
  { out, json = false }: MergeOptions,
  { terminal }: { terminal: Terminal },
): Promise<ExitCode> {
  await requireEmpty(out);
  const parts = await loadParts(folders);
  const { model, settings } = parts[0]!.record;
  const found = findPages(parts);
  const release = await claimFolder(out);
  try {
    const pages = await keepPages(found, { parts, out });
    const rules = { ...settings.rules, keys: signingKeys() };
    const graded = gradedBatch(pages, { settings: { ...settings, rules }, words: new Map(), model, terminal });
    return await concludeBatch(graded, { out, json, terminal });
  } finally {
    release();
  }
}

/** @throws {CommandFailure} if there is something in the folder: nothing in it may be taken for the results. */
async function requireEmpty(out: string): Promise<void> {
  const names = await readdir(out).catch(nullWhereMissing);
  if (names === null || names.length === 0) return;
  throw new CommandFailure(EXIT.usage, `${out} is not empty. Name a new folder with --out.`);
}
