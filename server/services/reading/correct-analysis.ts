import { eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { analyses } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { publishOften } from "../access/audience.ts";
import { gradedSubmission } from "../access/task-access.ts";
import type { Submission } from "../submissions/submissions.ts";
import type { Analysis } from "./page-record.ts";
import { sayOf } from "./say.ts";

/**
 * Stores what a person says of a page, if they may grade it and it was read. `change` looks at the page as it is now;
 * null: it is like that already. Returns the page after it.
 */
export async function correctAnalysis(
  context: AppContext,
  { user, analysisId }: { user: SessionUser; analysisId: string },
  change: Parameters<typeof sayOf>[2],
): Promise<{ submission: Submission; analysis: Analysis }> {
  const { submission, task, analysis: before } = await gradedAnalysis(context, { userId: user.id, analysisId });
  if (before.width === 0) {
    throw new Refusal(409, { code: "not-read-yet", message: "The page was not read yet. Please wait a moment." });
  }
  const { after } = await sayOf(context, { user, fileId: submission.id }, change);
  if (after.revision !== before.revision) await publishOften(context, task.id, "analysis");
  return { submission, analysis: after };
}

async function gradedAnalysis(context: AppContext, { userId, analysisId }: { userId: string; analysisId: string }) {
  const [row] = await context.db.query
    .select({ submissionId: analyses.submissionId })
    .from(analyses)
    .where(eq(analyses.id, analysisId));
  return gradedSubmission(context, userId, row?.submissionId ?? "");
}
