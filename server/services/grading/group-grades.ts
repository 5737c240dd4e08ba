import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import type { z } from "zod";
import { isSameGrade } from "../../../core/page-record/fold.ts";
import type { AppContext } from "../../context.ts";
import type { acceptGradesBody, GradesAccepted, GroupGraded, gradeGroupBody } from "../../contract/results/answers.ts";
import type { Query } from "../../db/client.ts";
import { analyses, submissions } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { gradedTask } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { type ReadAnswer, readAnswers } from "../reading/read-answers.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import { membersOf } from "./answer-groups.ts";
import { certaintyView } from "./decision-views.ts";
import { giveGrades, groupChanged, type WantedGrade } from "./grade-batches.ts";
import { reasonsAgainst } from "./reasons-against.ts";

/** Gives one grade and comment to all pages of an answer group, or returns what that would change. */
export async function gradeGroup(
  context: AppContext,
  { user, taskId, body }: { user: SessionUser; taskId: string; body: z.output<typeof gradeGroupBody> },
): Promise<GroupGraded> {
  const access = await gradedTask(context, user.id, taskId);
  const { item, group, structure, total_grade: grade, regrade, preview, expected } = body;
  const answers = (await readAnswers(context, access)).filter(({ submission }) => submission.item === item);
  const members = membersOf(answers, { group, structure });
  if (members.length === 0) throw notFound("This answer group no longer exists.");
  const chosen = members.filter(({ submission }) => regrade || !submission.graded || grade === undefined);
  const comment = body.comment === undefined ? undefined : body.comment.trim() || null;
  const wanted = chosen
    .map(
      ({ submission }): WantedGrade => ({
        submission,
        graded: grade === undefined ? submission.graded : true,
        totalGrade: grade ?? submission.totalGrade,
        comment: comment === undefined ? submission.comment : comment,
      }),
    )
    .filter((each) => !isSameGrade(each, each.submission));
  const changes = wanted.map(({ submission, totalGrade }) => {
    return { previous_grade: submission.totalGrade, total_grade: totalGrade };
  });
  const kept = members.length - wanted.length;
  const fingerprint = fingerprintOf(wanted);
  if (preview) return { changes, kept, batch: null, fingerprint };
  if (expected !== undefined && expected !== fingerprint) throw groupChanged();
  const label = `Group of ${members.length} ${members.length === 1 ? "page" : "pages"}, item ${item}`;
  const check = (query: Query) => requireSameBasis(query, { taskId, answers: chosen });
  return { changes, kept, batch: await giveGrades(context, wanted, { user, taskId, label, check }), fingerprint };
}

interface Accepting extends z.output<typeof acceptGradesBody> {
  readonly user: SessionUser;
  readonly taskId: string;
}

/**
 * Gives every ungraded page that the machine is sure enough of, by the task's setting, its proposed grade.
 * @throws {Refusal} if the setting is another one than the person saw.
 */
export async function acceptGrades(context: AppContext, { user, taskId, seen }: Accepting): Promise<GradesAccepted> {
  const access = await gradedTask(context, user.id, taskId);
  const { task } = access;
  const answers = await readAnswers(context, access, { decide: "ungraded" });
  const enrolled = new Set((await loadRoster(context, task.classId)).map(({ student_id }) => student_id));
  if (seen && seen.percent !== task.certainty) throw certaintyChanged();
  const end = seen ? Date.parse(seen.at) : Number.POSITIVE_INFINITY;
  const sure = answers.filter((answer) => {
    const isSeen = !answer.submission.graded && answer.analysis.updatedAt <= end;
    return isSeen && reasonsAgainst(answer, enrolled).length === 0;
  });
  const wanted = sure.map(({ submission, grade }): WantedGrade => {
    return { submission, graded: true, totalGrade: grade.grade, comment: submission.comment };
  });
  const { full, fewer } = certaintyView(task.certainty);
  const label = `All that the machine is sure of: full marks from ${full}, fewer from ${fewer}`;
  const check = (query: Query) => requireSameBasis(query, { taskId, answers: sure });
  return { batch: await giveGrades(context, wanted, { user, taskId, label, check }) };
}

function certaintyChanged(): Refusal {
  const message = "How sure the machine must be was changed meanwhile. Look again at what would be confirmed.";
  return new Refusal(409, { code: "certainty-changed", message });
}

/** Says which pages get which grades and comments. */
function fingerprintOf(wanted: readonly WantedGrade[]): string {
  const grades = wanted.map(({ submission, totalGrade, comment }) =>
    JSON.stringify([submission.id, totalGrade, comment]),
  );
  return createHash("sha256").update(grades.sort().join("\n")).digest("hex");
}

/** Refuses if keys or readings have changed since the grades were proposed or the group was formed. */
async function requireSameBasis(
  query: Query,
  { taskId, answers }: { taskId: string; answers: readonly ReadAnswer[] },
): Promise<void> {
  const [rows, items] = await Promise.all([
    query
      .select({ id: analyses.id, revision: analyses.revision, updatedAt: analyses.updatedAt })
      .from(analyses)
      .innerJoin(submissions, eq(submissions.id, analyses.submissionId))
      .where(eq(submissions.taskId, taskId)),
    taskKeys({ query }, taskId),
  ]);
  const readings = new Map(rows.map((row) => [row.id, row]));
  const isSame = ({ submission, analysis, keys, rubric, names }: ReadAnswer): boolean => {
    const { id, revision, updatedAt } = analysis;
    const now = items.get(submission.item) ?? NO_KEYS;
    return isDeepStrictEqual(
      [readings.get(id), now.keys, now.rubric, now.names],
      [{ id, revision, updatedAt }, keys, rubric, names],
    );
  };
  if (!answers.every(isSame)) throw groupChanged();
}
