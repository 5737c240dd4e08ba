import { and, desc, eq, isNull } from "drizzle-orm";
import { count } from "../../../core/basics/texts.ts";
import { foldWords, gradeIn, holding, isSameGrade } from "../../../core/page-record/fold.ts";
import type { GivenGrade } from "../../../core/page-record/statement.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { GradeBatch, LastBatch } from "../../contract/results/answers.ts";
import { among, type Query, type SqlStatement } from "../../db/query.ts";
import { gradeBatches, statements, submissions, tasks } from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { notFound, Refusal } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { requireAccess, type TaskAccess } from "../access/task-access.ts";
import { loadSaid } from "../reading/page-record.ts";
import { insertNext, storeGrade } from "../reading/say.ts";
import type { Submission } from "../submissions/submissions.ts";
import { settleTask } from "../tasks/task-state.ts";

/** The grade and comment that a submission gets. */
export interface WantedGrade extends GivenGrade {
  readonly submission: Submission;
}

interface GivenStep {
  readonly user: SessionUser;
  readonly taskId: string;
  readonly label: string;
  /** Throws, within the write, if the grades may no longer be given. */
  check?(query: Query): Promise<void>;
}

/** Gives grades in one step, all or none, each recorded in its log; null if there are none to give. */
export async function giveGrades(
  context: AppContext,
  wanted: readonly WantedGrade[],
  { user, taskId, label, check }: GivenStep,
): Promise<GradeBatch | null> {
  if (wanted.length === 0) return null;
  const [id, createdAt] = [newId(), context.now()];
  await context.db.write(async (query) => {
    await requireUnchanged(query, wanted);
    await check?.(query);
    await query.batch([
      query.insert(gradeBatches).values({ id, taskId, label, createdAt }),
      ...wanted.flatMap((each) => changeGrade(query, each, { by: user.email, at: createdAt, batchId: id })),
    ]);
  });
  await publishGrades(context, taskId);
  return { id, label, files: wanted.length, created_at: new Date(createdAt).toISOString() };
}

/**
 * Restores the values from before a batch. Pages whose grade or comment was changed since keep it.
 * @throws {Refusal} if that would hide more than `released` grades from students.
 */
export async function undoGrades(
  context: AppContext,
  user: SessionUser,
  { batchId, released }: { readonly batchId: string; readonly released?: number | undefined },
): Promise<{ restored: number; skipped: number }> {
  const missing = "These grades cannot be found.";
  const [batch] = await context.db.query
    .select({ task: tasks })
    .from(gradeBatches)
    .innerJoin(tasks, eq(tasks.id, gradeBatches.taskId))
    .where(eq(gradeBatches.id, batchId));
  const access = await requireAccess(context, user.id, { task: batch?.task, right: "grade", missing });
  const { task } = access;
  const at = context.now();
  const done = await context.db.write(async (query) => {
    const rows = await ownRows(query, batchId, access);
    if (rows === null) throw notFound(missing);
    const open = and(eq(gradeBatches.id, batchId), isNull(gradeBatches.undoneAt));
    if ((await query.select().from(gradeBatches).where(open)).length === 0) throw alreadyUndone();
    const shown = releasedOf(rows);
    if (released !== undefined && shown > released) throw releasedMeanwhile(shown);
    const own = rows.filter(({ isLast }) => isLast);
    await query.batch([
      query.update(gradeBatches).set({ undoneAt: at }).where(eq(gradeBatches.id, batchId)),
      ...own.flatMap(({ submission, number, before }) => [
        storeGrade(query, { submission, ...before }),
        insertNext(query, {
          submissionId: submission.id,
          by: user.email,
          at,
          statement: { kind: "take-back", number },
        }),
      ]),
    ]);
    return { restored: own.length, skipped: rows.length - own.length };
  });
  await publishGrades(context, task.id);
  return done;
}

