import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { Netlist } from "../../../core/netlist/netlist.ts";
import type { NumberedPrediction } from "../../../core/page-record/fold.ts";
import type { Statement } from "../../../core/page-record/statement.ts";
import type { PageReading } from "../../../core/reading/page-reading.ts";
import type { PageLook } from "../../../core/verdict/evidence.ts";
import { gradeBatches } from "./grades.ts";
import { packedJson } from "./packed-json.ts";
import { submissionId } from "./submissions.ts";

/** What drawings are compared by. */
export interface ComparedReading extends Pick<PageReading, "wires"> {
  readonly netlist: Netlist | null;
  readonly predictions: readonly NumberedPrediction[];
}

/** A reading without its looks. */
export interface StoredReading extends ComparedReading {
  /** Null: an older version read the page, and kept only what is above once a person had corrected it. */
  readonly result:
    | (Pick<PageReading, "width" | "height" | "inputs" | "outputs" | "problems" | "confidence"> & {
        /** Older versions kept none. */
        readonly aside?: PageReading["aside"];
      })
    | null;
}

/**
 * What the machine read: never changed, and deleted with its submission alone. Only those with corrections make way for
 * the next one.
 */
export const readings = sqliteTable(
  "readings",
  {
    submissionId: submissionId(),
    /** See `readingKey`. */
    key: text().notNull(),
    readAt: integer().notNull(),
    /** The numbers of the corrections that it was made with; none for what the machine reads by itself. */
    corrections: text({ mode: "json" }).$type<readonly number[]>().notNull(),
    reading: packedJson<StoredReading>().notNull(),
    /** What else the page may show. Only judging uses them, and they are large. */
    looks: packedJson<readonly PageLook[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.key] })],
);

/** What people said of pages: never changed, and deleted with the submission alone. */
export const statements = sqliteTable(
  "statements",
  {
    submissionId: submissionId(),
    /** From 1 within the page, in the order in which they were stored. */
    number: integer().notNull(),
    /** By e-mail address: it outlives the account. Empty where an older version did not record it. */
    by: text().notNull(),
    at: integer().notNull(),
    /** It came with pushed results, so that later ones may replace it without asking. */
    pushed: integer({ mode: "boolean" }).notNull().default(false),
    /** The step with which it was said of several pages. */
    batchId: text().references(() => gradeBatches.id, { onDelete: "set null" }),
    statement: text({ mode: "json" }).$type<Statement>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.submissionId, table.number] }),
    index("statements_by_person").on(table.by),
    index("statements_by_batch").on(table.batchId),
  ],
);
