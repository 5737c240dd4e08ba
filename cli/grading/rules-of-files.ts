import { findAnswerInPath } from "../../core/rules/files/file-name.ts";
import type { InputFile } from "../inputs/find-inputs.ts";
import type { SettledPage } from "../pages/settled-pages.ts";
import type { PageRules } from "../reading/page-rules.ts";
import type { BatchSettings } from "./batch-settings.ts";

/**
 * By what each file's pages are graded; undefined for a file whose pages are read for any keys, since a person has said
 * whose they are or how they are read.
 */
export function rulesOfFiles(
  { rules: { task, certainty, assignments }, web }: BatchSettings,
  settled: ReadonlyMap<string, SettledPage>,
): (file: InputFile) => PageRules | undefined {
  const { items, type, student_id_pattern } = task;
  const keys = [...(assignments?.keys() ?? []), ...settled.keys()];
  const assigned = new Set(keys.map((key) => key.slice(0, key.lastIndexOf(" "))));
  const isChosen = web.some(({ statements }) => statements.some(({ kind }) => kind === "choice"));
  return ({ file }) => {
    if (isChosen || assigned.has(file)) return undefined;
    const name = findAnswerInPath(file, type, { otherIds: student_id_pattern !== undefined });
    return { items, certainty, named: name?.item ?? null };
  };
}
