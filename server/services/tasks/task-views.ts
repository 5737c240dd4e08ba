import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import { sum } from "../../../core/basics/numbers.ts";
import { gradeStatistics } from "../../../core/gradebook/grade-statistics.ts";
import { itemLabel } from "../../../core/rules/tasks/item-list.ts";
import type { AppContext } from "../../context.ts";
import type { AnswerKeyItem, PublicTask, Task } from "../../contract/tasks/task.ts";
import { TEXTS } from "../../contract/texts.ts";
import {
  answerItems,
  answerKeys,
  classes,
  enrolments,
  regradeRequests,
  submissions,
  tasks,
  users,
} from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { accessToTasks, type TaskAccess, visibleTasks } from "../access/task-access.ts";
import { profileImageUrl } from "../accounts/accounts.ts";
import { studentsShown } from "../classes/shown-students.ts";
import { certaintyView } from "../grading/decision-views.ts";
import { ofKnownItem } from "../submissions/answers-of.ts";
import { lastExtensions } from "./last-extensions.ts";
import { questionPictureUrl } from "./questions.ts";
import { taskSheets } from "./task-items.ts";
import { taskStatus } from "./task-state.ts";

type ClassRow = typeof classes.$inferSelect;

interface Selection {
  readonly taskId?: string;
  readonly classId?: string;
}

/** The tasks of which a person may see something, by class code, group and title. */
export async function listTasks(context: AppContext, userId: string, selection: Selection = {}): Promise<Task[]> {
  const { query } = context.db;
  const rows = await query
    .select({ task: tasks, group: classes, owner: { name: users.name, email: users.email } })
    .from(tasks)
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .innerJoin(users, eq(users.id, tasks.userId))
    .where(
      and(
        visibleTasks(query, userId),
        selection.taskId === undefined ? undefined : eq(tasks.id, selection.taskId),
        selection.classId === undefined ? undefined : eq(tasks.classId, selection.classId),
      ),
    )
    .orderBy(asc(classes.code), asc(classes.group), asc(tasks.title));
  const ids = rows.map(({ task }) => task.id);
  const [files, requests, students, items, keys, ends, access] = await Promise.all([
    query
      .select({
        taskId: submissions.taskId,
        id: submissions.id,
        graded: submissions.graded,
        studentId: submissions.studentId,
        item: submissions.item,
        totalGrade: submissions.totalGrade,
        enrolled: enrolments.studentId,
      })
      .from(submissions)
      .innerJoin(tasks, eq(tasks.id, submissions.taskId))
      .leftJoin(enrolments, and(eq(enrolments.classId, tasks.classId), eq(enrolments.studentId, submissions.studentId)))
      .where(and(inArray(submissions.taskId, ids), eq(submissions.counts, true), ofKnownItem))
      .orderBy(asc(submissions.studentId), asc(submissions.item)),
    query
      .select({ taskId: submissions.taskId, studentId: submissions.studentId, item: submissions.item })
      .from(regradeRequests)
      .innerJoin(submissions, eq(submissions.id, regradeRequests.submissionId))
      .where(and(inArray(submissions.taskId, ids), ofKnownItem, isNull(regradeRequests.answeredAt))),
    query
      .select({ classId: enrolments.classId, count: count() })
      .from(enrolments)
      .where(inArray(enrolments.classId, [...new Set(rows.map(({ group }) => group.id))]))
      .groupBy(enrolments.classId),
    query.select().from(answerItems).where(inArray(answerItems.taskId, ids)).orderBy(asc(answerItems.item)),
    query
      .select()
      .from(answerKeys)
      .where(inArray(answerKeys.taskId, ids))
      .orderBy(asc(answerKeys.item), asc(answerKeys.position)),
    lastExtensions(query, ids),
    accessToTasks(
      query,
      userId,
      rows.map(({ task }) => task),
    ),
  ]);
  const enrolled = new Map(students.map((group) => [group.classId, group.count]));
  const requestsOf = groupBy(requests, (request) => request.taskId);
  const filesOf = groupBy(files, (file) => file.taskId);
  const itemsOf = groupBy(items, (item) => item.taskId);
  const keysOf = groupBy(keys, (key) => key.taskId);
  return rows.flatMap(({ task, group, owner }) => {
    const own = access.get(task.id);
    if (!own) return [];
    const all = filesOf.get(task.id) ?? [];
    const hidden = task.hideNames && all.some(({ graded }) => !graded);
    const { compare } = studentsShown(context, task, hidden);
    return taskView(own, {
      group,
      owner,
      all,
      enrolled: enrolled.get(group.id) ?? 0,
      requests: (requestsOf.get(task.id) ?? []).filter(own.mayGrade).length,
      files: all.filter(own.mayGrade).sort((a, b) => compare(a.studentId, b.studentId)),
      items: itemsOf.get(task.id) ?? [],
      keys: keysOf.get(task.id) ?? [],
      hidden,
      extensions: ends.get(task.id)?.students ?? 0,
      isDue: Math.max(task.dueAt, ends.get(task.id)?.dueAt ?? 0) <= context.now(),
    });
  });
}

