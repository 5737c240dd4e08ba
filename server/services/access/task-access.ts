import { eq, inArray, or } from "drizzle-orm";
import type { Assignment } from "../../../core/rules/tasks/assignment.ts";
import type { Role } from "../../../core/rules/tasks/roles.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Query } from "../../db/client.ts";
import { analyses, submissions, taskGraders, tasks } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { memberships, type Reads } from "./class-access.ts";
import { type Right, requireRight } from "./rights.ts";
import { type Answer, loadWork, type TaskWork } from "./work.ts";

export type Task = typeof tasks.$inferSelect;

/** What a person is in a task, and which of its pages they may see and grade. */
export interface TaskAccess {
  readonly task: Task;
  readonly role: Role;
  /** What a grader grades; null for owners and co-instructors. */
  readonly assignment: Assignment | null;
  mayGrade(page: Answer): boolean;
}

/** Whether a person may grade pages of an item. */
export function gradesItem({ assignment }: Pick<TaskAccess, "assignment">, item: number): boolean {
  return assignment?.kind === "items" ? assignment.items.includes(item) : assignment?.kind !== "none";
}

interface Wanted {
  /** Undefined: there is no such thing. */
  readonly task: Task | undefined;
  readonly right: Right;
  /** The page that it is about, if it is about one. */
  readonly page?: Answer | undefined;
  /** What to say to a person to whom it does not exist. */
  readonly missing: string;
}

/**
 * The one place that decides about tasks and what is in them. Refuses a stranger, a member without the right, and a
 * grader to whom the page is not assigned.
 */
export async function requireAccess(
  { db }: Reads,
  userId: string,
  { task, right, page, missing }: Wanted,
): Promise<TaskAccess> {
  const access = task && (await accessToTasks(db.query, userId, [task])).get(task.id);
  requireRight(access?.role ?? null, right, missing);
  if (page && !access!.mayGrade(page)) throw notFound(missing);
  return access!;
}

/** What a person is in some tasks, by their ids; those in which they are nothing are left out. */
export async function accessToTasks(
  query: Query,
  userId: string,
  rows: readonly Task[],
): Promise<ReadonlyMap<string, TaskAccess>> {
  const others = rows.filter((task) => task.userId !== userId);
  const work = others.length > 0 ? await loadWork(query, others) : new Map<string, TaskWork>();
  return new Map(
    rows.flatMap((task) => {
      const access = accessTo(task, userId, work.get(task.id));
      return access ? [[task.id, access]] : [];
    }),
  );
}

function accessTo(task: Task, userId: string, work: TaskWork | undefined): TaskAccess | null {
  const all = { task, assignment: null, mayGrade: () => true };
  if (task.userId === userId) return { ...all, role: "owner" };
  if (work?.coInstructors.includes(userId)) return { ...all, role: "co-instructor" };
  const assignment = work?.assignments.get(userId);
  if (work === undefined || assignment === undefined) return null;
  return { task, role: "grader", assignment, mayGrade: (page) => work.isOf(userId, page) };
}

/** Selects the tasks of which a person may see something. */
export function visibleTasks(query: Query, userId: string) {
  const alone = query.select({ id: taskGraders.taskId }).from(taskGraders).where(eq(taskGraders.userId, userId));
  return or(eq(tasks.userId, userId), inArray(tasks.classId, memberships(query, userId)), inArray(tasks.id, alone));
}

/** Selects the tasks that a person owns or co-instructs. */
export function instructedTasks(query: Query, userId: string) {
  return or(eq(tasks.userId, userId), inArray(tasks.classId, memberships(query, userId, "co-instructor")));
}

/** A task, for its owner and co-instructors. */
export async function ownTask(reads: Reads, userId: string, taskId: string): Promise<Task> {
  return (await taskFor(reads, { userId, taskId })).task;
}

/** A task, for everybody who grades in it, with what they may grade. */
export function gradedTask(reads: Reads, userId: string, taskId: string): Promise<TaskAccess> {
  return taskFor(reads, { userId, taskId, right: "grade" });
}

/** A person, and the task of which they ask something. */
export interface Whose {
  readonly userId: string;
  readonly taskId: string;
}

interface TaskWanted extends Whose {
  /** By default for owner and co-instructors alone. */
  readonly right?: Right | undefined;
}

export async function taskFor(reads: Reads, { userId, taskId, right = "instruct" }: TaskWanted): Promise<TaskAccess> {
  const [task] = await reads.db.query.select().from(tasks).where(eq(tasks.id, taskId));
  return requireAccess(reads, userId, { task, right, missing: TEXTS.task.notFound });
}

/** A submission with its analysis and task. */
export interface OwnSubmission {
  readonly submission: typeof submissions.$inferSelect;
  readonly analysis: typeof analyses.$inferSelect;
  readonly task: Task;
}

/** A submission, for the owner and the co-instructors of its task. */
export function ownSubmission(reads: Reads, userId: string, id: string): Promise<OwnSubmission> {
  return submissionFor(reads, { userId, id, right: "instruct" });
}

/** A submission, for everybody who may grade it; with what they are in its task. */
export function gradedSubmission(reads: Reads, userId: string, id: string): Promise<OwnSubmission & TaskAccess> {
  return submissionFor(reads, { userId, id, right: "grade" });
}

async function submissionFor(reads: Reads, { userId, id, right }: { userId: string; id: string; right: Right }) {
  const [row] = await reads.db.query
    .select({ submission: submissions, analysis: analyses, task: tasks })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.id, submissions.taskId))
    .innerJoin(analyses, eq(analyses.submissionId, submissions.id))
    .where(eq(submissions.id, id));
  const wanted = { task: row?.task, page: row?.submission, right, missing: TEXTS.files.notFound };
  return { ...(await requireAccess(reads, userId, wanted)), ...row! };
}
