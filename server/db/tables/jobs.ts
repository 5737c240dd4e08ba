import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { stacks } from "./stacks.ts";
import { submissions } from "./submissions.ts";

/** Work in the background that survives a restart. It is deleted with its submission or stack. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text().primaryKey(),
    kind: text().$type<"read" | "sort" | "results">().notNull(),
    /** The page to read; for `results` a released page of the student who gets the mail. */
    submissionId: text().references(() => submissions.id, { onDelete: "cascade" }),
    /** The stack whose pages are to be sorted. */
    stackId: text().references(() => stacks.id, { onDelete: "cascade" }),
    payload: text({ mode: "json" }).$type<{ readonly pages?: readonly string[] }>().notNull().default({}),
    state: text().$type<"queued" | "running" | "failed">().notNull(),
    tries: integer().notNull().default(0),
    /** The process that runs it; when that is gone, the job is queued again. */
    processId: text(),
    runAfter: integer().notNull(),
    error: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("jobs_to_run").on(table.state, table.runAfter),
    index("jobs_by_submission").on(table.submissionId),
    index("jobs_by_stack").on(table.stackId),
  ],
);
