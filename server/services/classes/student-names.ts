import { and, eq, sql } from "drizzle-orm";
import { isEmail } from "../../../core/rules/accounts/account-fields.ts";
import type { Query } from "../../db/client.ts";
import { inParts } from "../../db/in-parts.ts";
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
  const writes = (["name", "email"] as const).flatMap((field) => {
    const rows = students.flatMap(({ studentId, [field]: typed }) => {
      const value = field === "email" && !isEmail(typed ?? "") ? "" : typed;
      return typed === undefined ? [] : [{ classId, studentId, name: "", [field]: value }];
    });
    const set = { [field]: sql.raw(`excluded.${field}`) };
    return inParts(rows).map((part) => query.insert(studentNames).values(part).onConflictDoUpdate({ target, set }));
  });
  const isEmpty = and(eq(studentNames.classId, classId), eq(studentNames.name, ""), eq(studentNames.email, ""));
  return [...writes, query.delete(studentNames).where(isEmpty)];
}
