import { and, eq, inArray, or } from "drizzle-orm";
import type { Role } from "../../../core/rules/tasks/roles.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { Database, Query } from "../../db/client.ts";
import { classes, classMembers } from "../../db/schema.ts";
import { notFound } from "../../refusal.ts";
import { type Right, requireRight } from "./rights.ts";

export type ClassRow = typeof classes.$inferSelect;

export interface Reads {
  readonly db: Pick<Database, "query">;
}

/** Refuses if the class does not exist, or the person lacks the right. */
export async function ownClass(
  { db }: Reads,
  userId: string,
  classId: string,
  right: Right = "instruct",
): Promise<ClassRow> {
  const [row] = await db.query.select().from(classes).where(eq(classes.id, classId));
  if (!row) throw notFound(TEXTS.classes.notFound);
  requireRight(await classRole(db.query, userId, row), right, TEXTS.classes.notFound);
  return row;
}

/** What a person is in a class; null for nothing. */
export async function classRole(query: Query, userId: string, row: ClassRow): Promise<Role | null> {
  if (row.userId === userId) return "owner";
  const [member] = await query
    .select({ role: classMembers.role })
    .from(classMembers)
    .where(and(eq(classMembers.classId, row.id), eq(classMembers.userId, userId)));
  return member?.role ?? null;
}

/** Selects the classes that a person owns or is a member of. */
export function visibleClasses(query: Query, userId: string) {
  return or(eq(classes.userId, userId), inArray(classes.id, memberships(query, userId)));
}

/** Selects the classes that a person owns or co-instructs. */
export function instructedClasses(query: Query, userId: string) {
  return or(eq(classes.userId, userId), inArray(classes.id, memberships(query, userId, "co-instructor")));
}

/** The ids of the classes that a person is a member of, in any role or in this one. */
export function memberships(query: Query, userId: string, role?: "co-instructor" | "grader") {
  const inRole = role === undefined ? undefined : eq(classMembers.role, role);
  return query
    .select({ id: classMembers.classId })
    .from(classMembers)
    .where(and(eq(classMembers.userId, userId), inRole));
}
