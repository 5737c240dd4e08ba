import { and, eq, inArray, notInArray } from "drizzle-orm";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import {
  enrolments,
  erasures,
  extensions,
  notifications,
  stackPages,
  stacks,
  studentNames,
  submissions,
  tasks,
} from "../../db/schema.ts";
import { Refusal } from "../../refusal.ts";
import { FileMissing } from "../../storage/file-store.ts";
import { publishToTask } from "../access/audience.ts";
import { contentOfRecord, recordStack, recordSubmissions } from "../submissions/hand-in-records.ts";
import { neededFiles } from "../submissions/stored-files.ts";
import { settleTask } from "../tasks/task-state.ts";
import { compactLater } from "./compact-at-night.ts";
import {
  beginErasure,
  cancelErasure,
  completeErasure,
  copyErasures,
  type Erasure,
  isComplete,
  listErasures,
  studentMark,
} from "./erasure-list.ts";
import { closeGaps, nameRewritten, type RewrittenFile, rewriteFiles } from "./rewrite-files.ts";
import { scrubTexts } from "./scrub-texts.ts";
import { type Asking, type FoundStudent, findRowsNow, findStudent, fingerprintOf } from "./stored-about.ts";
import { inClasses, namesOf, type StudentRows } from "./student-rows.ts";

/**
 * Erases a student for good: rows, files, records, what is in the trash, and their name in what was written about others.
 * Files of stacks are written again without the student's pages. It is recorded without the ID, so that a restored
 * backup is treated the same.
 *
 * @throws {Refusal} if anything has changed since the caller saw the `fingerprint`, or a stack cannot be written again;
 * then nothing was erased.
 */
export async function eraseStudent(
  context: AppContext,
  asking: Asking,
  fingerprint: string,
): Promise<{ kept: number }> {
  const found = await findStudent(context, asking);
  if (fingerprintOf(found) !== fingerprint) throw changedMeanwhile();
  return eraseFound(context, found);
}

/**
 * Erases what was found. Returns how many files keep a page of the student, because it is somebody else's, too.
 *
 * @param earlier - of an erasure that is made again: the time of the first one, so that it never takes what came after that
 */
export async function eraseFound(
  context: AppContext,
  found: FoundStudent,
  earlier: Partial<Pick<Erasure, "at">> = {},
): Promise<{ kept: number }> {
  const { scope, rows, vault } = found;
  const rewritten = await rewriteFiles(context, found.files.mixed);
  const student = studentMark(context, scope.studentId);
  const begun = { ...earlier, id: newId(), student, classes: scope.classIds?.slice() ?? null, left: leftOf(found) };
  const erasure = await context.db
    .write(async (query) => {
      const now = await findRowsNow(query, scope);
      if (fingerprintOf({ ...found, ...now }) !== fingerprintOf(found)) throw changedMeanwhile();
      await requireStored(context, rewritten);
      // Within the write, so that its time is before or after a backup's, as its effect is.
      const recorded = await beginErasure(context, begun);
      const at = context.now();
      await query.batch([
        query.insert(erasures).values({ id: recorded.id, at }),
        ...eraseRows(query, { ...found, rewritten, at, gaps: await closeGaps(query, rows) }),
        compactLater(query, at),
      ]);
      return recorded;
    })
    .catch(async (error: unknown) => {
      // Nothing was written; the files that were made for it are swept up like those of a crash.
      await cancelErasure(context, begun);
      throw error;
    });
  await finishErasure(context, erasure);
  await recordOthers(context, { rows, rewritten });
  await copyErasures(context);
  await publish(context, rows);
  context.log.info("student-erased", { pages: rows.submissions.length, files: vault.files.length });
  await emptyLog(context);
  return { kept: found.files.shared.length };
}

/** Nothing named the new files until now: the cleaning up of files may have moved them to the trash. */
async function requireStored({ files }: AppContext, rewritten: readonly RewrittenFile[]): Promise<void> {
  for (const { rewrittenAs } of rewritten) {
    await files
      .use(rewrittenAs, async () => undefined)
      .catch((error: unknown) => {
        throw error instanceof FileMissing ? changedMeanwhile() : error;
      });
  }
}

function leftOf({ vault }: FoundStudent): Erasure["left"] {
  return { files: [...vault.files], records: [...vault.records], trash: [...vault.trash] };
}

function changedMeanwhile(): Refusal {
  const message = "What is stored about this student has changed meanwhile. Nothing was erased: look at it again.";
  return new Refusal(409, { code: "student-changed", message });
}

