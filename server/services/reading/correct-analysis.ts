import { eq } from "drizzle-orm";
import type { Statement } from "../../../core/page-record/statement.ts";
import type { AppContext } from "../../context.ts";
import { analyses } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { publishOften } from "../access/audience.ts";
import { gradedSubmission } from "../access/task-access.ts";
import { type Analysis, loadRecord, type PageRecord, say } from "./page-record.ts";

/** A correction, and what is shown until the page is read with it. */
interface Correction {
  readonly statement: Statement;
  readonly shows?: Pick<Analysis, "predictions">;
}

/**
 * Stores what a person says of a page, if they may grade it and it was read. `change` looks at the page as it is now;
 * null: it is like that already. Returns the page after it.
 */
export async function correctAnalysis(
  context: AppContext,
  { user, analysisId }: { user: SessionUser; analysisId: string },
  change: (now: PageRecord) => Correction | null,
): Promise<{ fileId: string; analysis: Analysis }> {
  const { submission, task, analysis: before } = await gradedAnalysis(context, { userId: user.id, analysisId });
  if (before.width === 0) {
    throw new Refusal(409, { code: "not-read-yet", message: "The page was not read yet. Please wait a moment." });
  }
  const after = await context.db.write(async (query) => {
    const record = (await loadRecord(query, submission.id))!;
    const correction = change(record);
    if (correction === null) return record.analysis;
    const { statement, shows } = correction;
    const { after, sql } = say(query, record, { by: user.email, at: context.now(), statements: [statement] }, shows);
    await query.batch(sql);
    return after;
  });
  if (after.revision !== before.revision) {
    const page = { task_id: task.id, file_id: submission.id, state: before.state };
    await publishOften(context, task.id, { type: "analysis", ...page });
  }
  return { fileId: submission.id, analysis: after };
}

async function gradedAnalysis(context: AppContext, { userId, analysisId }: { userId: string; analysisId: string }) {
  const [row] = await context.db.query
    .select({ submissionId: analyses.submissionId })
    .from(analyses)
    .where(eq(analyses.id, analysisId));
  return gradedSubmission(context, userId, row?.submissionId ?? "");
}
