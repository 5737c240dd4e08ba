import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { stackPages, stacks, submissions, tasks } from "../../db/schema.ts";
import type { TrashedFile } from "../../storage/vault.ts";
import {
  contentOfRecord,
  fileOfSubmission,
  type HandInRecord,
  handInOfRecord,
  knownHandIns,
  parseRecord,
} from "../submissions/hand-in-records.ts";
import type { StudentRows, StudentScope } from "./student-rows.ts";

/** A file with pages of the student and of others. */
export interface MixedFile {
  readonly sha256: string;
  /** The student's pages within it, from 1: nobody else's. */
  readonly pages: readonly number[];
}

/** What becomes of the files that have pages of a student. */
export interface StudentFiles {
  /** SHA-256 of the files that have nothing else. */
  readonly own: readonly string[];
  /** Those that are written again without the student's pages. */
  readonly mixed: readonly MixedFile[];
  /** Those that keep a page of the student: somebody else has the same page, or a class outside the scope. */
  readonly shared: readonly string[];
}

/** Sorts the files of the student's rows by whose they are. */
export async function findStudentFiles(query: Query, rows: StudentRows): Promise<StudentFiles> {
  const theirs = [...rows.submissions.map(({ submission }) => submission), ...rows.stackPages.map(({ page }) => page)];
  const mine = new Set(theirs.map(({ id }) => id));
  const hashes = [...new Set(theirs.map(({ sha256 }) => sha256))];
  const found = [submissions, stackPages].map(async (table) => {
    const { id, sha256, page } = table;
    return query.select({ id, sha256, page }).from(table).where(inArray(sha256, hashes));
  });
  const named = (await Promise.all(found)).flat();
  const own: string[] = [];
  const mixed: MixedFile[] = [];
  const shared: string[] = [];
  for (const sha256 of hashes) {
    const all = named.filter((row) => row.sha256 === sha256);
    const others = all.filter(({ id }) => !mine.has(id));
    const taken = new Set(others.map(({ page }) => page));
    const pages = [...new Set(all.filter(({ id }) => mine.has(id)).map(({ page }) => page))];
    const alone = pages.filter((page) => !taken.has(page)).sort((a, b) => a - b);
    if (others.length === 0) own.push(sha256);
    else if (alone.length > 0) mixed.push({ sha256, pages: alone });
    if (alone.length < pages.length) shared.push(sha256);
  }
  return { own, mixed, shared };
}

/** Pages of stacks of these classes of which nobody has said whose they are: some may be the student's. */
export async function countUnknownPages(query: Query, classIds: readonly string[]): Promise<number> {
  const rows = await query
    .select({ id: stackPages.id })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .where(and(inArray(tasks.classId, [...classIds]), isNull(stackPages.studentId), ne(stackPages.state, "rejected")));
  return rows.length;
}

/** Files outside the database's reach that an erasure deletes. */
export interface VaultFiles {
  /** Originals, by their SHA-256. */
  readonly files: readonly string[];
  readonly records: readonly string[];
  readonly trash: readonly TrashedFile[];
}

interface Looking extends Pick<AppContext, "records" | "trash"> {
  readonly query: Query;
}

interface Wanted {
  readonly scope: StudentScope;
  readonly rows: StudentRows;
  readonly files: StudentFiles;
  /** Only what was received until then, in milliseconds since 1970; a record without a readable time is later. */
  readonly until?: number | undefined;
}

/**
 * Finds what the vault has of a student: the files and records of the rows, records that the database does not know, and
 * what was deleted and is in the trash. A file with a record that stays is not among them.
 */
export async function findVaultFiles(
  { query, records, trash }: Looking,
  { scope, rows, files: { own, mixed }, until = Number.POSITIVE_INFINITY }: Wanted,
): Promise<VaultFiles> {
  const ownFiles = new Set(own);
  const replaced = new Set([...own, ...mixed.map(({ sha256 }) => sha256)]);
  const taskIds = await tasksInScope(query, scope);
  const isLater = (record: HandInRecord | null) =>
    (record === null ? Number.POSITIVE_INFINITY : Date.parse(record.received_at)) > until;
  const isTheirs = (record: HandInRecord | null) => {
    if (record?.kind !== "submission" || record.student_id !== scope.studentId) return false;
    return taskIds === null || taskIds.has(record.task.id);
  };
  // Their rows say whose they are, so that their records need not be read.
  const known = await knownHandIns(query);
  const foundRecords = new Set(rows.submissions.map(({ submission }) => fileOfSubmission(submission).record));
  const unknown = new Set<string>();
  const kept = new Set<string>();
  for await (const name of records.names({ fresh: true })) {
    const content = contentOfRecord(name);
    if (known.has(handInOfRecord(name))) {
      if (replaced.has(content)) foundRecords.add(name);
      continue;
    }
    const record = parseRecord(await records.read(name));
    const isOthers = record?.kind === "submission" && ownFiles.has(content);
    if (!isLater(record) && (isTheirs(record) || (replaced.has(content) && !isOthers))) {
      foundRecords.add(name);
      unknown.add(content);
    } else kept.add(content);
  }
  const trashed: TrashedFile[] = [];
  for await (const file of trash.list()) trashed.push(file);
  const deleted = new Set<string>();
  const later = new Set<TrashedFile>();
  for (const file of trashed) {
    if (!file.name.endsWith(".json")) continue;
    const record = parseRecord(await trash.read(file));
    if (isLater(record)) {
      later.add(file);
      kept.add(contentOfRecord(file.name));
    } else if (isTheirs(record)) deleted.add(contentOfRecord(file.name));
  }
  const gone = new Set([...replaced, ...unknown, ...deleted]);
  return {
    files: [...new Set([...replaced, ...unknown])].filter((sha256) => !kept.has(sha256)),
    records: [...foundRecords],
    // A stack in the trash goes as a whole: it was deleted anyway.
    trash: trashed.filter((file) => gone.has(file.name.slice(0, 64)) && !later.has(file) && !kept.has(file.name)),
  };
}

/** Null: all, also those that were deleted. */
async function tasksInScope(query: Query, { classIds }: StudentScope): Promise<ReadonlySet<string> | null> {
  if (classIds === null) return null;
  const rows = await query
    .select({ id: tasks.id })
    .from(tasks)
    .where(inArray(tasks.classId, [...classIds]));
  return new Set(rows.map(({ id }) => id));
}
