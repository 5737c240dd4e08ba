import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Assignment } from "../../../core/rules/tasks/assignment.ts";
import { userId } from "./accounts.ts";
import { classId, taskId } from "./courses.ts";

/** The people with whom the owner of a class shares it and all of its tasks. */
export const classMembers = sqliteTable(
  "class_members",
  {
    classId: classId(),
    userId: userId(),
    role: text().$type<"co-instructor" | "grader">().notNull(),
    /** The slots of a grader who has a share of the pages of each task; null: nothing unless a task says so. */
    slots: text({ mode: "json" }).$type<readonly number[]>(),
    addedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.userId] }), index("class_members_by_user").on(table.userId)],
);

/** What graders do in one task: instead of what the class says, or without being members of the class. */
export const taskGraders = sqliteTable(
  "task_graders",
  {
    taskId: taskId(),
    userId: userId(),
    assignment: text({ mode: "json" }).$type<Assignment>().notNull(),
    addedAt: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.userId] }), index("task_graders_by_user").on(table.userId)],
);
