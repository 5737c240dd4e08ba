import type { Manifest } from "../../contract/backup.ts";

/** A file that the database names, and that is not as it was handed in. */
export interface LostFile {
  /** Where it should be, within a backup and a data folder. */
  readonly path: string;
  /** For a person: what it is, and of which task. */
  readonly words: string;
}

/** A row of `NAMED_FILES`. */
export interface NamedFile {
  readonly sha256: string;
  readonly filename: string;
  readonly title: string;
}

const HANDED_IN = "SELECT s.sha256, s.filename, t.title FROM submissions s JOIN tasks t ON t.id = s.task_id";
const IN_STACKS =
  "SELECT p.sha256, p.filename, t.title FROM stack_pages p JOIN stacks k ON k.id = p.stack_id " +
  "JOIN tasks t ON t.id = k.task_id WHERE p.state <> 'arriving'";

/** SQL, because a backup's database may be of an older version; the oldest ones have no stacks. */
export function namedFilesSql({ withStacks }: { withStacks: boolean }): string {
  return withStacks ? `${HANDED_IN} UNION ALL ${IN_STACKS}` : HANDED_IN;
}

/** The files that the rows name and a backup's list lacks, or has with another content. */
export function lostFiles(named: readonly NamedFile[], { entries }: Pick<Manifest, "entries">): LostFile[] {
  const contents = new Map(entries.map(({ path, sha256 }) => [path, sha256]));
  const lost = new Map<string, LostFile>();
  for (const { sha256, filename, title } of named) {
    const path = `files/${sha256.slice(0, 2)}/${sha256}`;
    const found = contents.get(path);
    if (found === sha256) continue;
    const words = `${found === undefined ? "missing" : "damaged"}: ${filename}, "${title}"`;
    lost.set(path, { path, words });
  }
  return [...lost.values()];
}
