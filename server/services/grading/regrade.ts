import { createHash } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { z } from "zod";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AnswerKey } from "../../../core/grade/item-function.ts";
import { planRegrade, type RegradedPage, type RegradePlan } from "../../../core/grade/plan-regrade.ts";
import { keyUnder } from "../../../core/rules/tasks/answer-keys.ts";
import { namedKeys, namesOrNull } from "../../../core/rules/tasks/item-names.ts";
import type { AppContext } from "../../context.ts";
import type { Regrade } from "../../contract/tasks/regrade.ts";
import type { previewEditBody } from "../../contract/tasks/task.ts";
import type { Query } from "../../db/client.ts";
import { enrolments, submissions } from "../../db/schema.ts";
import type { ValidKey } from "../../recogniser/check-keys.ts";
import { ownClass } from "../access/class-access.ts";
import { ownTask, type Whose } from "../access/task-access.ts";
import { shownStudents } from "../classes/shown-students.ts";
import { type Analysis, pageRows } from "../reading/page-record.ts";
import type { Submission } from "../submissions/submissions.ts";
import { refuseEdit } from "../tasks/refuse-edit.ts";
import { checkTaskBody, type ValidTask } from "../tasks/task-fields.ts";
import { type ItemKeys, proposeGrade, taskKeys } from "../tasks/task-items.ts";
import type { WantedGrade } from "./grade-batches.ts";

/** The effect on a task's grades. */
export interface TaskRegrade {
  readonly plan: RegradePlan;
  /** Ungraded pages whose proposal changes. */
  readonly reproposed: number;
  readonly gone: Regrade["gone"];
  /** The new grades of the pages that change. */
  readonly wanted: readonly WantedGrade[];
  readonly fingerprint: string;
}

/** What editing the task would change for its grades and for students who handed in; nothing is changed. */
export async function previewRegrade(
  context: AppContext,
  { userId, taskId, body }: Whose & { body: z.output<typeof previewEditBody> },
): Promise<Regrade> {
  const { query } = context.db;
  const task = await ownTask(context, userId, taskId);
  const { items, classId } = await checkTaskBody(context, body);
  await ownClass(context, userId, classId);
  await refuseEdit(query, { taskId, updatedAt: body.updatedAt, items });
  const [regrade, shown, change] = await Promise.all([
    planTaskRegrade(query, { taskId, items }),
    shownStudents(context, task),
    classId === task.classId ? null : classChange(query, { taskId, classId }),
  ]);
  const { students, kept, outputs, unchanged } = regrade.plan;
  return {
    unchanged,
    reproposed: regrade.reproposed,
    students: [...students]
      .sort((a, b) => shown.compare(a.studentId, b.studentId))
      .map(({ studentId, from, to, pages }) => ({
        student_id: shown.name(studentId),
        from,
        to,
        pages: pages.map(({ id, ...page }) => ({ file_id: id, ...page })),
      })),
    kept: kept.map(({ id, studentId, proposed: [before, after], ...each }) => ({
      ...each,
      file_id: id,
      student_id: shown.name(studentId),
      proposed_before: before,
      proposed_after: after,
    })),
    outputs,
    gone: regrade.gone,
    class_change: change,
    fingerprint: regrade.fingerprint,
  };
}

async function classChange(query: Query, { taskId, classId }: { taskId: string; classId: string }) {
  const [handedIn, enrolled] = await Promise.all([
    query
      .selectDistinct({ id: submissions.studentId })
      .from(submissions)
      .where(and(eq(submissions.taskId, taskId), eq(submissions.counts, true))),
    query.select({ id: enrolments.studentId }).from(enrolments).where(eq(enrolments.classId, classId)),
  ]);
  const ids = new Set(enrolled.map(({ id }) => id));
  return { students: handedIn.length, not_enrolled: handedIn.filter(({ id }) => !ids.has(id)).length };
}

