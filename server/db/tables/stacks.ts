import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Problem } from "../../../core/rules/problem.ts";
import type { Turn } from "../../../core/scan/turn-image.ts";
import type { StackPageState } from "../../contract/tasks/stack.ts";
import { taskId } from "./courses.ts";
import { submissions } from "./submissions.ts";

/** A scanned stack: a PDF, or pictures that were dropped together. */
export const stacks = sqliteTable(
  "stacks",
  {
    id: text().primaryKey(),
    taskId: taskId(),
    /** The file's name, or the first one's and how many follow. */
    filename: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [index("stacks_by_task").on(table.taskId)],
);

/** Every page of a stack, whatever becomes of it: none is dropped. */
export const stackPages = sqliteTable(
  "stack_pages",
  {
    id: text().primaryKey(),
    stackId: text()
      .notNull()
      .references(() => stacks.id, { onDelete: "cascade" }),
    /** 1, 2, … within the stack. */
    position: integer().notNull(),
    filename: text().notNull(),
    mimetype: text().notNull(),
    size: integer().notNull(),
    /** Names the original in the file store. */
    sha256: text().notNull(),
    /** The page within the file, from 1. */
    page: integer().notNull(),
    /** `arriving`: its file is being stored, and nobody knows of the stack yet. */
    state: text().$type<StackPageState | "arriving">().notNull(),
    /** The process that stores it while it arrives. */
    processId: text(),
    turn: integer().$type<Turn>().notNull().default(0),
    /** From the QR code or a person. */
    studentId: text(),
    item: integer(),
    /** Why the page waits in the queue. */
    reasons: text({ mode: "json" }).$type<readonly Problem[]>().notNull().default([]),
    /** The submission that the page became. */
    submissionId: text().references(() => submissions.id, { onDelete: "set null" }),
  },
  (table) => [
    index("stack_pages_by_stack").on(table.stackId, table.position),
    index("stack_pages_to_sort").on(table.state),
    index("stack_pages_by_content").on(table.sha256),
    index("stack_pages_by_submission").on(table.submissionId),
  ],
);

/**
 * Files of a stack that were written again without a student's pages, with what they were before: so that a hash that
 * somebody noted can be explained.
 */
export const rewrittenFiles = sqliteTable(
  "rewritten_files",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    taskId: taskId(),
    /** SHA-256 of the file before. */
    sha256: text().notNull(),
    /** SHA-256 of the file after. */
    rewrittenAs: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index("rewritten_files_by_task").on(table.taskId)],
);
