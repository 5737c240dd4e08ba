import { saidFileSchema, statementsOf } from "../../core/page-record/said-record.ts";
import { parseJson } from "../../core/rules/files/parse-json.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import type { SaidPage } from "../reading/messages.ts";
import { readNamed } from "./read-named.ts";

/** How many faults of a file are named. */
const SHOWN = 5;

/**
 * What a `corrections.json` says of pages, as `pull` writes it. Throws `CommandFailure`: 3 if there is no such file, 2
 * if it is wrong.
 */
export async function loadCorrections(path: string): Promise<SaidPage[]> {
  const text = new TextDecoder().decode(await readNamed(path, "list of corrections"));
  const json = parseJson(text);
  if (!json.ok) throw mustBeCorrected(path, ...json.issues.map(({ message }) => message));
  const parsed = saidFileSchema.safeParse(json.value);
  if (parsed.success) return parsed.data.pages.map((each) => ({ ...each, statements: statementsOf(each) }));
  const issues = parsed.error.issues.slice(0, SHOWN);
  throw mustBeCorrected(path, ...issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}
