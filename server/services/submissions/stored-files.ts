import { and, eq, inArray, ne } from "drizzle-orm";
import { DAY } from "../../../core/basics/durations.ts";
import { mayHavePages } from "../../../core/scan/file-type.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { stackPages, stacks, submissions } from "../../db/schema.ts";
import { BucketUnreachable } from "../../storage/bucket.ts";
import { isTooMany } from "../../storage/own-database.ts";
import type { TrashReason } from "../../storage/vault.ts";
import { isClockSteady } from "../operation/steady-clock.ts";
import {
  completeRecords,
  contentOfRecord,
  discardRecords,
  fileOfStack,
  fileOfSubmission,
  firstPages,
  type RecordedFile,
  trashDay,
} from "./hand-in-records.ts";

/** Files that are moved in one write, which blocks all others. */
const RELEASED = 20;

/**
 * Moves what a person deleted to the trash: the records, and the files if no other submission or stack has the same
 * content. Files that a bucket fails to move now are moved later by `sweepFiles`.
 */
export async function releaseFiles(context: AppContext, deleted: readonly RecordedFile[]): Promise<void> {
  try {
    await discardRecords(context, deleted);
    const hashes = deleted.map(({ sha256 }) => sha256);
    const files = await discardUnnamed(context, hashes, "deleted");
    if (files.length > 0) context.log.info("files-to-trash", { reason: "deleted", files: files.length });
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error;
    context.log.error("files-not-removed", error);
  }
}

/**
 * Moves those files of `hashes` that no row names to the trash, and returns them. Runs as a write, so that no upload of
 * the same content comes between the check and the move.
 */
async function discardUnnamed(
  { db, files, cache, now }: AppContext,
  hashes: readonly string[],
  reason: TrashReason,
): Promise<readonly string[]> {
  const candidates = [...new Set(hashes)];
  const day = trashDay(now());
  const discarded: string[] = [];
  for (let from = 0; from < candidates.length; from += RELEASED) {
    await db.write(async (query) => {
      const group = candidates.slice(from, from + RELEASED);
      const needed = await neededFiles(query, group);
      const free = group.filter((sha256) => !needed.has(sha256));
      await Promise.all(free.map((name) => files.discard({ day, reason, name })));
      for (const sha256 of free) await cache.removeAll(sha256);
      discarded.push(...free);
    });
  }
  return discarded;
}

/** Those of `hashes` that a submission or a stack has. */
export async function neededFiles(query: Query, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const named = [submissions, stackPages].map(async (table) => {
    return query
      .select({ sha256: table.sha256 })
      .from(table)
      .where(inArray(table.sha256, [...hashes]));
  });
  return new Set((await Promise.all(named)).flat().map(({ sha256 }) => sha256));
}

/** What is done with stored files at each start, and once a day. */
export async function tendFiles(context: AppContext): Promise<void> {
  const added = await completeRecords(context);
  if (added > 0) context.log.info("records-added", { records: added });
  // The next start tries again.
  if (context.lifecycle.stopping.aborted) return;
  await sweepFiles(context);
  if (await isClockSteady(context)) await emptyTrash(context);
}

/** Files that are checked together. */
const SWEEP = 200;

/**
 * Moves files that no submission or stack names to the trash, with their records: a crash between file and row leaves
 * one behind. If there are many, nothing is moved: then the database does not belong to them, or has lost rows.
 */
async function sweepFiles(context: AppContext): Promise<void> {
  const { db, files, cache, log } = context;
  const unnamed: string[] = [];
  let count = 0;
  for await (const names of inGroups(files.names())) {
    count += names.length;
    const needed = await neededFiles(db.query, names);
    unnamed.push(...names.filter((name) => !needed.has(name)));
  }
  if (isTooMany(unnamed.length, count)) {
    const words = "Nothing was moved: so many files without a row mean that rows are lost. Run: circuitgrade doctor";
    log.error("sweep-refused", words, { unnamed: unnamed.length, files: count });
    return;
  }
  const swept = await discardUnnamed(context, unnamed, "swept");
  if (swept.length > 0) {
    await sweepRecords(context, new Set(swept));
    log.warn("files-to-trash", { reason: "swept", files: swept.length, of: count });
  }
  for await (const names of inGroups(cache.names())) {
    const needed = await neededFiles(db.query, names.map(contentOf));
    for (const name of names) if (!needed.has(contentOf(name))) await cache.remove(name);
  }
}

async function sweepRecords({ records, now }: AppContext, swept: ReadonlySet<string>): Promise<void> {
  const day = trashDay(now());
  for await (const name of records.names({ fresh: true })) {
    if (swept.has(contentOfRecord(name))) await records.discard({ day, reason: "swept", name });
  }
}

/** Deletes for good what has been in the trash for `TRASH_DAYS`. */
async function emptyTrash({ trash, config, now, log }: AppContext): Promise<void> {
  const last = trashDay(now() - config.trashDays * DAY);
  let removed = 0;
  for await (const file of trash.list()) {
    if (file.day >= last) continue;
    await trash.remove(file);
    removed++;
  }
  if (removed > 0) log.info("trash-emptied", { files: removed, days: config.trashDays });
}

/** The SHA-256 that a name in the cache begins with. */
function contentOf(name: string): string {
  return name.slice(0, 64);
}

async function* inGroups(names: AsyncIterable<string>): AsyncGenerator<string[]> {
  let group: string[] = [];
  for await (const name of names) {
    group.push(name);
    if (group.length < SWEEP) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

/** Whether a submission's file also contains other people's pages: it is a stack's, or several students have it. */
export async function isPartOfStack(
  { db }: AppContext,
  { sha256, studentId, mimetype }: typeof submissions.$inferSelect,
): Promise<boolean> {
  if (!mayHavePages(mimetype)) return false;
  const sharing = and(eq(submissions.sha256, sha256), ne(submissions.studentId, studentId));
  const [[page], [other]] = await Promise.all([
    db.query.select({ id: stackPages.id }).from(stackPages).where(eq(stackPages.sha256, sha256)).limit(1),
    db.query.select({ id: submissions.id }).from(submissions).where(sharing).limit(1),
  ]);
  return page !== undefined || other !== undefined;
}

/** The files of tasks and of their stacks: they are deleted with the tasks. */
export async function filesOfTasks(query: Query, taskIds: readonly string[]): Promise<RecordedFile[]> {
  const handedIn = await query
    .select({ id: submissions.id, sha256: submissions.sha256 })
    .from(submissions)
    .where(inArray(submissions.taskId, [...taskIds]));
  const ofTasks = query
    .select({ id: stacks.id })
    .from(stacks)
    .where(inArray(stacks.taskId, [...taskIds]));
  const inStacks = await firstPages(query, inArray(stackPages.stackId, ofTasks));
  return [...handedIn.map(fileOfSubmission), ...inStacks.map(fileOfStack)];
}
