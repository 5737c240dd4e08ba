import { and, asc, eq, inArray, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import {
  classes,
  dismissedPairs,
  enrolments,
  extensions,
  gradeBatchEntries,
  gradeLog,
  notifications,
  regradeRequests,
  stackPages,
  stacks,
  studentNames,
  submissions,
  tasks,
} from "../../db/schema.ts";
import { instructedClasses } from "../access/class-access.ts";

/** A student within some classes; null: within all of the server's. */
export interface StudentScope {
  readonly studentId: string;
  readonly classIds: readonly string[] | null;
}

/** The student within the classes that an instructor owns or co-instructs, or, for the command, within all. */
export async function studentScope(
  query: Query,
  { studentId, userId }: { studentId: string; userId: string | null },
): Promise<StudentScope> {
  if (userId === null) return { studentId, classIds: null };
  const own = await query.select({ id: classes.id }).from(classes).where(instructedClasses(query, userId));
  return { studentId, classIds: own.map(({ id }) => id) };
}

/** Limits rows to the scope, by the column with their class. */
export function inClasses({ classIds }: Pick<StudentScope, "classIds">, column: SQLiteColumn): SQL | undefined {
  return classIds === null ? undefined : inArray(column, [...classIds]);
}

export type StudentRows = Awaited<ReturnType<typeof loadStudent>>;

/** Every row about a student. Readings are large, and not among them. */
export async function loadStudent(query: Query, scope: StudentScope) {
  const { studentId } = scope;
  const isOwn = (column: SQLiteColumn) => eq(column, studentId);
  const ofTasks = inClasses(scope, tasks.classId);
  const own = await query
    .select({ submission: submissions, task: tasks })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.id, submissions.taskId))
    .where(and(isOwn(submissions.studentId), ofTasks))
    .orderBy(asc(submissions.receivedAt), asc(submissions.id));
  const ids = own.map(({ submission }) => submission.id);
  const ofSubmissions = (column: SQLiteColumn) => inArray(column, ids);
  return {
    classes: await query
      .select({ group: classes, name: studentNames.name, enrolled: enrolments.studentId })
      .from(classes)
      .leftJoin(studentNames, and(eq(studentNames.classId, classes.id), isOwn(studentNames.studentId)))
      .leftJoin(enrolments, and(eq(enrolments.classId, classes.id), isOwn(enrolments.studentId)))
      .where(and(inClasses(scope, classes.id), or(isOwn(studentNames.studentId), isOwn(enrolments.studentId))))
      .orderBy(asc(classes.code), asc(classes.group)),
    submissions: own,
    stackPages: await query
      .select({ page: stackPages, stack: stacks })
      .from(stackPages)
      .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
      .innerJoin(tasks, eq(tasks.id, stacks.taskId))
      .where(and(ofTasks, or(isOwn(stackPages.studentId), ofSubmissions(stackPages.submissionId))))
      .orderBy(asc(stackPages.stackId), asc(stackPages.position)),
    extensions: await query
      .select({ extension: extensions, task: tasks })
      .from(extensions)
      .innerJoin(tasks, eq(tasks.id, extensions.taskId))
      .where(and(isOwn(extensions.studentId), ofTasks)),
    notifications: await query
      .select({ notification: notifications, task: tasks })
      .from(notifications)
      .innerJoin(tasks, eq(tasks.id, notifications.taskId))
      .where(and(isOwn(notifications.studentId), ofTasks))
      .orderBy(asc(notifications.createdAt)),
    log: await query.select().from(gradeLog).where(ofSubmissions(gradeLog.submissionId)).orderBy(asc(gradeLog.id)),
    batchEntries: await query.select().from(gradeBatchEntries).where(ofSubmissions(gradeBatchEntries.submissionId)),
    requests: await query
      .select()
      .from(regradeRequests)
      .where(ofSubmissions(regradeRequests.submissionId))
      .orderBy(asc(regradeRequests.createdAt)),
    /** Deleted with the submissions. */
    dismissedPairs: await query
      .select()
      .from(dismissedPairs)
      .where(or(ofSubmissions(dismissedPairs.first), ofSubmissions(dismissedPairs.second)))
      .orderBy(asc(dismissedPairs.dismissedAt), asc(dismissedPairs.first), asc(dismissedPairs.second)),
  };
}

/** The student's names, as the classes' rosters have them. */
export function namesOf({ classes: groups }: Pick<StudentRows, "classes">): string[] {
  return [...new Set(groups.flatMap(({ name }) => name ?? []))];
}
