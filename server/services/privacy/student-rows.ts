import { and, asc, eq, inArray, isNull, ne, or, type SQL } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Query } from "../../db/client.ts";
import {
  classes,
  dismissedPairs,
  enrolments,
  extensions,
  notifications,
  regradeRequests,
  stackPages,
  stacks,
  studentNames,
  submissions,
  tasks,
} from "../../db/schema.ts";
import { instructedClasses } from "../access/class-access.ts";
import { loadSaid } from "../reading/page-record.ts";

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
      .select({ group: classes, name: studentNames.name, email: studentNames.email, enrolled: enrolments.studentId })
      .from(classes)
      .leftJoin(studentNames, and(eq(studentNames.classId, classes.id), isOwn(studentNames.studentId)))
      .leftJoin(enrolments, and(eq(enrolments.classId, classes.id), isOwn(enrolments.studentId)))
      .where(and(inClasses(scope, classes.id), or(isOwn(studentNames.studentId), isOwn(enrolments.studentId))))
      .orderBy(asc(classes.code), asc(classes.group)),
    submissions: own,
    stackPages: await loadStackPages(query, { scope, submissions: own.map(({ submission }) => submission) }),
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
    said: [...(await loadSaid(query, ids)).values()].flat(),
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

type Page = Pick<typeof submissions.$inferSelect, "id" | "sha256" | "page">;

/**
 * The student's pages in stacks, and the same pages in other stacks that nobody has assigned: a scan that was uploaded
 * twice has each page in two rows.
 */
async function loadStackPages(
  query: Query,
  { scope, submissions: handedIn }: { scope: StudentScope; submissions: readonly Page[] },
) {
  const find = (which: SQL | undefined) =>
    query
      .select({ page: stackPages, stack: stacks })
      .from(stackPages)
      .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
      .innerJoin(tasks, eq(tasks.id, stacks.taskId))
      .where(and(inClasses(scope, tasks.classId), which))
      .orderBy(asc(stackPages.stackId), asc(stackPages.position));
  const ids = handedIn.map(({ id }) => id);
  const own = await find(or(eq(stackPages.studentId, scope.studentId), inArray(stackPages.submissionId, ids)));
  const pages: Pick<Page, "sha256" | "page">[] = [...handedIn, ...own.map(({ page }) => page)];
  const contents = new Set(pages.map(contentOf));
  const hashes = [...new Set(pages.map(({ sha256 }) => sha256))];
  const nobodys = and(isNull(stackPages.studentId), isNull(stackPages.submissionId), ne(stackPages.state, "arriving"));
  const unassigned = await find(and(inArray(stackPages.sha256, hashes), nobodys));
  return [...own, ...unassigned.filter(({ page }) => contents.has(contentOf(page)))];
}

function contentOf({ sha256, page }: Pick<Page, "sha256" | "page">): string {
  return `${sha256} ${page}`;
}

/** The student's names, as the classes' rosters have them. */
export function namesOf({ classes: groups }: Pick<StudentRows, "classes">): string[] {
  return [...new Set(groups.flatMap(({ name }) => name || []))];
}
