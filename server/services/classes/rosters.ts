import { and, asc, eq } from "drizzle-orm";
import { count } from "../../../core/basics/texts.ts";
import { parseRoster } from "../../../core/rules/students/roster.ts";
import type { AppContext } from "../../context.ts";
import { enrolments, studentNames } from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { ownClass } from "../access/class-access.ts";
import { writeNames } from "./student-names.ts";

/** A student of a class; the name is empty if it is not known. */
export interface RosterEntry {
  readonly student_id: string;
  readonly name: string;
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
 * Takes the names of a `roster.csv` for enrolled students. An empty name removes the old one; a list without a column of
 * names changes none.
 */
export async function setNames(
  context: AppContext,
  { userId, classId, csv }: { userId: string; classId: string; csv: string },
): Promise<{ message: string; students: RosterEntry[]; not_enrolled: string[] }> {
  await ownClass(context, userId, classId);
  const parsed = parseRoster(csv);
  if (!parsed.ok) {
    const lines = parsed.issues.slice(0, 5).map(({ field, message }) => (field ? `${field}: ${message}` : message));
    const more = parsed.issues.length > 5 ? ` And ${parsed.issues.length - 5} more.` : "";
    throw new Refusal(400, { code: "roster-invalid", message: `${lines.join(". ")}.${more}` });
  }
  const before = new Map((await loadRoster(context, classId)).map(({ student_id, name }) => [student_id, name]));
  const changed = parsed.hasNames
    ? parsed.students.filter(({ studentId, name }) => (before.get(studentId) ?? name) !== name)
    : [];
  await context.db.write(async (query) => {
    const [first, ...rest] = writeNames(query, classId, changed);
    if (first) await query.batch([first, ...rest]);
  });
  const others = parsed.students.filter(({ studentId }) => !before.has(studentId)).map(({ studentId }) => studentId);
  const students = await loadRoster(context, classId);
  const message = parsed.hasNames
    ? `The list changed ${count(changed.length, "name")}.`
    : "The list has no column of names: no name was changed.";
  return { message, students, not_enrolled: others };
}
