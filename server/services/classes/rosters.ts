import { and, asc, eq, ne } from "drizzle-orm";
import type { AppContext } from "../../context.ts";
import { enrolments, studentNames } from "../../db/schema.ts";

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
