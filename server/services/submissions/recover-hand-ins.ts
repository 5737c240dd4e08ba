import { and, eq, inArray } from "drizzle-orm";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AppContext } from "../../context.ts";
import { stackPages, stacks, submissions, tasks } from "../../db/schema.ts";
import type { TrashedFile } from "../../storage/vault.ts";
import { taskItems } from "../tasks/task-items.ts";
import { settleTask } from "../tasks/task-state.ts";
import {
  contentOfRecord,
  type HandInRecord,
  handInOfRecord,
  parseRecord,
  type StackRecord,
  type SubmissionRecord,
} from "./hand-in-records.ts";
import { standingIn } from "./standing.ts";
import { storeSubmission } from "./store-submission.ts";
import { ofAnswer } from "./waiting-pages.ts";

/** A hand-in that is recorded and has no row in the database. */
export interface UnknownHandIn {
  readonly record: HandInRecord;
  /** Where its file is; null if it is lost. */
  readonly file: "store" | TrashedFile | null;
}

/** What happened to the hand-ins that had no row. */
export interface Recovery {
  readonly pages: number;
  readonly stacks: number;
  /** Those that could not be added, and why. */
  readonly left: readonly { readonly record: HandInRecord; readonly reason: string }[];
  readonly unreadable: readonly string[];
}

/** What the vault has and the database does not. */
export interface UnknownHandIns {
  /** Oldest first. */
  readonly handIns: readonly UnknownHandIn[];
  /** The names of records whose content cannot be read. */
  readonly unreadable: readonly string[];
}

interface Looking extends Pick<AppContext, "files" | "records" | "trash"> {
  readonly db: Pick<AppContext["db"], "query">;
}

/**
 * The hand-ins that have a record but no row: those that came after the backup that a database was restored from. If a
 * person deleted one, its record is in the trash, and it is not included.
 */
export async function findUnknownHandIns({ db, files, records, trash }: Looking): Promise<UnknownHandIns> {
  const known = await knownFiles(db.query);
  const found = new Map<string, HandInRecord>();
  const unreadable: string[] = [];
  const add = (name: string, record: HandInRecord | null) => {
    if (record === null) unreadable.push(name);
    else if (!known.hasFile(record) && !known.hasPlace(record)) found.set(name, record);
  };
  for await (const name of records.names({ fresh: true })) {
    const isKnown = known.hasFile({ id: handInOfRecord(name), sha256: contentOfRecord(name) });
    if (!isKnown) add(name, parseRecord(await records.read(name)));
  }
  const trashed = new Map<string, TrashedFile>();
  for await (const file of trash.list()) {
    if (!file.name.endsWith(".json")) trashed.set(file.name, file);
    else if (file.reason === "swept") add(file.name, parseRecord(await trash.read(file)));
  }
  const stored = new Set<string>();
  if (found.size > 0) for await (const name of files.names({ fresh: true })) stored.add(name);
  const unknown = [...found.values()].map((record) => ({
    record,
    file: stored.has(record.sha256) ? ("store" as const) : (trashed.get(record.sha256) ?? null),
  }));
  unknown.sort((a, b) => Date.parse(a.record.received_at) - Date.parse(b.record.received_at));
  return { handIns: unknown, unreadable };
}

/**
 * What the rows name. A file of a stack may be missing alone, if it was lost when the others were recovered. An erasure
 * moves the files behind it and may write one again: no file is missing where the stack has pages.
 */
async function knownFiles(query: Looking["db"]["query"]) {
  const handedIn = new Set((await query.select({ id: submissions.id }).from(submissions)).map(({ id }) => id));
  const { stackId, sha256, position } = stackPages;
  const pages = await query.select({ stackId, sha256, position }).from(stackPages);
  const files = new Set(pages.map((row) => `${row.stackId} ${row.sha256}`));
  const places = new Set(pages.map((row) => `${row.stackId} ${row.position}`));
  return {
    hasFile: ({ id, sha256 }: Pick<HandInRecord, "id" | "sha256">) => handedIn.has(id) || files.has(`${id} ${sha256}`),
    hasPlace: (record: HandInRecord) =>
      record.kind === "stack" &&
      Array.from({ length: record.pages }, (_, index) => record.position + index).some((place) =>
        places.has(`${record.id} ${place}`),
      ),
  };
}

