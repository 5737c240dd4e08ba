import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { PictureBox } from "../../../core/geometry/coordinates.ts";
import type { Netlist } from "../../../core/netlist/netlist.ts";
import type { NumberedPrediction } from "../../../core/page-record/fold.ts";
import type { ReadOutput, ReadWire } from "../../../core/reading/page-reading.ts";
import type { Legibility } from "../../../core/reading/unclear-places.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import type { Turn } from "../../../core/scan/turn-image.ts";
import type { AnalysisState, Uploader } from "../../contract/results/file.ts";
import { taskId } from "./courses.ts";

/** The reading that a person chose; see `Statement`. */
export interface ChosenReading {
  readonly name: string;
  readonly text: string;
  /** The person's address, and when. */
  readonly by: string;
  readonly at: number;
}

/** Deleted with the submission. */
export const submissionId = () =>
  text()
    .notNull()
    .references(() => submissions.id, { onDelete: "cascade" });

/** Every file handed in. For each student and item one counts, and the others are its history. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: text().primaryKey(),
    taskId: taskId(),
    studentId: text().notNull(),
    item: integer().notNull(),
    filename: text().notNull(),
    mimetype: text().notNull(),
    size: integer().notNull(),
    /** Names the original in the file store. */
    sha256: text().notNull(),
    /** The page that carries the QR code, from 1. */
    page: integer().notNull(),
    /** On a student's own paper, without a code: the link and the file's name alone say whose it is. */
    ownPaper: integer({ mode: "boolean" }).notNull().default(false),
    /** Quarter turns clockwise that make the page upright, before anything is read or shown. */
    turn: integer().$type<Turn>().notNull().default(0),
    uploadedBy: text().$type<Uploader>().notNull(),
    receivedAt: integer().notNull(),
    counts: integer({ mode: "boolean" }).notNull(),
    /**
     * The other page of the answer, until a person has decided which of the two counts: the one that counts if this one
     * waits, otherwise the one that this one replaced.
     */
    rivalId: text().references((): AnySQLiteColumn => submissions.id, { onDelete: "set null" }),
    /** It came without the receipt of the earlier page. */
    fromElsewhere: integer({ mode: "boolean" }).notNull().default(false),
    /** A grade that is confirmed, by a person or by the certainty setting; before that there is only a proposal. */
    graded: integer({ mode: "boolean" }).notNull().default(false),
    totalGrade: integer(),
    comment: text(),
    /** Since when the student may see the confirmed grade; null if not. */
    releasedAt: integer(),
    /** When the student first saw how legible the page is; null if not. */
    legibilitySeenAt: integer(),
    /** The link to the results is made from it; a student's uploads from one browser have the same. Null for others. */
    linkId: text(),
  },
  (table) => [
    index("submissions_by_task").on(table.taskId),
    index("submissions_by_link").on(table.linkId),
    index("submissions_by_content").on(table.sha256),
    index("submissions_by_rival").on(table.rivalId),
    uniqueIndex("submissions_that_count").on(table.taskId, table.studentId, table.item).where(sql`counts = 1`),
  ],
);

/**
 * What a page shows, in the shape of lists: made from its readings and from what people said of it, which `readings` and
 * `statements` keep.
 */
export const analyses = sqliteTable("analyses", {
  id: text().primaryKey(),
  submissionId: submissionId().unique(),
  state: text().$type<AnalysisState>().notNull(),
  /** Why it failed, for the user. */
  error: text(),
  /** Null: 'auto'. Used the next time the page is read from scratch; corrections are read with `readThreshold`. */
  threshold: integer(),
  /** The threshold of the last reading; null also before it. */
  readThreshold: integer(),
  /** The machine's last reading; null before it. */
  basis: text(),
  /** The reading with all corrections that hold: without any it is the basis. Null until there is one. See `isCorrected`. */
  reading: text(),
  /** Pixels of the upright page picture; 0 until it is read. */
  width: integer().notNull().default(0),
  height: integer().notNull().default(0),
  inputs: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
  outputs: text({ mode: "json" }).$type<readonly ReadOutput[]>().notNull().default([]),
  problems: text({ mode: "json" }).$type<readonly Problem[]>().notNull().default([]),
  wires: text({ mode: "json" }).$type<readonly ReadWire[]>().notNull().default([]),
  /** What was left aside; none in readings of older versions. */
  aside: text({ mode: "json" }).$type<readonly PictureBox[]>().notNull().default([]),
  netlist: text({ mode: "json" }).$type<Netlist>(),
  predictions: text({ mode: "json" }).$type<readonly NumberedPrediction[]>().notNull().default([]),
  /** The last number that a prediction has got. */
  lastObject: integer().notNull().default(0),
  /** 0 … 1: how likely the functions were read as drawn; null before it was read, and for readings of older versions. */
  confidence: real(),
  /** What the student sees of the page's legibility, by the machine alone; null before it was read. */
  legibility: text({ mode: "json" }).$type<Legibility>(),
  /** It outweighs what the machine reads. */
  chosen: text({ mode: "json" }).$type<ChosenReading>(),
  /**
   * SHA-256 of the model that read the page, hex, and the version of the program; null before the first reading, and
   * for old readings.
   */
  model: text(),
  program: text(),
  /** Counts the statements about what the page shows. */
  revision: integer().notNull().default(0),
  updatedAt: integer().notNull(),
});
