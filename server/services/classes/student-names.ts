import { and, eq } from "drizzle-orm";
import { isEmail } from "../../../core/rules/accounts/account-fields.ts";
import type { Query } from "../../db/client.ts";
import { studentNames } from "../../db/schema.ts";

interface NamedStudent {
  readonly studentId: string;
  /** Undefined: it stays; so does the address. */
  readonly name?: string | undefined;
  readonly email?: string | undefined;
}

/** The statements that store names and addresses of a class's students; an empty one removes the old one. */
export function writeNames(query: Query, classId: string, students: readonly NamedStudent[]) {
  const target = [studentNames.classId, studentNames.studentId];
  return students.flatMap(({ studentId, name, email: typed }) => {
    const email = typed === undefined || isEmail(typed) ? typed : "";
    const set = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
    if (Object.keys(set).length === 0) return [];
    const same = and(eq(studentNames.classId, classId), eq(studentNames.studentId, studentId));
    return [
      query
        .insert(studentNames)
        .values({ classId, studentId, name: name ?? "", email: email ?? "" })
        .onConflictDoUpdate({ target, set }),
      query.delete(studentNames).where(and(same, eq(studentNames.name, ""), eq(studentNames.email, ""))),
    ];
  });
}