/** Compares a task's answers with its current keys and with the new ones. */
export async function planTaskRegrade(
  query: Query,
  { taskId, items }: { taskId: string; items: ValidTask["items"] },
): Promise<TaskRegrade> {
  // Also those of removed items, which may come back.
  const counting = and(eq(submissions.taskId, taskId), eq(submissions.counts, true));
  const [rows, current] = await Promise.all([
    pageRows(query, counting).orderBy(asc(submissions.studentId), asc(submissions.item)),
    taskKeys({ query }, taskId),
  ]);
  const next = newKeys(items, current);
  const judged = rows.map(({ submission, analysis }) => ({
    submission,
    page: regradedPage(submission, {
      analysis,
      before: current.get(submission.item),
      after: next.get(submission.item),
    }),
  }));
  const graded = judged.filter(({ submission }) => submission.graded);
  const plan = planRegrade(graded.map(({ page }) => page));
  const byId = new Map(graded.map(({ submission }) => [submission.id, submission]));
  const changes = plan.students.flatMap(({ pages }) => pages).filter(({ why }) => why === "keys");
  const gone = judged.filter(({ page: { before, after } }) => before !== null && after === null);
  return {
    plan,
    reproposed: judged.filter(({ submission, page: { before, after } }) => {
      return !submission.graded && after !== null && (before?.points ?? null) !== after.points;
    }).length,
    gone: [...groupBy(gone, ({ page }) => page.item)].map(([item, pages]) => ({ item, pages: pages.length })),
    wanted: changes.map(({ id, to }): WantedGrade => {
      const submission = byId.get(id)!;
      return { submission, graded: to !== null, totalGrade: to, comment: submission.comment };
    }),
    fingerprint: fingerprint(plan),
  };
}

/** The task's items after the edit; a rubric, names or a question that were left out stay. */
export function newKeys(
  items: ValidTask["items"],
  current: ReadonlyMap<number, ItemKeys>,
): ReadonlyMap<number, ItemKeys> {
  return new Map(
    items.map((next, index) => {
      const item = index + 1;
      const { rubric = current.get(item)?.rubric ?? null, question = current.get(item)?.question ?? null } = next;
      const own = next.keys.map((key, place) => withList(key, { place, former: current.get(item)?.keys ?? [] }));
      const { keys, names } =
        next.names === undefined ? withNames(own, current.get(item)?.names) : { keys: own, names: next.names };
      return [item, { keys: namedKeys(keys, names), rubric, names: names ?? null, question }];
    }),
  );
}

/** The key, with the list of the former one that has its expression: the one at the same place, if several have. */
function withList(
  { listStays, ...key }: ValidKey,
  { place, former }: { readonly place: number; readonly former: ItemKeys["keys"] },
): AnswerKey {
  const ordered = listStays ? [...former.slice(place, place + 1), ...former] : [];
  const same = ordered.find(({ expression }) => expression === key.expression);
  return same ? { ...key, minterms: same.minterms } : key;
}

/** Keys of an item that keeps its names; it loses them if a key has an input that they do not name. */
function withNames(keys: ItemKeys["keys"], former: ItemKeys["names"] = null): Pick<ItemKeys, "keys" | "names"> {
  const names = former && namesOrNull({ ...former, outputs: former.outputs.slice(0, keys.length) });
  if (names === null || names.inputs.length === 0) return { keys, names };
  const own = keys.flatMap((key) => {
    const own = keyUnder(key, names.inputs);
    return own === null ? [] : [{ ...key, ...own }];
  });
  return own.length === keys.length ? { keys: own, names } : { keys, names: null };
}

interface Comparison {
  readonly analysis: Analysis;
  readonly before: ItemKeys | undefined;
  readonly after: ItemKeys | undefined;
}

function regradedPage(
  { id, studentId, item, totalGrade }: Submission,
  { analysis, before, after }: Comparison,
): RegradedPage {
  const isRead = analysis.state === "done";
  const judge = (keys: ItemKeys) =>
    isRead ? proposeGrade(keys, analysis) : { points: null, rows: [], adjustments: [] };
  const was = before ? judge(before) : null;
  // A person's grade is not changed, even if it happens to equal what the old keys gave for an unread page.
  const overridden = was === null || was.points === null || totalGrade !== was.points;
  return { id, studentId, item, given: totalGrade, overridden, before: was, after: after ? judge(after) : null };
}

function fingerprint({ students, kept }: RegradePlan): string {
  const changes = students.flatMap(({ pages }) => pages.map(({ id, why, from, to }) => [id, why, from, to]));
  const stays = kept.map(({ id, points, proposed }) => [id, points, ...proposed]);
  return createHash("sha256")
    .update(JSON.stringify([changes, stays]))
    .digest("hex");
}
