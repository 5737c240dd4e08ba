import { eq, inArray, ne, type SQL } from "drizzle-orm";
import { z } from "zod";
import { turnSchema } from "../../../core/corrections/correction-schemas.ts";
import { TASK_TYPE_VALUES } from "../../../core/rules/tasks/task-types.ts";
import type { AppContext } from "../../context.ts";
import { UPLOADERS } from "../../contract/results/file.ts";
import type { Query } from "../../db/client.ts";
import { classes, stackPages, stacks, submissions, tasks } from "../../db/schema.ts";
import type { KeptStore } from "../../storage/vault.ts";

type Submission = typeof submissions.$inferSelect;

const common = {
  version: z.literal(1),
  /** Of the submission, or of the stack. */
  id: z.string(),
  task: z.object({ id: z.string(), title: z.string(), type: z.enum(TASK_TYPE_VALUES) }),
  class: z.object({ code: z.string(), group: z.number() }),
  filename: z.string(),
  mimetype: z.string(),
  size: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  received_at: z.iso.datetime(),
};

const recordSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("submission"),
    student_id: z.string(),
    item: z.number().int(),
    page: z.number().int(),
    turn: turnSchema,
    uploaded_by: z.enum(UPLOADERS),
    /** It came without the receipt of the earlier page. */
    from_elsewhere: z.boolean().default(false),
    own_paper: z.boolean().default(false),
    /** The link to the results is made from it. */
    link_id: z.string().nullable().default(null),
  }),
  z.object({
    ...common,
    kind: z.literal("stack"),
    stack_name: z.string(),
    /** The position of the file's first page within the stack, from 1, and how many pages it has. */
    position: z.number().int(),
    pages: z.number().int(),
  }),
]);

/** What is known of a hand-in without a database. */
export type HandInRecord = z.infer<typeof recordSchema>;
export type SubmissionRecord = Extract<HandInRecord, { kind: "submission" }>;
export type StackRecord = Extract<HandInRecord, { kind: "stack" }>;

/** A file in the store, and the record that says what it was for. */
export interface RecordedFile {
  readonly sha256: string;
  readonly record: string;
}

/** Several submissions may have the same content: each has a separate record. */
export function fileOfSubmission({ id, sha256 }: Pick<Submission, "id" | "sha256">): RecordedFile {
  return { sha256, record: `${sha256}.${id}.json` };
}

type FirstPage = Pick<typeof stackPages.$inferSelect, "stackId" | "sha256" | "position">;

/** A file of a stack, by the row of its first page. */
export function fileOfStack({ stackId, sha256, position }: FirstPage): RecordedFile {
  return { sha256, record: `${sha256}.${stackId}-${position}.json` };
}

/** The rows with which the files of stacks begin: not always page 1, as an erasure may have taken that row. */
export async function firstPages(query: Query, which: SQL | undefined): Promise<FirstPage[]> {
  const { stackId, sha256, position, page } = stackPages;
  const rows = await query
    .select({ stackId, sha256, position, page })
    .from(stackPages)
    .where(which)
    .orderBy(stackId, position);
  return rows.filter((row, index) => row.stackId !== rows[index - 1]?.stackId || beginsFile(row, rows[index - 1]));
}

/** Whether a row of a stack is the first of a file, by the row before it. Several sheets of a page have one position. */
function beginsFile({ sha256, page, position }: PageOfFile, before: PageOfFile | undefined): boolean {
  return position !== before?.position && (sha256 !== before?.sha256 || page <= before.page);
}

type PageOfFile = Pick<typeof stackPages.$inferSelect, "sha256" | "page" | "position">;

/** The content that a record is about. */
export function contentOfRecord(name: string): string {
  return name.slice(0, name.indexOf("."));
}

/** The ID of the submission or the stack that a record is about. */
export function handInOfRecord(name: string): string {
  return /^[0-9a-f]{64}\.(.+?)(-\d+)?\.json$/.exec(name)?.[1] ?? "";
}

/** A submission with its task and class, which its record names. */
export interface RecordedSubmission {
  readonly submission: Submission;
  readonly task: typeof tasks.$inferSelect;
  readonly group: typeof classes.$inferSelect;
}

/**
 * Writes the record of a submission; it is on the disk when this returns, and a receipt is given only after that.
 * Without the database it says whose answer the file is.
 */
export function recordSubmission(context: AppContext, recorded: RecordedSubmission): Promise<void> {
  return keep(context, submissions, [submissionRecord(recorded)]);
}

/** The same for several submissions. */
export async function recordSubmissions(context: AppContext, ids: readonly string[]): Promise<void> {
  const rows = await context.db.query
    .select({ submission: submissions, task: tasks, group: classes })
    .from(submissions)
    .innerJoin(tasks, eq(tasks.id, submissions.taskId))
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(inArray(submissions.id, [...ids]));
  await keep(context, submissions, rows.map(submissionRecord));
}

/** The same for the files of a stack. */
export async function recordStack(context: AppContext, stackId: string): Promise<void> {
  await keep(context, stacks, await stackRecords(context.db.query, stackId));
}

