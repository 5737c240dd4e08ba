import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { z } from "zod";
import { count } from "../../../core/basics/texts.ts";
import { DEFAULT_CERTAINTY } from "../../../core/rules/certainty.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { editTaskBody, gradingViewBody, Task, TaskBody } from "../../contract/tasks/task.ts";
import type { Query } from "../../db/client.ts";
import {
  answerItems,
  classMembers,
  gradeBatches,
  questionPictures,
  taskGraders,
  tasks,
  users,
} from "../../db/schema.ts";
import type { SessionUser } from "../../environment.ts";
import { audienceOf, publishTasks, publishToTask } from "../access/audience.ts";
import { ownClass } from "../access/class-access.ts";
import { ownTask, taskFor, type Whose } from "../access/task-access.ts";
import { changeGrade, groupChanged, type WantedGrade } from "../grading/grade-batches.ts";
import { newKeys, planTaskRegrade } from "../grading/regrade.ts";
import { filesOfTasks, releaseFiles } from "../submissions/stored-files.ts";
import { storableQuestions } from "./questions.ts";
import { refuseEdit } from "./refuse-edit.ts";
import { checkTaskBody } from "./task-fields.ts";
import { type ItemKeys, taskKeys } from "./task-items.ts";
import { insertItems, insertPictures, knownDue } from "./task-rows.ts";
import { settleTask } from "./task-state.ts";
import { getTask } from "./task-views.ts";
import { refuseLongNames } from "./terminals.ts";

export async function createTask(context: AppContext, userId: string, body: TaskBody): Promise<Task> {
  const { items: typed, ...fields } = await checkTaskBody(context, body);
  const { items, pictures } = await storableQuestions(context, typed, { taskId: null });
  const group = await ownClass(context, userId, fields.classId);
  const own = newKeys(items, new Map());
  if (fields.terminals) refuseLongNames(context.config, own);
  const time = context.now();
  const id = newId();
  const [creator] = await context.db.query.select().from(users).where(eq(users.id, userId));
  const certainty = creator?.certainty ?? DEFAULT_CERTAINTY;
  const row = {
    ...fields,
    id,
    // A co-instructor may create it, too: it belongs to the owner of the class.
    userId: group.userId,
    certainty,
    createdAt: time,
    updatedAt: time,
    dueNotifiedFor: knownDue(fields.dueAt, time),
  };
  await context.db.write((query) =>
    query.batch([
      query.insert(tasks).values({ ...row, description: row.description ?? "" }),
      ...insertItems(query, id, [...own.values()]),
      ...insertPictures(query, id, pictures),
    ]),
  );
  await publishToTask(context, id);
  return getTask(context, userId, id);
}

interface Edit {
  readonly user: SessionUser;
  readonly taskId: string;
  /** With the fingerprint of a previewed regrade, which is then made with the edit; otherwise existing grades stay. */
  readonly body: z.output<typeof editTaskBody>;
}

/** Changes a task and the grades that follow from its keys, all or nothing. */
export async function editTask(context: AppContext, { user, taskId, body }: Edit): Promise<Task> {
  const { id: userId } = user;
  const { regrade, updatedAt } = body;
  await ownTask(context, userId, taskId);
  const { items: typed, description, ...fields } = await checkTaskBody(context, body);
  const { items, pictures } = await storableQuestions(context, typed, { taskId });
  // Again, as much may have happened while workers looked at the form.
  const task = await ownTask(context, userId, taskId);
  const group = await ownClass(context, userId, fields.classId);
  // In another person's class it becomes theirs: a co-instructor must not take it away from its owner.
  if (group.userId !== task.userId) await taskFor(context, { userId, taskId, right: "own" });
  const { terminals = task.terminals } = fields;
  const audience = await audienceOf(context, [taskId]);
  const time = context.now();
  const dueNotifiedFor = fields.dueAt === task.dueAt ? task.dueNotifiedFor : knownDue(fields.dueAt, time);
  const allowReplacements = fields.allowReplacements ?? task.allowReplacements;
  const changed = {
    ...fields,
    userId: group.userId,
    allowReplacements,
    terminals,
    description: description ?? task.description,
    updatedAt: time,
    dueNotifiedFor,
  };
  await context.db.write(async (query) => {
    await refuseEdit(query, { taskId, updatedAt, items });
    const next = newKeys(items, await taskKeys({ query }, taskId));
    if (terminals) refuseLongNames(context.config, next);
    const plan = regrade === undefined ? null : await planTaskRegrade(query, { taskId, items });
    if (plan && plan.fingerprint !== regrade) throw groupChanged();
    await query.batch([
      query.update(tasks).set(changed).where(eq(tasks.id, taskId)),
      ...(fields.classId === task.classId ? [] : [leaveGraders(query, { taskId, classId: fields.classId })]),
      query.delete(answerItems).where(eq(answerItems.taskId, taskId)),
      ...insertItems(query, taskId, [...next.values()]),
      dropPictures(query, taskId, [...next.values()]),
      ...insertPictures(query, taskId, pictures),
      ...regradeStatements(query, plan?.wanted ?? [], { taskId, by: user.email, at: time }),
    ]);
  });
  await settleTask(context, taskId);
  // With those who saw it before: if its class is another one now, it may be gone for them.
  const people = (await audienceOf(context, [taskId])).get(taskId) ?? [];
  for (const person of people) audience.get(taskId)?.add(person);
  publishTasks(context, audience);
  return getTask(context, userId, taskId);
}

