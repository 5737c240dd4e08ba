import { sql } from "drizzle-orm";
import { foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Netlist } from "../../core/netlist/netlist.ts";
import type { ReadOutput, ReadWire } from "../../core/page-reading.ts";
import type { ResultsManifest } from "../../core/results-manifest.ts";
import type { TokenScope } from "../../core/rules/access-token.ts";
import type { PredictionClass } from "../../core/rules/prediction-class.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { Rubric } from "../../core/rules/rubric.ts";
import type { TaskType } from "../../core/rules/task-types.ts";
import type { Quarters } from "../../core/scan/turn-image.ts";
import type { AnalysisState } from "../contract/file.ts";
import type { NotificationType } from "../contract/notification.ts";
import type { StackPageState } from "../contract/stack.ts";

// Times are milliseconds since 1970, UTC. Ids are unguessable, but for what is only reached through its parent.

const userId = () =>
  text()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const submissionId = () =>
  text()
    .notNull()
    .references(() => submissions.id, { onDelete: "cascade" });

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  /** In lower case. */
  email: text().notNull().unique(),
  name: text().notNull(),
  passwordHash: text().notNull(),
  /** Null until the mail was confirmed. */
  verifiedAt: integer(),
  contactNumber: text(),
  recoveryEmail: text(),
  /** The name of the picture in the data folder. */
  profileImageId: text().unique(),
  createdAt: integer().notNull(),
});

export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 of the cookie's token, hex. */
    tokenHash: text().primaryKey(),
    userId: userId(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    expiresAt: integer().notNull(),
    remember: integer({ mode: "boolean" }).notNull(),
    /** The browser's User-Agent at the log-in. */
    agent: text().notNull().default(""),
    /** When the password was last asked for and right in this session. */
    passwordValidatedAt: integer(),
  },
  (table) => [index("sessions_by_user").on(table.userId)],
);

/** What an instructor's programs show instead of a session. */
export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    scope: text().$type<TokenScope>().notNull(),
    /** SHA-256 of the token, hex. */
    tokenHash: text().notNull().unique(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
    lastUsedAt: integer(),
    /** It is kept a while, so that who still uses it is told why it does not work. */
    revokedAt: integer(),
  },
  (table) => [index("access_tokens_by_user").on(table.userId)],
);

export const emailTokens = sqliteTable(
  "email_tokens",
  {
    /** SHA-256 of the mailed token, hex. */
    tokenHash: text().primaryKey(),
    /** Null for the link that creates the first instructor. */
    userId: text().references(() => users.id, { onDelete: "cascade" }),
    purpose: text().$type<"verify-email" | "reset-password" | "first-user">().notNull(),
    createdAt: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [index("email_tokens_by_user").on(table.userId)],
);

export const classes = sqliteTable(
  "classes",
  {
    id: text().primaryKey(),
    userId: userId(),
    code: text().notNull(),
    group: integer().notNull(),
    schedule: text().notNull(),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex("classes_by_group").on(table.userId, table.code, table.group)],
);

export const enrolments = sqliteTable(
  "enrolments",
  {
    classId: text()
      .notNull()
      .references(() => classes.id, { onDelete: "cascade" }),
    studentId: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.studentId] })],
);

/** What students are called, for who is enrolled or was. */
export const studentNames = sqliteTable(
  "student_names",
  {
    classId: text()
      .notNull()
      .references(() => classes.id, { onDelete: "cascade" }),
    studentId: text().notNull(),
    name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.classId, table.studentId] })],
);

export const tasks = sqliteTable(
  "tasks",
  {
    id: text().primaryKey(),
    userId: userId(),
    classId: text()
      .notNull()
      .references(() => classes.id, { onDelete: "cascade" }),
    title: text().notNull(),
    description: text().notNull(),
    examType: text().$type<TaskType>().notNull(),
    dueAt: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** The due date that the instructor was told has passed, so that a new date is told anew. */
    dueNotifiedFor: integer(),
    /** The instructor was told so; cleared when it stops being true. */
    handedInNotified: integer({ mode: "boolean" }).notNull().default(false),
    completedNotified: integer({ mode: "boolean" }).notNull().default(false),
    /** Nobody sees whose pages they are until all are graded. */
    hideNames: integer({ mode: "boolean" }).notNull().default(false),
    /** Pages come in an order that has nothing to do with IDs or time. */
    randomOrder: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("tasks_by_user").on(table.userId), index("tasks_by_class").on(table.classId)],
);

export const answerItems = sqliteTable(
  "answer_items",
  {
    taskId: text()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** 1, 2, … without gaps. */
    item: integer().notNull(),
    /** Partial credit and deductions; null: an output earns all of its points or none. */
    rubric: text({ mode: "json" }).$type<Rubric>(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.item] })],
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

/** Students who may hand in a task longer than the others. */
export const extensions = sqliteTable(
  "extensions",
  {
    taskId: text()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    studentId: text().notNull(),
    dueAt: integer().notNull(),
    createdAt: integer().notNull(),
    /** The task was looked at after it ended, so that a new date is looked at anew. */
    endedFor: integer(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.studentId] })],
);

