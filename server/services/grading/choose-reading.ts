import { and, asc, eq } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import type { ReadingChosen, ReadingTakenBack } from "../../contract/results/answers.ts";
import type { Query } from "../../db/client.ts";
import { analyses, gradeLog, submissions } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { gradedSubmission } from "../access/task-access.ts";
import type { Analysis } from "../reading/analyses.ts";
import { choiceColumns } from "../reading/choice-columns.ts";
import { decideAnswer } from "../reading/decide-answer.ts";
import { loadLooks } from "../reading/read-answers.ts";
import type { Submission } from "../submissions/submissions.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import { changeGrade, publishGrades } from "./grade-batches.ts";

interface Choosing {
  readonly user: SessionUser;
  readonly fileId: string;
  /** The name of one of the question's choices. */
  readonly reading: string;
  /** Undefined keeps the page's comment. */
  readonly comment?: string | undefined;
}

/**
 * Takes a person's word for how a page is to be read, and gives the page the points of that reading. It stays when the
 * page is read again, until it is taken back or the page is corrected.
 *
 * @throws {Refusal} if the page is asked another question by now, or the reading cannot be compared with the keys.
 */
export async function chooseReading(
  context: AppContext,
  { user, fileId, reading, comment }: Choosing,
): Promise<ReadingChosen> {
  const { submission, analysis, task } = await gradedSubmission(context, user.id, fileId);
  const keys = (await taskKeys(context.db, submission.taskId)).get(submission.item) ?? NO_KEYS;
  const looks = await loadLooks(context, analysis);
  const { asked } = decideAnswer(analysis, { ...keys, looks, certainty: task.certainty });
  const index = asked?.question.choices.findIndex(({ name }) => name === reading) ?? -1;
  if (asked === null || index === -1) {
    throw questionChanged("The page was read again, or its keys changed: look at its readings again.");
  }
  const { text, points } = asked.question.choices[index]!;
  if (points === null) {
    throw new Refusal(409, {
      code: "not-comparable",
      message: "This reading cannot be compared with the keys. Grade the page by hand.",
    });
  }
  const at = context.now();
  await context.db.write(async (query) => {
    const now = await unchanged(query, { submission, analysis });
    const said = { name: reading, text, netlist: asked.netlists[index]!, by: user.email, at };
    const changed = choiceColumns(analysis, said, now);
    const words = comment === undefined ? now.comment : comment.trim() || null;
    const grade = { submission: now, graded: true, totalGrade: points, comment: words };
    await query.batch([
      query.update(analyses).set(changed).where(eq(analyses.id, analysis.id)),
      ...changeGrade(query, grade, { by: user.email, at }),
    ]);
  });
  await tellOthers(context, submission);
  return { total_grade: points, reading: text };
}

/**
 * Takes the choice of a reading back: the page is again what the machine reads, and has the grade and comment from
 * before. Those that were given since the choice stay. A push does not give the choice again.
 *
 * @throws {Refusal} if no reading of the page was chosen.
 */
export async function takeBackReading(
  context: AppContext,
  { user, fileId }: Pick<Choosing, "user" | "fileId">,
): Promise<ReadingTakenBack> {
  const { submission, analysis } = await gradedSubmission(context, user.id, fileId);
  const { chosen } = analysis;
  if (chosen === null) {
    throw new Refusal(409, { code: "no-choice", message: "No reading of this page was chosen." });
  }
  const at = context.now();
  const totalGrade = await context.db.write(async (query) => {
    const now = await unchanged(query, { submission, analysis });
    const { reading, ...grade } = chosen.instead;
    const words = await commentBefore(query, { submission: now, at: chosen.at });
    const takenBack = chosen.name;
    const changed = { ...reading, chosen: null, takenBack, revision: analysis.revision + 1, updatedAt: at };
    await query.batch([
      query.update(analyses).set(changed).where(eq(analyses.id, analysis.id)),
      ...(words === null ? [] : changeGrade(query, { submission: now, ...grade, ...words }, { by: user.email, at })),
    ]);
    return words === null ? now.totalGrade : grade.totalGrade;
  });
  await tellOthers(context, submission);
  return { total_grade: totalGrade };
}

/** The submission as it is now. Refuses if its page was read or corrected since it was loaded. */
async function unchanged(
  query: Query,
  { submission, analysis }: { submission: Submission; analysis: Analysis },
): Promise<Submission> {
  const rows = await query
    .select({ submission: submissions, analysis: analyses })
    .from(analyses)
    .innerJoin(submissions, eq(submissions.id, analyses.submissionId))
    .where(and(eq(analyses.id, analysis.id), eq(submissions.id, submission.id)));
  const now = rows[0];
  if (now?.analysis.revision !== analysis.revision || now.analysis.updatedAt !== analysis.updatedAt) {
    throw questionChanged("The page was changed meanwhile: look at it again.");
  }
  return now.submission;
}

/**
 * A page's comment from before a choice; null if its grade or comment was changed since. The choice's own entry in the
 * log, if it has one, has the time `at`.
 */
async function commentBefore(
  query: Query,
  { submission, at }: { submission: Submission; at: number },
): Promise<Pick<Submission, "comment"> | null> {
  const { submissionId, comment, changedAt, id } = gradeLog;
  const own = eq(submissionId, submission.id);
  const log = await query.select({ comment, changedAt }).from(gradeLog).where(own).orderBy(asc(id));
  const since = log.filter((entry) => entry.changedAt >= at);
  if (since.length === 0) return { comment: submission.comment };
  if (since.length > 1 || since[0]!.changedAt !== at) return null;
  return { comment: log.at(-2)?.comment ?? null };
}

async function tellOthers(context: AppContext, { id, taskId }: Submission): Promise<void> {
  await publishGrades(context, taskId, [id]);
  await settleTask(context, taskId);
}

function questionChanged(message: string): Refusal {
  return new Refusal(409, { code: "question-changed", message });
}
