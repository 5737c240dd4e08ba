import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../files.ts";
import { jsonText } from "../views/json.ts";
import { workFolder } from "./result-files.ts";

/** The file with everybody's feedback. */
export const EVERYBODY = "feedback.pdf";

/**
 * The file names that `feedback` uses, for a student's file and everybody's: nothing else is ever removed, whatever the
 * list says.
 */
const FEEDBACK_FILE = /^((?=[^.]*\d)[A-Za-z0-9-]{1,32}\.(pdf|html)|feedback\.pdf)$/;

interface Feedback {
  /** Path of the results that it belongs to: sections may share a folder. */
  readonly results: string;
  /** The names of the files that will be written. */
  readonly files: readonly string[];
}

interface Written {
  readonly name: string;
  readonly results: string;
}

/**
 * Records in the folder `out` which files are written there, and removes those that an earlier run with the same
 * results wrote and this one does not: a page may belong to somebody else since, and a file of another format would
 * have old points. Returns the names of the removed ones.
 */
export async function settleFeedbackList(out: string, { results, files }: Feedback): Promise<string[]> {
  const list = workFolder(out).feedback;
  const known = await readList(list);
  const written = new Set(files);
  const gone = known.filter((file) => file.results === results && !written.has(file.name));
  const removed: string[] = [];
  for (const { name } of gone) {
    const path = join(out, name);
    if (existsSync(path)) removed.push(name);
    await rm(path, { force: true });
  }
  const kept = known.filter((file) => !gone.includes(file) && !written.has(file.name));
  const listed = [...kept, ...files.map((name) => ({ name, results }))].sort((a, b) => (a.name < b.name ? -1 : 1));
  if (known.length + listed.length > 0) await writeWhole(list, jsonText({ schema_version: 1, files: listed }));
  return removed;
}

/** The names of the feedback that is in a folder: none of it is a page to read. */
export async function feedbackIn(folder: string): Promise<ReadonlySet<string>> {
  return new Set((await readList(workFolder(folder).feedback)).map(({ name }) => name));
}

async function readList(path: string): Promise<Written[]> {
  try {
    const { files } = JSON.parse(await readFile(path, "utf8")) as { files: Written[] };
    return files.filter(({ name, results }) => FEEDBACK_FILE.test(name) && typeof results === "string");
  } catch {
    return [];
  }
}
