import { and, eq, inArray, ne } from "drizzle-orm";
import { BucketUnreachable } from "../adapters/bucket.ts";
import type { AppContext } from "../context.ts";
import type { Query } from "../db/client.ts";
import { stackPages, stacks, submissions } from "../db/schema.ts";

/** Files that are removed in one write: nobody else writes meanwhile. */
const RELEASED = 20;

/**
 * Removes the stored files of submissions that are gone, as far as no other submission or stack has the same content.
 * Runs as a write, so that no upload of the same content comes between the look and the removal. What a bucket does not
 * remove now `sweepFiles` removes later.
 */
export async function releaseFiles({ db, files, cache, log }: AppContext, hashes: readonly string[]): Promise<void> {
  const candidates = [...new Set(hashes)];
  try {
    for (let from = 0; from < candidates.length; from += RELEASED) {
      await db.write(async (query) => {
        const group = candidates.slice(from, from + RELEASED);
        const needed = await neededFiles(query, group);
        const free = group.filter((sha256) => !needed.has(sha256));
        await Promise.all(free.map((sha256) => files.remove(sha256)));
        for (const sha256 of free) await cache.removeAll(sha256);
      });
    }
  } catch (error) {
    if (!(error instanceof BucketUnreachable)) throw error;
    log.error("files-not-removed", error);
  }
}

/** The contents among `hashes` that a submission or a stack has. */
async function neededFiles(query: Query, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...hashes];
  const handedIn = await query
    .select({ sha256: submissions.sha256 })
    .from(submissions)
    .where(inArray(submissions.sha256, asked));
  const inStacks = await query
    .select({ sha256: stackPages.sha256 })
    .from(stackPages)
    .where(inArray(stackPages.sha256, asked));
  return new Set([...handedIn, ...inStacks].map(({ sha256 }) => sha256));
}

/** Files that are looked at together. */
const SWEEP = 200;

/**
 * Removes stored files that no submission or stack names: a crash between file and row leaves one behind. What was made
 * of files goes with them, also where another process removed them.
 */
export async function sweepFiles(context: AppContext): Promise<void> {
  for await (const names of inGroups(context.files.names())) {
    const needed = await neededFiles(context.db.query, names);
    await releaseFiles(
      context,
      names.filter((name) => !needed.has(name)),
    );
  }
  for await (const names of inGroups(context.cache.names())) {
    const needed = await neededFiles(context.db.query, names.map(contentOf));
    for (const name of names) if (!needed.has(contentOf(name))) await context.cache.remove(name);
  }
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

/** Whether a submission's file holds others' pages too: it is a stack's, or several students have it. */
export async function isPartOfStack(
  { db }: AppContext,
  { sha256, studentId, mimetype }: typeof submissions.$inferSelect,
): Promise<boolean> {
  if (mimetype !== "application/pdf") return false;
  const sharing = and(eq(submissions.sha256, sha256), ne(submissions.studentId, studentId));
  const [[page], [other]] = await Promise.all([
    db.query.select({ id: stackPages.id }).from(stackPages).where(eq(stackPages.sha256, sha256)).limit(1),
    db.query.select({ id: submissions.id }).from(submissions).where(sharing).limit(1),
  ]);
  return page !== undefined || other !== undefined;
}

/** The files of a task's stacks: they go with the task. */
export async function stackHashes(query: Query, taskIds: readonly string[]): Promise<{ sha256: string }[]> {
  return query
    .selectDistinct({ sha256: stackPages.sha256 })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .where(inArray(stacks.taskId, [...taskIds]));
}