/** Sets how a task's grader sees its students, in which order, and how sure the machine must be; what is left out stays. */
export async function setGradingView(
  context: AppContext,
  { userId, taskId, body }: Whose & { body: z.output<typeof gradingViewBody> },
): Promise<void> {
  await ownTask(context, userId, taskId);
  const { certainty } = body;
  // What the call does not name may be changed at the same moment.
  const view = {
    hideNames: body.hide_names,
    randomOrder: body.random_order,
    certainty,
    showLegibility: body.show_legibility,
    ownPaper: body.own_paper,
  };
  if (Object.values(view).every((value) => value === undefined)) return;
  await context.db.write((query) =>
    query.batch([
      query.update(tasks).set(view).where(eq(tasks.id, taskId)),
      // The next task begins with it.
      ...(certainty === undefined ? [] : [query.update(users).set({ certainty }).where(eq(users.id, userId))]),
    ]),
  );
  await publishToTask(context, taskId);
}

/** Deletes a task with its submissions. */
export async function deleteTask(context: AppContext, userId: string, taskId: string): Promise<void> {
  await ownTask(context, userId, taskId);
  await removeTasks(context, [taskId]);
}

/** Deletes tasks with everything that was handed in for them; the files go to the trash. Returns those that were there. */
export async function removeTasks(context: AppContext, taskIds: readonly string[]): Promise<string[]> {
  const audience = await audienceOf(context, taskIds);
  const { files, gone } = await context.db.write(async (query) => {
    const files = await filesOfTasks(query, taskIds);
    const ofThem = inArray(tasks.id, [...taskIds]);
    return { files, gone: await query.delete(tasks).where(ofThem).returning({ id: tasks.id }) };
  });
  await releaseFiles(context, files);
  publishTasks(context, audience);
  return gone.map(({ id }) => id);
}

/** Deletes what a task says of people who are not graders of its new class. */
function leaveGraders(query: Query, { taskId, classId }: { taskId: string; classId: string }) {
  const graders = query
    .select({ id: classMembers.userId })
    .from(classMembers)
    .where(and(eq(classMembers.classId, classId), eq(classMembers.role, "grader")));
  return query.delete(taskGraders).where(and(eq(taskGraders.taskId, taskId), notInArray(taskGraders.userId, graders)));
}

/** Deletes the pictures of questions that a task has no more. */
function dropPictures(query: Query, taskId: string, items: readonly ItemKeys[]) {
  const kept = items.flatMap(({ question }) => question?.picture ?? []);
  return query
    .delete(questionPictures)
    .where(and(eq(questionPictures.taskId, taskId), notInArray(questionPictures.id, kept)));
}

function regradeStatements(
  query: Query,
  wanted: readonly WantedGrade[],
  { taskId, by, at }: { taskId: string; by: string; at: number },
) {
  if (wanted.length === 0) return [];
  const id = newId();
  const label = `Changed keys: ${count(wanted.length, "page")} regraded`;
  return [
    query.insert(gradeBatches).values({ id, taskId, label, createdAt: at }),
    ...wanted.flatMap((each) => changeGrade(query, each, { by: `${by}, by changed keys`, at, batchId: id })),
  ];
}
