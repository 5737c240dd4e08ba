import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { ResultsManifest } from "../../../core/results/results-manifest.ts";
import { taskId } from "./courses.ts";
import { submissionId } from "./submissions.ts";

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
    /** The grade when the student asked, and after the answer: the same if it was kept. */
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
