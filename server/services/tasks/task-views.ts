import { and, asc, eq, inArray } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { itemLabel } from "../../../core/rules/tasks/answer-keys.ts";
import type { AppContext } from "../../context.ts";
import type { AnswerKeyItem, PublicTask, Task } from "../../contract/tasks/task.ts";
import { TEXTS } from "../../contract/texts.ts";
import { answerItems, answerKeys, classes, submissions, tasks, users } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { profileImageUrl } from "../accounts/accounts.ts";
import { studentsShown } from "../classes/shown-students.ts";
import { certaintyView } from "../grading/decision-views.ts";
import { lastExtensions } from "./last-extensions.ts";
import { taskStatus } from "./task-state.ts";

type TaskRow = typeof tasks.$inferSelect;
type ClassRow = typeof classes.$inferSelect;

interface Selection {
  readonly taskId?: string;
  readonly classId?: string;
}

/** A user's tasks, by class code, group and title. */
export async function listTasks(context: AppContext, userId: string, selection: Selection = {}): Promise<Task[]> {
  const { query } = context.db;
  const rows = await query
    .select({ task: tasks, group: classes })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(
      and(
        eq(tasks.userId, userId),
        selection.taskId === undefined ? undefined : eq(tasks.id, selection.taskId),
        selection.classId === undefined ? undefined : eq(tasks.classId, selection.classId),
      ),
    )
    .orderBy(asc(classes.code), asc(classes.group), asc(tasks.title));
  const ids = rows.map(({ task }) => task.id);
  const [files, items, keys, ends] = await Promise.all([
    query
      .select({
        taskId: submissions.taskId,
        id: submissions.id,
        graded: submissions.graded,
        studentId: submissions.studentId,
      })
      .from(submissions)
      .where(and(inArray(submissions.taskId, ids), eq(submissions.counts, true)))
      .orderBy(asc(submissions.studentId), asc(submissions.item)),
    query.select().from(answerItems).where(inArray(answerItems.taskId, ids)).orderBy(asc(answerItems.item)),
    query
      .select()
      .from(answerKeys)
      .where(inArray(answerKeys.taskId, ids))
      .orderBy(asc(answerKeys.item), asc(answerKeys.position)),
    lastExtensions(query, ids),
  ]);
  const filesOf = groupBy(files, (file) => file.taskId);
  const itemsOf = groupBy(items, (item) => item.taskId);
  const keysOf = groupBy(keys, (key) => key.taskId);
  return rows.map(({ task, group }) => {
    const own = filesOf.get(task.id) ?? [];
    const hidden = task.hideNames && own.some(({ graded }) => !graded);
    const { compare } = studentsShown(context, task, hidden);
    return taskView(task, {
      group,
      files: [...own].sort((a, b) => compare(a.studentId, b.studentId)),
      items: itemsOf.get(task.id) ?? [],
      keys: keysOf.get(task.id) ?? [],
      hidden,
      extensions: ends.get(task.id)?.students ?? 0,
      isDue: Math.max(task.dueAt, ends.get(task.id)?.dueAt ?? 0) <= context.now(),
    });
  });
}

/** Refuses if the task does not exist or is not the user's. */
export async function getTask(context: AppContext, userId: string, taskId: string): Promise<Task> {
  const [task] = await listTasks(context, userId, { taskId });
  if (!task) throw notFound(TEXTS.task.notFound);
  return task;
}

/** What the student page may know of a task. */
export async function getPublicTask({ db, now }: AppContext, taskId: string): Promise<PublicTask> {
  const [row] = await db.query
    .select({ task: tasks, group: classes, teacher: users })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .innerJoin(users, eq(users.id, tasks.userId))
    .where(eq(tasks.id, taskId));
  if (!row) throw notFound(TEXTS.task.removed);
  const { task, group, teacher } = row;
  const items = await db.query
    .select({ item: answerItems.item })
    .from(answerItems)
    .where(eq(answerItems.taskId, taskId))
    .orderBy(asc(answerItems.item));
  const time = now();
  return {
    id: task.id,
    title: task.title,
    exam_type: task.examType,
    due_date: new Date(task.dueAt).toISOString(),
    closed: task.dueAt <= time,
    allow_replacements: task.allowReplacements,
    now: new Date(time).toISOString(),
    items: items.map(({ item }) => item),
    teacher: {
      name: teacher.name,
      email: teacher.email,
      profile_image_url: profileImageUrl(teacher.profileImageId),
    },
    class: { class_code: group.code, class_group: group.group, class_schedule: group.schedule },
  };
}

interface TaskParts {
  readonly group: ClassRow;
  readonly files: readonly { id: string; graded: boolean }[];
  readonly items: readonly (typeof answerItems.$inferSelect)[];
  readonly keys: readonly (typeof answerKeys.$inferSelect)[];
  readonly extensions: number;
  /** Names are hidden now. */
  readonly hidden: boolean;
  /** The due date and every extension have passed. */
  readonly isDue: boolean;
}

function taskView(task: TaskRow, { group, files, items, keys, extensions, hidden, isDue }: TaskParts): Task {
  const graded = files.filter((file) => file.graded).length;
  return {
    id: task.id,
    user_id: task.userId,
    class_id: task.classId,
    class_code: group.code,
    class_group: group.group,
    class_schedule: group.schedule,
    title: task.title,
    description: task.description,
    exam_type: task.examType,
    status: taskStatus({ due: isDue, submitted: files.length, graded }),
    due_date: new Date(task.dueAt).toISOString(),
    allow_replacements: task.allowReplacements,
    created_at: new Date(task.createdAt).toISOString(),
    updated_at: new Date(task.updatedAt).toISOString(),
    total_submissions: files.length,
    reviewed_submissions: graded,
    files: files.map(({ id, graded }) => ({ id, graded })),
    extensions,
    hide_names: task.hideNames,
    names_hidden: hidden,
    random_order: task.randomOrder,
    certainty: certaintyView(task.certainty),
    answer_keys: answerKeyItems(items, keys),
  };
}

function answerKeyItems(items: TaskParts["items"], keys: TaskParts["keys"]): AnswerKeyItem[] {
  const keysOf = groupBy(keys, (key) => key.item);
  return items.map(({ item, rubric }) => ({
    item: itemLabel(item),
    keys: (keysOf.get(item) ?? []).map(({ grade, expression }) => ({ grade: String(grade), expression })),
    rubric,
  }));
}
