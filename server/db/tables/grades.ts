import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
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
  (table) => [
    index("grade_log_by_submission").on(table.submissionId),
    index("grade_log_by_person").on(table.changedBy),
  ],
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

/** Students who ask that a released grade is looked at again; for each answer at most one is open. */
export const regradeRequests = sqliteTable(
  "regrade_requests",
  {
    id: text().primaryKey(),
    submissionId: submissionId(),
    reason: text().notNull(),
    createdAt: integer().notNull(),
    /** Null while it is open. */
    answeredAt: integer(),
    /** By e-mail address: it outlives the account. */
    answeredBy: text(),
    /** The grade before and after the answer: the same if it was kept. */
    gradeBefore: integer(),
    gradeAfter: integer(),
    /** What the instructor says to the student; empty for nothing. */
    answer: text(),
  },
  (table) => [
    index("regrade_requests_by_submission").on(table.submissionId),
    uniqueIndex("open_regrade_requests").on(table.submissionId).where(sql`answered_at is null`),
  ],
);
