import { type CorrectionsFile, correctionsFileSchema } from "../../core/corrections/chosen-record.ts";
import type { PageCorrections } from "../../core/corrections/corrections-record.ts";
import { mustBeCorrected } from "../exit-codes.ts";
import { hashFile } from "../files.ts";
import type { InputFile } from "./find-inputs.ts";
import { readNamed } from "./read-named.ts";

/** How many faults of a file are named. */
const SHOWN = 5;

/**
 * The corrections in a `corrections.json`, as `pull` writes it. Throws `CommandFailure`: 3 if there is no such file, 2
 * if it is wrong.
 */
export async function loadCorrections(path: string): Promise<CorrectionsFile> {
  const text = new TextDecoder().decode(await readNamed(path, "list of corrections"));
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw mustBeCorrected(path, `Not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = correctionsFileSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.slice(0, SHOWN);
  throw mustBeCorrected(path, ...issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`));
}

/** The corrections of each file's pages: files are found by their bytes, whatever they are called. */
export async function correctionsByFile(
  files: readonly InputFile[],
  corrections: readonly PageCorrections[],
): Promise<ReadonlyMap<InputFile, readonly PageCorrections[]>> {
  const found = new Map<InputFile, readonly PageCorrections[]>();
  if (corrections.length === 0) return found;
  for (const file of files) {
    const hash = await hashFile(file.path);
    const own = corrections.filter(({ sha256 }) => sha256 === hash);
    if (own.length > 0) found.set(file, own);
  }
  return found;
}
