import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { checkAnswerKeys, checkKeyExpression } from "../../core/rules/answer-keys.ts";
import { checkTaskFields } from "../../core/rules/form-fields.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { isTaskType, type TaskType } from "../../core/rules/task-types.ts";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { Task, taskBody } from "../contract/task.ts";
import { TEXTS } from "../contract/texts.ts";
import type { Query } from "../db/client.ts";
import { answerItems, answerKeys, submissions, tasks } from "../db/schema.ts";
import { notFound, refuseIssues } from "../refusal.ts";
import { ownClass } from "./classes.ts";
import { releaseFiles, stackHashes } from "./stored-files.ts";
import { settleTask } from "./task-state.ts";
import { getTask } from "./task-views.ts";

type TaskBody = z.output<typeof taskBody>;

export async function createTask(context: AppContext, userId: string, body: TaskBody): Promise<Task> {
  const { items, ...fields } = checkBody(body);
  await ownClass(context, userId, fields.classId);
  const time = context.now();
  const id = newId();
  const row = { ...fields, id, userId, createdAt: time, updatedAt: time, dueNotifiedFor: knownDue(fields.dueAt, time) };
  await context.db.write((query) =>
    query.batch([
      query.insert(tasks).values({ ...row, description: row.description ?? "" }),
      ...keep(query, id, items),
    ]),
  );
  context.events.publish(userId, { type: "task", task_id: id });
  return getTask(context, userId, id);
}

export async function editTask(
  context: AppContext,
  { userId, taskId, body }: { userId: string; taskId: string; body: TaskBody },
): Promise<Task> {
  const task = await ownTask(context, userId, taskId);
  const { items, description, ...fields } = checkBody(body);
  await ownClass(context, userId, fields.classId);
  const time = context.now();
  const dueNotifiedFor = fields.dueAt === task.dueAt ? task.dueNotifiedFor : knownDue(fields.dueAt, time);
  const changed = { ...fields, description: description ?? task.description, updatedAt: time, dueNotifiedFor };
  await context.db.write((query) =>
    query.batch([
      query.update(tasks).set(changed).where(eq(tasks.id, taskId)),
      query.delete(answerItems).where(eq(answerItems.taskId, taskId)),
      ...keep(query, taskId, items),
    ]),
  );
  await settleTask(context, taskId);
  context.events.publish(userId, { type: "task", task_id: taskId });
  return getTask(context, userId, taskId);
}

/** Deletes a task with its submissions. */
export async function deleteTask(context: AppContext, userId: string, taskId: string): Promise<void> {
  await ownTask(context, userId, taskId);
  const stored = await context.db.write(async (query) => {
    const files = await query
      .select({ sha256: submissions.sha256 })
      .from(submissions)
      .where(eq(submissions.taskId, taskId));
    files.push(...(await stackHashes(query, [taskId])));
    await query.delete(tasks).where(eq(tasks.id, taskId));
    return files;
  });
  await releaseFiles(
    context,
    stored.map(({ sha256 }) => sha256),
  );
  context.events.publish(userId, { type: "task", task_id: taskId });
}

/** Refuses where the task is not there or not the user's. */
export async function ownTask({ db }: Pick<AppContext, "db">, userId: string, taskId: string) {
  const mine = and(eq(tasks.id, taskId), eq(tasks.userId, userId));
  const [row] = await db.query.select().from(tasks).where(mine);
  if (!row) throw notFound(TEXTS.task.notFound);
  return row;
}

/** Who sets a due date that has passed knows it. */
function knownDue(dueAt: number, now: number): number | null {
  return dueAt <= now ? dueAt : null;
}

interface Key {
  readonly expression: string;
  readonly grade: number;
}

interface TaskFields {
  readonly title: string;
  readonly description: string | undefined;
  readonly classId: string;
  readonly examType: TaskType;
  readonly dueAt: number;
  readonly items: readonly (readonly Key[])[];
}

const momentSchema = z.iso.datetime({ offset: true });

function checkBody(body: TaskBody): TaskFields {
  const { title, classId, examType, dueDate, answerKeys: items } = body;
  const issues: RuleIssue[] = checkTaskFields({ title: title.trim(), classGroup: classId, examType, dueDate });
  const type = isTaskType(examType) ? examType : null;
  if (type === null && examType.trim() !== "") {
    issues.push({ code: "type-unknown", field: "examType", message: `There is no type of task "${examType}".` });
  }
  if (dueDate !== "" && !momentSchema.safeParse(dueDate).success) {
    const message = "Due Date must be a time with its offset, like 2026-11-21T23:59:59.999+08:00.";
    issues.push({ code: "due-date-invalid", field: "dueDate", message });
  }
  issues.push(...checkAnswerKeys(items.map(({ keys }) => keys)));
  refuseIssues(issues);
  return {
    title: title.trim(),
    description: body.description?.trim(),
    classId,
    examType: type!,
    dueAt: Date.parse(dueDate),
    items: items.map(({ keys }) =>
      keys.map(({ expression, grade }) => ({ ...saved(expression), grade: Number(grade) })),
    ),
  };
}

function saved(expression: string): { expression: string } {
  const check = checkKeyExpression(expression);
  if (!check.ok) throw new RangeError(`Unchecked expression: ${check.code}`);
  return { expression: check.normalized };
}

function keep(query: Query, taskId: string, items: TaskFields["items"]) {
  const itemRows = items.map((_, index) => ({ taskId, item: index + 1 }));
  const keyRows = items.flatMap((keys, item) =>
    keys.map((key, position) => ({ taskId, item: item + 1, position: position + 1, ...key })),
  );
  // One key a statement: a statement has a limited number of values.
  return [
    query.insert(answerItems).values(itemRows),
    ...keyRows.map((row) => query.insert(answerKeys).values(row)),
  ] as const;
}
