import { and, eq } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { studentNames } from "../../db/schema.ts";

interface NamedStudent {
  readonly studentId: string;
  readonly name: string;
}

/** The statements that store the names of a class's students; an empty name removes the old one. */
export function writeNames(query: Query, classId: string, students: readonly NamedStudent[]) {
  const target = [studentNames.classId, studentNames.studentId];
  return students.map(({ studentId, name }) => {
    const same = and(eq(studentNames.classId, classId), eq(studentNames.studentId, studentId));
    if (name === "") return query.delete(studentNames).where(same);
    return query
      .insert(studentNames)
      .values({ classId, studentId, name })
      .onConflictDoUpdate({ target, set: { name } });
  });
}
