import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Netlist } from "../../../core/netlist/netlist.ts";
import type { PlacedPrediction, ReadOutput, ReadWire } from "../../../core/reading/page-reading.ts";
import type { Legibility } from "../../../core/reading/unclear-places.ts";
import type { PredictionClass } from "../../../core/rules/prediction-class.ts";
import type { Problem } from "../../../core/rules/problem.ts";
import type { Turn } from "../../../core/scan/turn-image.ts";
import type { PageLook } from "../../../core/verdict/evidence.ts";
import type { WireCorrection } from "../../../core/wires/correct/wire-correction.ts";
import type { AnalysisState, Uploader } from "../../contract/results/file.ts";
import { taskId } from "./courses.ts";

/** What the machine makes of a page: columns of its analysis. */
export interface MachineReading {
  readonly inputs: readonly string[];
  readonly outputs: readonly ReadOutput[];
  readonly problems: readonly Problem[];
  readonly wires: readonly ReadWire[];
  readonly netlist: Netlist | null;
  readonly confidence: number | null;
}

/** A reading that a person chose. */
export interface ChosenReading {
  /** Names its circuit; see `circuitName`. */
  readonly name: string;
  /** What was different from what the machine had read. */
  readonly text: string;
  readonly netlist: Netlist;
  /** The person's address, and when. */
  readonly by: string;
  readonly at: number;
  /** It was chosen elsewhere and came with a push, which may change it again. */
  readonly pushed?: boolean;
  /** What counts again if the person takes the choice back. */
  readonly instead: {
    readonly reading: MachineReading;
    readonly graded: boolean;
    readonly totalGrade: number | null;
  };
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

/** A reading as drawings are compared by it. */
export interface UncorrectedReading {
  readonly netlist: Netlist | null;
  readonly wires: readonly ReadWire[];
  readonly predictions: readonly Pick<PlacedPrediction, "className" | "confidence" | "box" | "sheet">[];
}

/** What the recogniser, or a person's corrections, made of a submission. */
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
  /** Pixels of the upright page picture; 0 until it is read. */
  width: integer().notNull().default(0),
  height: integer().notNull().default(0),
  inputs: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
  outputs: text({ mode: "json" }).$type<readonly ReadOutput[]>().notNull().default([]),
  problems: text({ mode: "json" }).$type<readonly Problem[]>().notNull().default([]),
  wires: text({ mode: "json" }).$type<readonly ReadWire[]>().notNull().default([]),
  netlist: text({ mode: "json" }).$type<Netlist>(),
  /** What a person says of the wires, the oldest first. */
  wireCorrections: text({ mode: "json" }).$type<readonly WireCorrection[]>().notNull().default([]),
  /** What the machine read before a person's first correction: drawings are compared by it. Null if nobody corrected. */
  uncorrected: text({ mode: "json" }).$type<UncorrectedReading>(),
  /** 0 … 1: how likely the functions were read as drawn; null before it was read, and for readings of older versions. */
  confidence: real(),
  /** What the student sees of the page's legibility, by the machine alone; null before it was read. */
  legibility: text({ mode: "json" }).$type<Legibility>(),
  /** The reading that a person chose, and who and when; it outweighs what the machine reads. */
  chosen: text({ mode: "json" }).$type<ChosenReading>(),
  /** The name of the reading that a person has taken back since the last choice: a push does not give it again. */
  takenBack: text(),
  /** A person changed predictions since the page was read. */
  edited: integer({ mode: "boolean" }).notNull().default(false),
  /**
   * SHA-256 of the model that read the page, hex, and the version of the program; null before the first reading, and
   * for old readings.
   */
  model: text(),
  program: text(),
  /** Counts the person's changes: a reading that began before the last one is not stored. */
  revision: integer().notNull().default(0),
  updatedAt: integer().notNull(),
});

/**
 * The other possible readings of a page. Only judging uses them; they are large, so they have a table of their own.
 * Pages that an older version read, or that a person corrected since they were read, have none.
 */
export const pageLooks = sqliteTable("page_looks", {
  analysisId: text()
    .primaryKey()
    .references(() => analyses.id, { onDelete: "cascade" }),
  looks: text({ mode: "json" }).$type<readonly PageLook[]>().notNull(),
});

export const predictions = sqliteTable(
  "predictions",
  {
    id: text().primaryKey(),
    analysisId: text()
      .notNull()
      .references(() => analyses.id, { onDelete: "cascade" }),
    /** Counts from 1 within the page. */
    objectId: integer().notNull(),
    className: text().$type<PredictionClass>().notNull(),
    label: text().notNull(),
    x: real().notNull(),
    y: real().notNull(),
    width: real().notNull(),
    height: real().notNull(),
    /** 0 to 1 */
    confidence: real().notNull(),
    source: text().$type<"detected" | "person">().notNull(),
    /** The centre in mm in the template's border, which similarity compares. */
    sheetX: real().notNull().default(0),
    sheetY: real().notNull().default(0),
    /** A person removed it: it is not shown, and not found again. */
    removed: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("predictions_by_analysis").on(table.analysisId)],
);
