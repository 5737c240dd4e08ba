import { eq, inArray } from "drizzle-orm";
import type { AppContext } from "../context.ts";
import type { Query } from "../db/client.ts";
import { stackPages, stacks, submissions } from "../db/schema.ts";

/**
 * Removes the stored files of submissions that are gone, as far as no other submission or stack has the same content. Runs as a
 * write, so that no upload of the same content comes between the look and the removal.
 */
export async function releaseFiles({ db, files, cache }: AppContext, hashes: readonly string[]): Promise<void> {
  const candidates = [...new Set(hashes)];
  if (candidates.length === 0) return;
  await db.write(async (query) => {
    const kept = await query
      .select({ sha256: submissions.sha256 })
      .from(submissions)
      .where(inArray(submissions.sha256, candidates));
    const inStacks = await query
      .select({ sha256: stackPages.sha256 })
      .from(stackPages)
      .where(inArray(stackPages.sha256, candidates));
    const needed = new Set([...kept, ...inStacks].map(({ sha256 }) => sha256));
    for (const sha256 of candidates) {
      if (needed.has(sha256)) continue;
      await files.remove(sha256);
      await cache.removeAll(sha256);
    }
  });
}

/** The files of a task's stacks: they go with the task. */
export async function stackHashes(query: Query, taskIds: readonly string[]): Promise<{ sha256: string }[]> {
  return query
    .selectDistinct({ sha256: stackPages.sha256 })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .where(inArray(stacks.taskId, [...taskIds]));
}