interface Erasing extends Pick<FoundStudent, "scope" | "rows"> {
  readonly gaps: Awaited<ReturnType<typeof closeGaps>>;
  readonly rewritten: readonly RewrittenFile[];
  readonly at: number;
}

function eraseRows(query: Query, { scope, rows, gaps, rewritten, at }: Erasing) {
  const { studentId } = scope;
  const ofScope = inClasses(scope, tasks.classId);
  const inScope = query.select({ id: tasks.id }).from(tasks).where(ofScope);
  const stackIds = [...new Set(rows.stackPages.map(({ stack }) => stack.id))];
  const withPages = query.select({ id: stackPages.stackId }).from(stackPages);
  return [
    ...rewritten.flatMap((file) => nameRewritten(query, file, { rows, at })),
    query.delete(stackPages).where(
      inArray(
        stackPages.id,
        rows.stackPages.map(({ page }) => page.id),
      ),
    ),
    ...gaps,
    query.delete(stacks).where(and(inArray(stacks.id, stackIds), notInArray(stacks.id, withPages))),
    query.delete(submissions).where(
      inArray(
        submissions.id,
        rows.submissions.map(({ submission }) => submission.id),
      ),
    ),
    query.delete(extensions).where(and(eq(extensions.studentId, studentId), inArray(extensions.taskId, inScope))),
    query
      .delete(notifications)
      .where(and(eq(notifications.studentId, studentId), inArray(notifications.taskId, inScope))),
    query.delete(enrolments).where(and(eq(enrolments.studentId, studentId), inClasses(scope, enrolments.classId))),
    query
      .delete(studentNames)
      .where(and(eq(studentNames.studentId, studentId), inClasses(scope, studentNames.classId))),
    ...scrubTexts(query, scope, namesOf(rows)),
  ];
}

/** Deletes what is left of an erasure in the vault. Its rows are gone; a file that has a row or record again stays. */
async function finishErasure(context: AppContext, erasure: Erasure): Promise<void> {
  const { files, records, trash, cache } = context;
  const { left } = erasure;
  for (const file of left.trash) await trash.remove(file);
  for (const record of left.records) await records.erase(record);
  const recorded = new Set<string>();
  for await (const name of records.names({ fresh: true })) recorded.add(contentOfRecord(name));
  for (const sha256 of left.files.filter((each) => !recorded.has(each))) {
    await context.db.write(async (query) => {
      if ((await neededFiles(query, [sha256])).size > 0) return;
      await files.erase(sha256);
      await cache.removeAll(sha256);
    });
  }
  await completeErasure(context, erasure);
}

/** Finishes erasures that a crash interrupted after their rows were gone, and forgets those that it kept from beginning. */
export async function finishErasures(context: AppContext): Promise<void> {
  const open = (await listErasures(context)).filter((erasure) => !isComplete(erasure));
  if (open.length === 0) return;
  const made = new Set((await context.db.query.select().from(erasures)).map(({ id }) => id));
  for (const erasure of open) {
    if (made.has(erasure.id)) await finishErasure(context, erasure);
    else await cancelErasure(context, erasure);
  }
  await copyErasures(context);
  context.log.info("erasures-finished", { erasures: open.length });
}

/** The records of other people's pages in the files that were written again. */
async function recordOthers(
  context: AppContext,
  { rows, rewritten }: Pick<Erasing, "rows" | "rewritten">,
): Promise<void> {
  const hashes = rewritten.map(({ rewrittenAs }) => rewrittenAs);
  const others = await context.db.query
    .select({ id: submissions.id })
    .from(submissions)
    .where(inArray(submissions.sha256, hashes));
  await recordSubmissions(
    context,
    others.map(({ id }) => id),
  );
  for (const id of new Set(rows.stackPages.map(({ stack }) => stack.id))) await recordStack(context, id);
}

async function publish(context: AppContext, rows: StudentRows): Promise<void> {
  const named = [...rows.submissions, ...rows.extensions, ...rows.notifications].map(({ task }) => task);
  const changed = new Map(named.map((task) => [task.id, task]));
  for (const { id } of changed.values()) {
    await settleTask(context, id);
    await publishToTask(context, id);
  }
}

/** The log has the rows as they were before; without it, the file has zeros in their place. */
async function emptyLog({ db, log }: AppContext): Promise<void> {
  await db.emptyLog().catch((error: unknown) => log.error("log-not-emptied", error));
}
