import { type OldSaidFile, oldSaidPages, statementsOf } from "../../core/page-record/from-records.ts";
import { saidFileSchema } from "../../core/page-record/said-record.ts";
import { parseJson } from "../../core/rules/files/parse-json.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import type { SaidPage } from "../reading/messages.ts";
import { readNamed } from "./read-named.ts";

/** How many faults of a file are named. */
const SHOWN = 5;

/** The form that this version writes. */
const NEWEST = 3;

/**
 * What a `corrections.json` says of pages, as `pull` writes it. Throws `CommandFailure`: 3 if there is no such file, 2
 * if it is wrong.
 */
export async function loadCorrections(path: string): Promise<SaidPage[]> {
  const text = new TextDecoder().decode(await readNamed(path, "list of corrections"));
  const json = parseJson(text);
  if (!json.ok) throw mustBeCorrected(path, ...json.issues.map(({ message }) => message));
  const parsed = saidFileSchema.safeParse(asStatements(path, json.value));
  if (parsed.success) return parsed.data.pages.map((each) => ({ ...each, statements: statementsOf(each) }));
  const issues = parsed.error.issues.slice(0, SHOWN);
  throw mustBeCorrected(path, ...issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}

/** A list of an earlier version in the form of this one; any other as it is. Throws if it is of a later one. */
function asStatements(path: string, json: unknown): unknown {
  const version = (json as { schema_version?: unknown } | null)?.schema_version;
  if (Number(version) > NEWEST) {
    throw mustBeCorrected(path, "A newer version of circuitgrade wrote it: update circuitgrade on this machine");
  }
  if (version !== 1) return json;
  try {
    return { schema_version: 2, pages: oldSaidPages(json as OldSaidFile) };
  } catch {
    throw mustBeCorrected(path, "It is not as an earlier version of circuitgrade pull wrote it: pull again");
  }
}