/** Writes records of hand-ins that are rows of `table`. */
async function keep(
  { records: store, db, now }: AppContext,
  table: typeof submissions | typeof stacks,
  records: readonly HandInRecord[],
): Promise<void> {
  for (const record of records) {
    await store.write(fileOf(record).record, new TextEncoder().encode(`${JSON.stringify(record, null, 1)}\n`));
  }
  // If it was deleted meanwhile, there may have been no record to remove.
  const ids = records.map(({ id }) => id);
  const left = await db.query.select({ id: table.id }).from(table).where(inArray(table.id, ids));
  const gone = records.filter(({ id }) => !left.some((row) => row.id === id)).map(fileOf);
  await discardRecords({ records: store, now }, gone);
}

function fileOf(record: HandInRecord): RecordedFile {
  const { id, sha256 } = record;
  return record.kind === "submission"
    ? fileOfSubmission({ id, sha256 })
    : fileOfStack({ stackId: id, sha256, position: record.position });
}

/** Moves the records of what a person deleted to the trash. */
export async function discardRecords(
  { records, now }: Pick<AppContext, "records" | "now">,
  gone: readonly Pick<RecordedFile, "record">[],
): Promise<void> {
  const day = trashDay(now());
  for (const { record } of gone) await records.discard({ day, reason: "deleted", name: record });
}

/** The day under which the trash files what arrives now: UTC. */
export function trashDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** A record's content, or null if this version does not know its format. */
export function parseRecord(bytes: Uint8Array | null): HandInRecord | null {
  try {
    return recordSchema.parse(JSON.parse(new TextDecoder().decode(bytes ?? new Uint8Array())));
  } catch {
    return null;
  }
}

/** Records that are written together: a stop waits for them. */
const GROUP = 20;

/**
 * Writes missing records: of hand-ins from before there were records, and of those during which the process died.
 * Returns how many hand-ins got one.
 */
export async function completeRecords(context: AppContext): Promise<number> {
  const { db, lifecycle } = context;
  let added = 0;
  const there = await namesOf(context.records);
  const handedIn = await db.query.select({ id: submissions.id, sha256: submissions.sha256 }).from(submissions);
  const missing = handedIn.filter((row) => !there.has(fileOfSubmission(row).record)).map(({ id }) => id);
  for (let from = 0; from < missing.length && !lifecycle.stopping.aborted; from += GROUP) {
    const group = missing.slice(from, from + GROUP);
    await recordSubmissions(context, group);
    added += group.length;
  }
  const files = await firstPages(db.query, ne(stackPages.state, "arriving"));
  const unrecorded = files.filter((file) => !there.has(fileOfStack(file).record)).map((file) => file.stackId);
  for (const id of new Set(unrecorded)) {
    if (lifecycle.stopping.aborted) break;
    await recordStack(context, id);
    added++;
  }
  return added;
}

/** The IDs of all submissions and stacks. */
export async function knownHandIns(query: Query): Promise<Set<string>> {
  const handedIn = await query.select({ id: submissions.id }).from(submissions);
  const inStacks = await query.select({ id: stacks.id }).from(stacks);
  return new Set([...handedIn, ...inStacks].map(({ id }) => id));
}

async function namesOf(store: KeptStore): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const name of store.names({ fresh: true })) names.add(name);
  return names;
}

function submissionRecord({ submission, task, group }: RecordedSubmission): SubmissionRecord {
  return {
    ...headOf(task, group),
    kind: "submission",
    id: submission.id,
    student_id: submission.studentId,
    item: submission.item,
    filename: submission.filename,
    mimetype: submission.mimetype,
    size: submission.size,
    sha256: submission.sha256,
    page: submission.page,
    turn: submission.turn,
    uploaded_by: submission.uploadedBy,
    from_elsewhere: submission.fromElsewhere,
    own_paper: submission.ownPaper,
    link_id: submission.linkId,
    received_at: new Date(submission.receivedAt).toISOString(),
  };
}

async function stackRecords(query: Query, stackId: string): Promise<StackRecord[]> {
  const rows = await query
    .select({ page: stackPages, stack: stacks, task: tasks, group: classes })
    .from(stackPages)
    .innerJoin(stacks, eq(stacks.id, stackPages.stackId))
    .innerJoin(tasks, eq(tasks.id, stacks.taskId))
    .innerJoin(classes, eq(classes.id, tasks.classId))
    .where(eq(stackPages.stackId, stackId))
    .orderBy(stackPages.position);
  const firsts = rows.filter(({ page }, index) => beginsFile(page, rows[index - 1]?.page));
  const lasts = rows.filter(({ page }, index) => {
    const next = rows[index + 1];
    return next === undefined || beginsFile(next.page, page);
  });
  return firsts.map(({ page, stack, task, group }, index) => ({
    ...headOf(task, group),
    kind: "stack",
    id: stackId,
    stack_name: stack.filename,
    position: page.position,
    // Not until the next file begins: one between them may be lost.
    pages: lasts[index]!.page.position + 1 - page.position,
    filename: page.filename,
    mimetype: page.mimetype,
    size: page.size,
    sha256: page.sha256,
    received_at: new Date(stack.createdAt).toISOString(),
  }));
}

function headOf(task: typeof tasks.$inferSelect, group: typeof classes.$inferSelect) {
  return {
    version: 1 as const,
    task: { id: task.id, title: task.title, type: task.examType },
    class: { code: group.code, group: group.group },
  };
}