/** Every file handed in; of a student and item, one counts and the earlier ones are its history. */
export const submissions = sqliteTable(
  "submissions",
  {
    id: text().primaryKey(),
    taskId: text()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    studentId: text().notNull(),
    item: integer().notNull(),
    filename: text().notNull(),
    mimetype: text().notNull(),
    size: integer().notNull(),
    /** Names the original in the file store. */
    sha256: text().notNull(),
    /** The page that carries the QR code, from 1. */
    page: integer().notNull(),
    /** Quarter turns clockwise that set the page upright, before anything is read or shown. */
    turn: integer().$type<Quarters>().notNull().default(0),
    uploadedBy: text().$type<"student" | "instructor">().notNull(),
    receivedAt: integer().notNull(),
    counts: integer({ mode: "boolean" }).notNull(),
    graded: integer({ mode: "boolean" }).notNull().default(false),
    totalGrade: integer(),
    comment: text(),
  },
  (table) => [
    index("submissions_by_task").on(table.taskId),
    index("submissions_by_content").on(table.sha256),
    uniqueIndex("submissions_that_count").on(table.taskId, table.studentId, table.item).where(sql`counts = 1`),
  ],
);

/** What the recogniser, or a person's edits, made of a submission. */
export const analyses = sqliteTable("analyses", {
  id: text().primaryKey(),
  submissionId: submissionId().unique(),
  state: text().$type<AnalysisState>().notNull(),
  /** Why it failed, for the user. */
  error: text(),
  /** Null: 'auto'. */
  threshold: integer(),
  /** Pixels of the upright page picture; 0 until it was read. */
  width: integer().notNull().default(0),
  height: integer().notNull().default(0),
  inputs: text({ mode: "json" }).$type<readonly string[]>().notNull().default([]),
  outputs: text({ mode: "json" }).$type<readonly ReadOutput[]>().notNull().default([]),
  problems: text({ mode: "json" }).$type<readonly Problem[]>().notNull().default([]),
  wires: text({ mode: "json" }).$type<readonly ReadWire[]>().notNull().default([]),
  netlist: text({ mode: "json" }).$type<Netlist>(),
  /** A person changed predictions since the page was read. */
  edited: integer({ mode: "boolean" }).notNull().default(false),
  /** SHA-256 of the model that read the page, hex, and the version of the program; null before, and for old readings. */
  model: text(),
  program: text(),
  /** Counts the person's changes: a reading that began before the last one is not stored. */
  revision: integer().notNull().default(0),
  updatedAt: integer().notNull(),
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
    /** The middle in mm of the template's border: what similarity compares. */
    sheetX: real().notNull().default(0),
    sheetY: real().notNull().default(0),
    /** A person took it away: it is not shown, and not found again. */
    removed: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("predictions_by_analysis").on(table.analysisId)],
);

export const notifications = sqliteTable(
  "notifications",
  {
    id: text().primaryKey(),
    userId: userId(),
    taskId: text()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    type: text().$type<NotificationType>().notNull(),
    message: text().notNull(),
    isRead: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: integer().notNull(),
  },
  (table) => [index("notifications_by_user").on(table.userId, table.createdAt)],
);

/** Whoever has no row here has the default filter. */
export const notificationFilters = sqliteTable("notification_filters", {
  userId: userId().primaryKey(),
  types: text({ mode: "json" }).$type<readonly NotificationType[]>().notNull(),
});

export const jobs = sqliteTable(
  "jobs",
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    submissionId: submissionId(),
    payload: text({ mode: "json" }).$type<Readonly<Record<string, unknown>>>().notNull().default({}),
    state: text().$type<"queued" | "running" | "done" | "failed">().notNull(),
    tries: integer().notNull().default(0),
    /** A running job whose lease has passed was lost and is queued again. */
    leaseUntil: integer(),
    runAfter: integer().notNull(),
    error: text(),
    createdAt: integer().notNull(),
  },
  (table) => [index("jobs_to_run").on(table.state, table.runAfter), index("jobs_by_submission").on(table.submissionId)],
);

/** Every change of a grade; an entry is never changed. */
export const gradeLog = sqliteTable(
  "grade_log",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    submissionId: submissionId(),
    /** Who, by e-mail: it outlives the account. */
    changedBy: text().notNull(),
    previousGrade: integer(),
    totalGrade: integer(),
    comment: text(),
    changedAt: integer().notNull(),
    /** It came with pushed results: later ones may replace it without asking. */
    pushed: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [index("grade_log_by_submission").on(table.submissionId)],
);

/** A scanned stack: a PDF, or pictures that were dropped together. */
export const stacks = sqliteTable(
  "stacks",
  {
    id: text().primaryKey(),
    taskId: text()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    /** Of the file, or of the first one and how many follow. */
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
    /** Within the file, from 1. */
    page: integer().notNull(),
    state: text().$type<StackPageState>().notNull(),
    tries: integer().notNull().default(0),
    turn: integer().$type<Quarters>().notNull().default(0),
    /** As the QR code or a person says. */
    studentId: text(),
    item: integer(),
    /** Why the page waits in the queue. */
    reasons: text({ mode: "json" }).$type<readonly Problem[]>().notNull().default([]),
    /** What the page became. */
    submissionId: text().references(() => submissions.id, { onDelete: "set null" }),
    /** A person, and not the QR code, said whose it is. */
    settledByPerson: integer({ mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("stack_pages_by_stack").on(table.stackId, table.position),
    index("stack_pages_to_sort").on(table.state),
    index("stack_pages_by_content").on(table.sha256),
    index("stack_pages_by_submission").on(table.submissionId),
  ],
);

/** Grades that were given in one go: to an answer group, or to all pages that were read surely. */
export const gradeBatches = sqliteTable(
  "grade_batches",
  {
    id: text().primaryKey(),
    taskId: text()
      .notNull()
      .references(() => tasks.id, { onDelete: "cascade" }),
    label: text().notNull(),
    createdAt: integer().notNull(),
    undoneAt: integer(),
    /** What pushed results came of; null for grades that were given here. */
    manifest: text({ mode: "json" }).$type<ResultsManifest>(),
  },
  (table) => [index("grade_batches_by_task").on(table.taskId)],
);

/** What a batch changed, and what stood there before it. */
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
