import { foreignKey, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Rubric } from "../../../core/rules/rubric.ts";
import type { TaskType } from "../../../core/rules/task-types.ts";
import { userId } from "./accounts.ts";

/** It goes with the class. */
const classId = () =>
  text()
    .notNull()
    .references(() => classes.id, { onDelete: "cascade" });

/** It goes with the task. */
export const taskId = () =>
  text()
    .notNull()
    .references(() => tasks.id, { onDelete: "cascade" });

export const classes = sqliteTable(
  "classes",
  {
    id: text().primaryKey(),
    userId: userId(),
    code: text().notNull(),
    group: integer().notNull(),
    schedule: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex("classes_by_group").on(table.userId, table.code, table.group)],
);

export const enrolments = sqliteTable(
  "enrolments",
  {
    classId: classId(),
    studentId: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.studentId] })],
);

/** What students are called, for who is enrolled or was. */
export const studentNames = sqliteTable(
  "student_names",
  {
    classId: classId(),
    studentId: text().notNull(),
    name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.studentId] })],
);

export const tasks = sqliteTable(
  "tasks",
  {
    id: text().primaryKey(),
    userId: userId(),
    classId: classId(),
    title: text().notNull(),
    description: text().notNull(),
    examType: text().$type<TaskType>().notNull(),
    dueAt: integer().notNull(),
    /** Students may replace a page that they handed in. */
    allowReplacements: integer({ mode: "boolean" }).notNull().default(true),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** The due date that the instructor was told has passed, so that a new date is told anew. */
    dueNotifiedFor: integer(),
    /** The instructor was told so; cleared when it stops being true. */
    handedInNotified: integer({ mode: "boolean" }).notNull().default(false),
    completedNotified: integer({ mode: "boolean" }).notNull().default(false),
    /** Nobody sees whose pages they are until all are graded. */
    hideNames: integer({ mode: "boolean" }).notNull().default(false),
    /** Pages come in an order that has nothing to do with IDs or time. */
    randomOrder: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("tasks_by_user").on(table.userId), index("tasks_by_class").on(table.classId)],
);

export const answerItems = sqliteTable(
  "answer_items",
  {
    taskId: taskId(),
    /** 1, 2, … without gaps. */
    item: integer().notNull(),
    /** Partial credit and deductions; null: an output earns all of its points or none. */
    rubric: text({ mode: "json" }).$type<Rubric>(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.item] })],
);

export const answerKeys = sqliteTable(
  "answer_keys",
  {
    taskId: text().notNull(),
    item: integer().notNull(),
    /** 1, 2, … within the item. */
    position: integer().notNull(),
    /** In the saved form: X1 to X7. */
    expression: text().notNull(),
    grade: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.taskId, table.item, table.position] }),
    foreignKey({
      columns: [table.taskId, table.item],
      foreignColumns: [answerItems.taskId, answerItems.item],
    }).onDelete("cascade"),
  ],
);

/** Students who may hand in a task longer than the others. */
export const extensions = sqliteTable(
  "extensions",
  {
    taskId: taskId(),
    studentId: text().notNull(),
    dueAt: integer().notNull(),
    createdAt: integer().notNull(),
    /** The task was looked at after it ended, so that a new date is looked at anew. */
    endedFor: integer(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.studentId] })],
);
