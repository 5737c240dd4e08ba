import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { keyVersion } from "../../core/results/key-version.ts";
import { parseJson } from "../../core/rules/files/parse-json.ts";
import { writeCsv } from "../../core/rules/files/write-csv.ts";
import type { PulledTask } from "../../server/contract/tasks/exchange.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import { writeWhole } from "../files.ts";
import { jsonText } from "../views/json.ts";
import type { TaskAddress } from "./task-address.ts";

/** Names of the files that a pull writes into its folder. */
export const PULL_FILES = {
  task: "task.json",
  roster: "roster.csv",
  corrections: "corrections.json",
  note: "pull.json",
} as const;

const noteSchema = z.object({
  schema_version: z.literal(1),
  server: z.string(),
  task_id: z.string(),
  title: z.string(),
  class_name: z.string(),
  due_date: z.string(),
  /** The version of the pulled keys: a push of grades by other keys is refused. */
  key_version: z.string(),
  /** SHA-256 of the files as the pull wrote them, so that a later pull does not overwrite anybody's changes. */
  files: z.record(z.string(), z.string()),
});

/** Where a folder's task came from, and its keys. */
export type PullNote = z.infer<typeof noteSchema>;

/** The note in a folder that `pull` wrote; null if there is none. Throws `CommandFailure` if it is broken. */
export async function loadPullNote(folder: string): Promise<PullNote | null> {
  const path = join(folder, PULL_FILES.note);
  const text = await readFile(path, "utf8").catch(() => null);
  if (text === null) return null;
  const json = parseJson(text);
  const parsed = noteSchema.safeParse(json.ok ? json.value : null);
  if (parsed.success) return parsed.data;
  throw new CommandFailure(EXIT.usage, `${path} is not in the format of circuitgrade pull. Remove it and pull again.`);
}

interface Written {
  readonly note: PullNote;
  /** Files that a person has changed since the last pull, and their new names. */
  readonly kept: readonly { readonly name: string; readonly as: string }[];
}

/**
 * Writes task, roster, corrections and the note into a folder, each file completely and readable only for its owner.
 * Files that a person has changed there since the last pull, with the note `before`, are kept next to the new ones.
 */
export async function writePull(
  folder: string,
  pulled: PulledTask,
  { address, before }: { readonly address: TaskAddress; readonly before: PullNote | null },
): Promise<Written> {
  const contents = {
    [PULL_FILES.task]: jsonText(pulled.task),
    [PULL_FILES.roster]: writeCsv([
      ["student_id", "name"],
      ...pulled.roster.map(({ student_id, name }) => [student_id, name]),
    ]),
    [PULL_FILES.corrections]: jsonText({ schema_version: 3, pages: pulled.said }),
  };
  const kept: { name: string; as: string }[] = [];
  for (const [name, content] of Object.entries(contents)) {
    const old = await readFile(join(folder, name), "utf8").catch(() => null);
    if (old !== null && old !== content && hashOf(old) !== before?.files[name]) {
      const as = await freeName(folder, name);
      await writeWhole(join(folder, as), old, PRIVATE);
      kept.push({ name, as });
    }
    await writeWhole(join(folder, name), content, PRIVATE);
  }
  const note: PullNote = {
    schema_version: 1,
    server: address.server,
    task_id: pulled.task.id,
    title: pulled.task.title,
    class_name: pulled.class_name,
    due_date: pulled.due_date,
    key_version: keyVersion(pulled.task.items),
    files: Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, hashOf(content)])),
  };
  await writeWhole(join(folder, PULL_FILES.note), jsonText(note), PRIVATE);
  return { note, kept };
}

/** The templates' key and the students' names must stay private. */
const PRIVATE = { mode: 0o600 };

/** `task.edited.json`, `task.edited-2.json` and so on: the first free name. */
async function freeName(folder: string, name: string): Promise<string> {
  const [stem, ending] = [name.replace(/\.[^.]*$/, ""), name.replace(/^.*\./, "")];
  for (let count = 1; ; count++) {
    const as = `${stem}.edited${count === 1 ? "" : `-${count}`}.${ending}`;
    if ((await readFile(join(folder, as)).catch(() => null)) === null) return as;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
