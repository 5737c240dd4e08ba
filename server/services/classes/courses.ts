import { and, eq, inArray } from "drizzle-orm";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import type { Query } from "../../db/client.ts";
import { classes } from "../../db/schema.ts";

type ClassRow = typeof classes.$inferSelect;

/** A user's groups of a course, however its code is spelled. */
export async function courseGroups(
  query: Query,
  { userId, code }: { userId: string; code: string },
): Promise<ClassRow[]> {
  const rows = await query.select().from(classes).where(eq(classes.userId, userId));
  return rows.filter((row) => courseKey(row.code) === courseKey(code));
}

/** The spelling that a course of the user has already, or `code` if it is a new course. */
export async function courseSpelling(query: Query, own: { userId: string; code: string }): Promise<string> {
  const [group] = await courseGroups(query, own);
  return group?.code ?? own.code;
}

/** Gives the other groups of a course the spelling that its code has now. */
export async function respellCourse(
  query: Query,
  { id, userId, code }: Pick<ClassRow, "id" | "userId" | "code">,
): Promise<void> {
  const groups = await courseGroups(query, { userId, code });
  // Groups from before spellings were compared may have the same number: two of one spelling cannot.
  const alone = groups.filter(({ group }) => groups.filter((other) => other.group === group).length === 1);
  const others = alone.filter((other) => other.id !== id && other.code !== code).map((other) => other.id);
  if (others.length === 0) return;
  await query
    .update(classes)
    .set({ code })
    .where(and(eq(classes.userId, userId), inArray(classes.id, others)));
}
