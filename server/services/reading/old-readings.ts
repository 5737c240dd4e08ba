import { and, asc, eq, inArray } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { analyses, jobs, submissions } from "../../db/schema.ts";
import { queueReadings } from "./reading.ts";

/** The key of what an earlier version read without recording what else the page may show. */
export const OLD_READING = "older-alone";

/** So many at once, and only while no other page waits: new pages need not wait behind a term's old ones. */
export const OLD_AT_ONCE = 20;

/**
 * Queues pages again that an earlier version read, which did not record what else they may show: without that nobody
 * knows how sure the machine is of them. Pages that have a grade or that a person corrected stay as they are.
 */
export async function queueOldReadings(context: AppContext): Promise<void> {
  const { query } = context.db;
  const busy = and(eq(jobs.kind, "read"), inArray(jobs.state, ["queued", "running"]));
  if ((await query.select({ id: jobs.id }).from(jobs).where(busy).limit(1)).length > 0) return;
  const rows = await query
    .select({ id: submissions.id })
    .from(analyses)
    .innerJoin(submissions, eq(submissions.id, analyses.submissionId))
    .where(
      and(
        eq(analyses.state, "done"),
        eq(analyses.reading, OLD_READING),
        eq(submissions.counts, true),
        eq(submissions.graded, false),
      ),
    )
    .orderBy(asc(submissions.receivedAt))
    .limit(OLD_AT_ONCE);
  if (rows.length > 0) {
    await queueReadings(
      context,
      rows.map(({ id }) => id),
    );
  }
}
