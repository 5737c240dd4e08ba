import { correctionsFileSchema } from "../../core/corrections/chosen-record.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import { saidPages } from "../pages/said-pages.ts";
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
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw mustBeCorrected(path, `Not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = correctionsFileSchema.safeParse(json);
  if (parsed.success) return saidPages(parsed.data);
  const issues = parsed.error.issues.slice(0, SHOWN);
  throw mustBeCorrected(path, ...issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}
