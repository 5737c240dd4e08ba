import { access, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeWhole } from "../files.ts";
import { jsonText } from "../views/json.ts";
import { workFolder } from "./result-files.ts";

/** What `feedback` calls a student's file: nothing else is ever removed, whatever the list says. */
const STUDENT_FILE = /^(\d+)\.(pdf|html)$/;

interface Feedback {
  /** The students who have feedback now. */
  readonly students: readonly string[];
  /** The files that will be written for them. */
  readonly files: readonly string[];
}

/**
 * Notes in the folder `out` which files are written there for students, and removes those of earlier runs whose students
 * have no feedback any more: a page may since be somebody else's. Gives the names of the removed ones.
 */
export async function settleFeedbackList(out: string, { students, files }: Feedback): Promise<string[]> {
  const list = workFolder(out).feedback;
  const known = await readList(list);
  const has = new Set(students);
  const gone = known.filter((name) => !has.has(STUDENT_FILE.exec(name)?.[1] ?? ""));
  const removed: string[] = [];
  for (const name of gone) {
    const path = join(out, name);
    if (await isThere(path)) removed.push(name);
    await rm(path, { force: true });
  }
  const kept = known.filter((name) => !gone.includes(name));
  const names = [...new Set([...kept, ...files])].sort();
  if (known.length + names.length > 0) await writeWhole(list, jsonText({ schema_version: 1, files: names }));
  return removed;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function readList(path: string): Promise<string[]> {
  try {
    const { files } = JSON.parse(await readFile(path, "utf8")) as { files: unknown[] };
    return files.filter((name): name is string => typeof name === "string" && STUDENT_FILE.test(name));
  } catch {
    return [];
  }
}
