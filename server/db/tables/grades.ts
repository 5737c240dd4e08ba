import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ResultsManifest } from "../../../core/results/results-manifest.ts";
import { taskId } from "./courses.ts";
import { submissionId } from "./submissions.ts";

/** Every change of a grade; an entry is never changed. */
export const gradeLog = sqliteTable(
  "grade_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    submissionId: submissionId(),
    /** Who changed it, by e-mail address: it outlives the account. */
    changedBy: text().notNull(),
    previousGrade: integer(),
    totalGrade: integer(),
    comment: text(),
    changedAt: integer().notNull(),
    /** It came with pushed results, so that later ones may replace it without asking. */
    pushed: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("grade_log_by_submission").on(table.submissionId)],
);

/** Grades that were given in one step: to an answer group, or to all pages that were read with certainty. */
export const gradeBatches = sqliteTable(
  "grade_batches",
  {
    id: text().primaryKey(),
    taskId: taskId(),
    label: text().notNull(),
    createdAt: integer().notNull(),
    undoneAt: integer(),
    /** What pushed results are based on; null for grades that were given here. */
    manifest: text({ mode: "json" }).$type<ResultsManifest>(),
  },
  (table) => [index("grade_batches_by_task").on(table.taskId)],
);

/** What a batch changed, and the values before it. */
export const gradeBatchEntries = sqliteTable(
  "grade_batch_entries",
  {
    batchId: text()
      .notNull()
      .references(() => gradeBatches.id, { onDelete: "cascade" }),
    submissionId: submissionId(),
    previousGraded: integer({ mode: "boolean" }).notNull(),
    previousGrade: integer(),
    previousComment: text(),
    graded: integer({ mode: "boolean" }).notNull(),
    totalGrade: integer(),
    comment: text(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.submissionId] }),
    index("grade_batch_entries_by_submission").on(table.submissionId),
  ],
);