/** Adds them to the database, with the jobs that read them. Nothing else may use the database meanwhile. */
export async function recoverHandIns(context: AppContext): Promise<Recovery> {
  const left: Recovery["left"][number][] = [];
  const ready: HandInRecord[] = [];
  const { handIns, unreadable } = await findUnknownHandIns(context);
  for (const { record, file } of handIns) {
    const reason = file === null ? "its file is lost" : await reasonAgainst(context, record);
    if (reason !== null) left.push({ record, reason });
    else {
      if (file !== null && file !== "store") await context.files.putBack(file);
      ready.push(record);
    }
  }
  const pages = ready.filter((record) => record.kind === "submission");
  for (const record of pages) await addSubmission(context, record);
  const inStacks = groupBy(
    ready.filter((record) => record.kind === "stack"),
    (record) => record.id,
  );
  for (const files of inStacks.values()) await addStack(context, files);
  for (const id of new Set(ready.map(({ task }) => task.id))) await settleTask(context, id);
  return { pages: pages.length, stacks: inStacks.size, left, unreadable };
}

/** Why the database cannot take a hand-in, or null if it can. */
async function reasonAgainst(context: AppContext, record: HandInRecord): Promise<string | null> {
  const { query } = context.db;
  const [task] = await query.select().from(tasks).where(eq(tasks.id, record.task.id));
  if (!task) return "the database has no such task";
  if (record.kind === "stack") return null;
  if (!(await taskItems(query, task.id)).includes(record.item)) return `the task has no item ${record.item}`;
  return (await standingIn(context, task, record.student_id))
    ? null
    : `student ${record.student_id} is not in the class`;
}

async function addSubmission(context: AppContext, record: SubmissionRecord): Promise<void> {
  const [task] = await context.db.query.select().from(tasks).where(eq(tasks.id, record.task.id));
  const { id, filename, mimetype, size, sha256, item, page, turn } = record;
  // Records from before there were links: the upload's own ID was taken for it.
  const linkId = record.link_id ?? (record.uploaded_by === "student" ? id : null);
  const answer = { studentId: record.student_id, item, page, turn, linkId, ownPaper: record.own_paper };
  const origin = { uploadedBy: record.uploaded_by, receivedAt: Date.parse(record.received_at) };
  const proven = record.from_elsewhere ? new Set<string>() : await ownUploads(context, record);
  await storeSubmission(
    context,
    { id, task: task!, filename, mimetype, size, sha256, ...answer, ...origin },
    { proven },
  );
}

/** The uploads of the same answer that came from the same person: the receipts themselves are not in the records. */
async function ownUploads({ db }: AppContext, { task, student_id, item }: SubmissionRecord): Promise<Set<string>> {
  const answer = ofAnswer({ taskId: task.id, studentId: student_id, item });
  const rows = await db.query
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(answer, eq(submissions.fromElsewhere, false)));
  return new Set(rows.map(({ id }) => id));
}

/** The pages of these files are sorted again; those that had become submissions stay submissions. */
async function addStack({ db }: AppContext, files: readonly StackRecord[]): Promise<void> {
  const [first] = files;
  if (first === undefined) return;
  const taskId = first.task.id;
  const hashes = files.map(({ sha256 }) => sha256);
  const placed = await db.query
    .select()
    .from(submissions)
    .where(and(eq(submissions.taskId, taskId), inArray(submissions.sha256, hashes)));
  const submissionOf = new Map(placed.map((row) => [`${row.sha256} ${row.page}`, row]));
  const rows = files.flatMap(({ filename, mimetype, size, sha256, position, pages }) =>
    Array.from({ length: pages }, (_, index): typeof stackPages.$inferInsert => {
      const page = index + 1;
      const submission = submissionOf.get(`${sha256} ${page}`);
      return {
        // The same each time: an existing row is not added twice.
        id: `${first.id}-${position + index}`,
        stackId: first.id,
        ...{ filename, mimetype, size, sha256, page },
        position: position + index,
        state: submission ? "placed" : "waiting",
        ...(submission && {
          submissionId: submission.id,
          studentId: submission.studentId,
          item: submission.item,
          turn: submission.turn,
        }),
      };
    }),
  );
  const stack = { id: first.id, taskId, filename: first.stack_name, createdAt: Date.parse(first.received_at) };
  await db.write((query) =>
    query.batch([
      query.insert(stacks).values(stack).onConflictDoNothing(),
      ...rows.map((row) => query.insert(stackPages).values(row)),
    ]),
  );
}
