import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ChosenColumns } from "../../../core/gradebook/chosen-columns.ts";
import type { ItemNames } from "../../../core/rules/tasks/item-names.ts";
import type { Question } from "../../../core/rules/tasks/question.ts";
import type { Rubric } from "../../../core/rules/tasks/rubric.ts";
import type { TaskType } from "../../../core/rules/tasks/task-types.ts";
import { userId } from "./accounts.ts";

/** Deleted with the class. */
export const classId = () =>
  text()
    .notNull()
    .references(() => classes.id, { onDelete: "cascade" });

/** Deleted with the task. */
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
    /** Of a gradebook that no known program exports, as a person named them. */
    gradebookColumns: text({ mode: "json" }).$type<ChosenColumns>(),
  },
  (table) => [uniqueIndex("classes_by_group").on(table.userId, table.code, table.group)],
);

export const enrolments = sqliteTable(
  "enrolments",
  {
    classId: classId(),
    studentId: text().notNull(),
    /** 0, 1, … in the order in which students came into the class; it stays. Graders' shares go by it. */
    place: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.classId, table.studentId] })],
);

/** The names of students who are or were enrolled, and the addresses that their result links are sent to. */
export const studentNames = sqliteTable(
  "student_names",
  {
    classId: classId(),
    studentId: text().notNull(),
    /** Empty if it is not known, like the address. */
    name: text().notNull(),
    email: text().notNull().default(""),
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
    /** The names of inputs and outputs are printed at the border of the sheets: wires that end there need no letter. */
    terminals: integer({ mode: "boolean" }).notNull().default(false),
    /** Students see at once which places of their page cannot be read. */
    showLegibility: integer({ mode: "boolean" }).notNull().default(true),
    /** Students may also hand in pages on their own paper, without the template's code. */
    ownPaper: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** The due date whose end the instructor was notified of, so that a new date is notified again. */
    dueNotifiedFor: integer(),
    /** The due date that the warning was about that the task will be removed. */
    removalToldFor: integer(),
    /** When that warning was sent: the task stays for some days after it. */
    removalToldAt: integer(),
    /** The instructor was notified of it; cleared when it is no longer true. */
    handedInNotified: integer({ mode: "boolean" }).notNull().default(false),
    completedNotified: integer({ mode: "boolean" }).notNull().default(false),
    /** Nobody sees whose pages they are until all are graded. */
    hideNames: integer({ mode: "boolean" }).notNull().default(false),
    /** Pages come in an order that is independent of IDs and time. */
    randomOrder: integer({ mode: "boolean" }).notNull().default(false),
    /** Percent: how sure the machine must be of full marks to grade a page without a person. */
    certainty: real().notNull().default(98),
  },
  (table) => [index("tasks_by_user").on(table.userId), index("tasks_by_class").on(table.classId)],
);

export const answerItems = sqliteTable(
  "answer_items",
  {
    taskId: taskId(),
    /** 1, 2, … without gaps. */
    item: integer().notNull(),
    /** Partial credit and deductions. Null: an output earns all of its points or none. */
    rubric: text({ mode: "json" }).$type<Rubric>(),
    /** Null: inputs are A to G, outputs OUT 1, OUT 2 … */
    names: text({ mode: "json" }).$type<ItemNames>(),
    /** For students; its picture is the ID of one in `question_pictures`. */
    question: text({ mode: "json" }).$type<Question>(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.item] })],
);

/** PNG or JPEG files. Copies of a task have the same IDs. */
export const questionPictures = sqliteTable(
  "question_pictures",
  {
    taskId: taskId(),
    id: text().notNull(),
    bytes: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.id] })],
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
    /** The list of minterms that the expression was made from, if it cannot say it or is long: this list decides. */
    minterms: text(),
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

/** Students who may hand in a task later than the others. */
export const extensions = sqliteTable(
  "extensions",
  {
    taskId: taskId(),
    studentId: text().notNull(),
    dueAt: integer().notNull(),
    createdAt: integer().notNull(),
    /** When the task was evaluated after it ended, so that a new due date is evaluated again. */
    endedFor: integer(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.studentId] })],
);
