import { index, integer, primaryKey, sqliteTable } from "drizzle-orm/sqlite-core";
import { submissionId } from "./submissions.ts";

/** Pairs of drawings of which a person has said that their likeness means nothing: no check lists them again. */
export const dismissedPairs = sqliteTable(
  "dismissed_pairs",
  {
    /** The smaller ID of the two. */
    first: submissionId(),
    second: submissionId(),
    dismissedAt: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.first, table.second] }),
    index("dismissed_pairs_by_second").on(table.second),
  ],
);