/** Refuses if the task does not exist or the person may not see it. */
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
  const sheets = await taskSheets(db.query, taskId);
  const named = sheets.flatMap(({ item, names }) => (names === null ? [] : [{ item, text: names }]));
  const questions = sheets.flatMap(({ item, question }) => {
    if (question === null) return [];
    return [{ item, text: question.text, picture_url: questionPictureUrl(taskId, question) }];
  });
  const time = now();
  return {
    id: task.id,
    title: task.title,
    exam_type: task.examType,
    due_date: new Date(task.dueAt).toISOString(),
    closed: task.dueAt <= time,
    allow_replacements: task.allowReplacements,
    show_legibility: task.allowReplacements && task.showLegibility,
    own_paper: task.ownPaper,
    now: new Date(time).toISOString(),
    items: sheets.map(({ item }) => item),
    ...(named.length > 0 && { item_names: named }),
    ...(questions.length > 0 && { questions }),
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
  readonly owner: Task["owner"];
  /** Everything that was handed in, and what of it the person may grade. */
  readonly all: readonly GradedFile[];
  readonly files: readonly GradedFile[];
  readonly enrolled: number;
  /** Regrade requests without an answer. */
  readonly requests: number;
  readonly items: readonly (typeof answerItems.$inferSelect)[];
  readonly keys: readonly (typeof answerKeys.$inferSelect)[];
  readonly extensions: number;
  /** Names are hidden now. */
  readonly hidden: boolean;
  /** The due date and every extension have passed. */
  readonly isDue: boolean;
}

interface GradedFile {
  readonly id: string;
  readonly graded: boolean;
  readonly studentId: string;
  readonly totalGrade: number | null;
  /** Null if the student has left the class. */
  readonly enrolled: string | null;
}

function taskView({ task, role, assignment }: TaskAccess, parts: TaskParts): Task {
  const { group, owner, all, files, enrolled, requests, items, keys, extensions, hidden, isDue } = parts;
  const expected = all.filter((file) => file.enrolled !== null);
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
    status: taskStatus({ due: isDue, submitted: all.length, graded: countGraded(all) }),
    due_date: new Date(task.dueAt).toISOString(),
    allow_replacements: task.allowReplacements,
    terminals: task.terminals,
    created_at: new Date(task.createdAt).toISOString(),
    updated_at: new Date(task.updatedAt).toISOString(),
    total_submissions: files.length,
    reviewed_submissions: countGraded(files),
    missing_submissions: role === "grader" ? 0 : enrolled * items.length - expected.length,
    open_requests: requests,
    points: pointsOf(files, keys),
    files: files.map(({ id, graded }) => ({ id, graded })),
    extensions,
    hide_names: task.hideNames,
    names_hidden: hidden,
    random_order: task.randomOrder,
    show_legibility: task.showLegibility,
    own_paper: task.ownPaper,
    certainty: certaintyView(task.certainty),
    answer_keys: answerKeyItems(items, keys),
    role,
    owner,
    assignment: assignment ?? null,
  };
}

/** How the students' totals are spread, once every page is graded. */
function pointsOf(files: readonly GradedFile[], keys: TaskParts["keys"]): Task["points"] {
  if (countGraded(files) < files.length) return null;
  const maximum = sum(keys.map(({ grade }) => grade));
  const totals = [...groupBy(files, ({ studentId }) => studentId).values()].map((own) =>
    sum(own.map(({ totalGrade }) => totalGrade)),
  );
  return gradeStatistics({ maximum, grades: totals }, []).total;
}

function answerKeyItems(items: TaskParts["items"], keys: TaskParts["keys"]): AnswerKeyItem[] {
  const keysOf = groupBy(keys, (key) => key.item);
  return items.map(({ item, rubric, names, question }) => ({
    item: itemLabel(item),
    keys: (keysOf.get(item) ?? []).map(({ grade, expression, minterms }) => {
      return { grade: String(grade), expression, ...(minterms && { minterms }) };
    }),
    rubric,
    ...(names && { names }),
    ...(question && { question }),
  }));
}

function countGraded(files: readonly { readonly graded: boolean }[]): number {
  return files.filter(({ graded }) => graded).length;
}
