import { createHash } from "node:crypto";
import type { AppContext } from "../../context.ts";
import type { StudentData } from "../../contract/tasks/student-data.ts";
import type { Query } from "../../db/client.ts";
import { notFound } from "../../refusal.ts";
import {
  countUnknownPages,
  findStudentFiles,
  findVaultFiles,
  type StudentFiles,
  type VaultFiles,
} from "./student-files.ts";
import { loadStudent, namesOf, type StudentRows, type StudentScope, studentScope } from "./student-rows.ts";

/** Everything that is stored about a student, found. */
export interface FoundStudent {
  readonly scope: StudentScope;
  readonly rows: StudentRows;
  readonly files: StudentFiles;
  readonly vault: VaultFiles;
}

export interface Asking {
  readonly studentId: string;
  /** The instructor who asks, about their own classes; null: the command, about all. */
  readonly userId: string | null;
}

/** @throws {Refusal} if nothing is stored about such a student. */
export async function findStudent(context: AppContext, asking: Asking): Promise<FoundStudent> {
  const found = await findIn(context, await studentScope(context.db.query, asking));
  if (isNothing(found)) throw notFound(nothingText(asking));
  return found;
}

/** @param until - leaves what the vault received later: in milliseconds since 1970 */
export async function findIn(context: AppContext, scope: StudentScope, until?: number): Promise<FoundStudent> {
  const { query } = context.db;
  const rows = await loadStudent(query, scope);
  const files = await findStudentFiles(query, rows);
  return { scope, rows, files, vault: await findVaultFiles({ ...context, query }, { scope, rows, files, until }) };
}

function nothingText({ studentId, userId }: Asking): string {
  const where = userId === null ? "on this server" : "in your classes";
  return `Nothing is stored about a student ${studentId} ${where}. Check the Student ID.`;
}

export function isNothing({ rows, vault }: FoundStudent): boolean {
  const left = vault.files.length + vault.records.length + vault.trash.length;
  return left === 0 && Object.values(rows).every((each) => each.length === 0);
}

/** The same as numbers, for a person who decides about it. */
export async function describeStudent(context: AppContext, asking: Asking): Promise<StudentData> {
  const found = await findStudent(context, asking);
  const { rows, files, vault } = found;
  const own = rows.submissions.map(({ submission }) => submission);
  const pages = new Set(
    [...own, ...rows.stackPages.map(({ page }) => page)].map(({ sha256, page }) => `${sha256} ${page}`),
  );
  const titles = [...rows.submissions, ...rows.extensions, ...rows.notifications].map(({ task }) => task.title);
  return {
    student_id: asking.studentId,
    names: namesOf(rows),
    classes: rows.classes.map(({ group }) => `${group.code}, group ${group.group}`),
    tasks: [...new Set(titles)],
    counts: {
      pages: pages.size,
      grades: own.filter(({ totalGrade }) => totalGrade !== null).length,
      comments: own.filter(({ comment }) => comment !== null).length,
      log: rows.said.length,
      regrade_requests: rows.requests.length,
      notifications: rows.notifications.length,
      extensions: rows.extensions.length,
      files: files.own.length,
      rewritten_files: files.mixed.length,
      shared_files: files.shared.length,
      trash: vault.trash.length,
    },
    unknown_pages: await countUnknownPages(
      context.db.query,
      rows.classes.map(({ group }) => group.id),
    ),
    fingerprint: fingerprintOf(found),
    backup_days: context.config.backupDays,
  };
}

/** Changes when rows or files are added or removed. */
export function fingerprintOf({ rows, files, vault }: FoundStudent): string {
  const named = [
    rows.classes.map(({ group, name, email }) => [group.id, name, email]),
    rows.submissions.map(({ submission }) => [submission.id, submission.sha256, submission.page]),
    rows.stackPages.map(({ page }) => [page.id, page.sha256, page.page]),
    [
      rows.extensions.length,
      rows.notifications.length,
      rows.said.length,
      rows.requests.length,
      rows.dismissedPairs.length,
    ],
    files,
    vault.trash,
  ];
  return createHash("sha256").update(JSON.stringify(named)).digest("base64url");
}

/** The rows of the moment, within a write. */
export async function findRowsNow(query: Query, scope: StudentScope): Promise<Pick<FoundStudent, "rows" | "files">> {
  const rows = await loadStudent(query, scope);
  return { rows, files: await findStudentFiles(query, rows) };
}