/** The last batch of grades of a task that was not undone and that a person may undo. */
export async function lastBatch(context: AppContext, access: TaskAccess): Promise<LastBatch | null> {
  const open = await context.db.query
    .select()
    .from(gradeBatches)
    .where(and(eq(gradeBatches.taskId, access.task.id), isNull(gradeBatches.undoneAt)))
    .orderBy(desc(gradeBatches.createdAt));
  for (const { id, label, createdAt } of open) {
    const rows = await ownRows(context.db.query, id, access);
    if (rows === null) continue;
    return { id, label, files: rows.length, released: releasedOf(rows), created_at: new Date(createdAt).toISOString() };
  }
  return null;
}

interface BatchRow {
  readonly submission: Submission;
  /** Of the statement that gave the grade. */
  readonly number: number;
  /** The page has its grade and comment from it. */
  readonly isLast: boolean;
  /** What it has without it. */
  readonly before: GivenGrade;
}

/** What a batch changed, and the pages as they are now; null for a grader unless all of its pages are theirs. */
async function ownRows(query: Query, batchId: string, { role, mayGrade }: TaskAccess): Promise<BatchRow[] | null> {
  const rows = await query
    .select({ submission: submissions, number: statements.number })
    .from(statements)
    .innerJoin(submissions, eq(submissions.id, statements.submissionId))
    .where(eq(statements.batchId, batchId));
  const areTheirs = rows.length > 0 && rows.every(({ submission }) => mayGrade(submission));
  if (role === "grader" && !areTheirs) return null;
  const ids = rows.map(({ submission }) => submission.id);
  const saidOf = await loadSaid(query, ids);
  return rows.map(({ submission, number }) => {
    const said = saidOf.get(submission.id) ?? [];
    const last = holding(said).findLast(({ statement }) => gradeIn(statement) !== null);
    const undo = { number: said.at(-1)!.number + 1, statement: { kind: "take-back" as const, number } };
    return { submission, number, isLast: last?.number === number, before: foldWords([...said, undo]).grade };
  });
}

/** Whether an undo leaves the page without a grade. */
function isTakenAway({ submission, isLast, before }: BatchRow): boolean {
  return submission.graded && isLast && !before.graded;
}

/** How many grades that students can see an undo hides. */
function releasedOf(rows: readonly BatchRow[]): number {
  return rows.filter((row) => row.submission.releasedAt !== null && isTakenAway(row)).length;
}

/** How a grade came about. */
interface Giving {
  readonly by: string;
  readonly at: number;
  readonly pushed?: boolean;
  readonly batchId?: string;
}

/** The SQL that gives a grade and keeps that somebody said so. */
export function changeGrade(query: Query, wanted: WantedGrade, giving: Giving): [SqlStatement, SqlStatement] {
  const { submission, graded, totalGrade, comment } = wanted;
  const statement = { kind: "grade", grade: { graded, totalGrade, comment } } as const;
  return [storeGrade(query, wanted, giving), insertNext(query, { submissionId: submission.id, ...giving, statement })];
}

/** A person may have graded a page since it was loaded. */
async function requireUnchanged(query: Query, wanted: readonly WantedGrade[]): Promise<void> {
  const ids = wanted.map(({ submission }) => submission.id);
  const rows = await query.select().from(submissions).where(among(submissions.id, ids));
  const now = new Map(rows.map((row) => [row.id, row]));
  const changed = wanted.some(({ submission: before }) => {
    const row = now.get(before.id);
    return row === undefined || !row.counts || !isSameGrade(before, row);
  });
  if (changed) throw groupChanged();
}

/** Pages were added, removed or graded since the instructor saw what would change. */
export function groupChanged(): Refusal {
  const message = "Pages were added or graded meanwhile. Check again what would change.";
  return new Refusal(409, { code: "answers-changed", message });
}

function releasedMeanwhile(shown: number): Refusal {
  const seen = count(shown, "of these grades is", "of these grades are");
  const message = `Nothing was undone: by now ${seen} released, and an undo hides what students see. Press Undo again to do so.`;
  return new Refusal(409, { code: "released-meanwhile", message });
}

function alreadyUndone(): Refusal {
  return new Refusal(409, { code: "already-undone", message: "These grades were already undone." });
}

/** Tells open pages that grades of the task changed, and notices if all is graded by that. */
export async function publishGrades(context: AppContext, taskId: string): Promise<void> {
  await publishToTask(context, taskId);
  await settleTask(context, taskId);
}
