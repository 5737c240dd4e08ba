import { and, asc, eq, ne } from "drizzle-orm";
import { count } from "../../../core/basics/texts.ts";
import type { RosterStudent } from "../../../core/rules/students/roster.ts";
import type { AppContext } from "../../context.ts";
import { makeAll } from "../../db/query.ts";
import { enrolments, studentNames } from "../../db/schema.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { ownClass } from "../access/class-access.ts";
import { writeNames } from "./student-names.ts";

/** A student of a class; the name is empty if it is not known. */
export interface RosterEntry {
  readonly student_id: string;
  readonly name: string;
}

/** The addresses of a class's students, enrolled or not, by ID: nobody but the mailer gets them. */
export async function loadAddresses({ db }: Pick<AppContext, "db">, classId: string): Promise<Map<string, string>> {
  const rows = await db.query
    .select()
    .from(studentNames)
    .where(and(eq(studentNames.classId, classId), ne(studentNames.email, "")));
  return new Map(rows.map(({ studentId, email }) => [studentId, email]));
}

/** The students of a class by ID, with their names. */
export function loadRoster({ db }: Pick<AppContext, "db">, classId: string): Promise<RosterEntry[]> {
  return db.query
    .select({ student_id: enrolments.studentId, name: studentNames.name })
    .from(enrolments)
    .leftJoin(
      studentNames,
      and(eq(studentNames.classId, enrolments.classId), eq(studentNames.studentId, enrolments.studentId)),
    )
    .where(eq(enrolments.classId, classId))
    .orderBy(asc(enrolments.studentId))
    .then((rows) => rows.map(({ student_id, name }) => ({ student_id, name: name ?? "" })));
}

/**
 * Takes the names of a `roster.csv` for enrolled students, and their addresses. An empty one removes the old one; a list
 * without a column of names changes none, and lines that contradict each other do not change the student's name. A worker
 * thread reads the list, as one of 400 kB may take seconds.
 */
export async function setNames(
  context: AppContext,
  { userId, classId, csv }: { userId: string; classId: string; csv: string },
): Promise<{ message: string; students: RosterEntry[]; not_enrolled: string[]; not_read: string[] }> {
  await ownClass(context, userId, classId);
  const { students: listed, hasNames, unclear, issues, columns } = await askWorker(context, "roster", csv);
  const notRead = issues.map(({ field, message }) => (field ? `${field}: ${message}` : message));
  if (listed.length === 0 && notRead.length > 0) {
    const more = notRead.length > 5 ? ` And ${notRead.length - 5} more.` : "";
    throw new Refusal(400, { code: "roster-invalid", message: `${notRead.slice(0, 5).join(". ")}.${more}` });
  }
  const before = new Map((await loadRoster(context, classId)).map(({ student_id, name }) => [student_id, name]));
  const isNew = ({ studentId, name }: RosterStudent) => (before.get(studentId) ?? name) !== name;
  const changed = hasNames ? listed.filter((student) => !unclear.has(student.studentId) && isNew(student)) : [];
  const addresses = columns.roles.includes("email") ? listed.filter(({ studentId }) => before.has(studentId)) : [];
  const written = [
    ...changed.map(({ studentId, name }) => ({ studentId, name })),
    ...addresses.map(({ studentId, email }) => ({ studentId, email })),
  ];
  await context.db.write((query) => makeAll(query, writeNames(query, classId, written)));
  const others = listed.filter(({ studentId }) => !before.has(studentId)).map(({ studentId }) => studentId);
  const students = await loadRoster(context, classId);
  const message = hasNames
    ? `The list changed ${count(changed.length, "name")}.`
    : "The list has no column of names: no name was changed.";
  return { message, students, not_enrolled: others, not_read: notRead };
}
