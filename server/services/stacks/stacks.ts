import { and, eq, inArray, type SQL } from "drizzle-orm";
import { isArchiveName } from "../../../core/rules/files/page-name.ts";
import { STACK } from "../../../core/rules/limits.ts";
import { type FileType, MIMETYPES } from "../../../core/scan/file-type.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { UploadStackResponse } from "../../contract/tasks/stack.ts";
import { TEXTS } from "../../contract/texts.ts";
import { inParts } from "../../db/in-parts.ts";
import { jobs, stackPages, stacks } from "../../db/schema.ts";
import { RATES } from "../../rates.ts";
import type { Count } from "../../recogniser/messages.ts";
import { Refusal } from "../../refusal.ts";
import { refuseIfNearlyFull } from "../../storage/disk-reserve.ts";
import { type ReceivedFile, type Receiver, receiveFiles } from "../../uploads/receive.ts";
import { unpackUpload } from "../../uploads/unpack-upload.ts";
import { publishToTask } from "../access/audience.ts";
import { ownTask } from "../access/task-access.ts";
import { fileOfStack, firstPages, recordStack } from "../submissions/hand-in-records.ts";
import { releaseFiles } from "../submissions/stored-files.ts";
import { sortingJobs } from "./stack-sorting.ts";
import { ownStack, viewStack } from "./stack-views.ts";

/** A file of a stack that can be opened. */
interface CountedFile {
  readonly file: ReceivedFile;
  readonly type: FileType;
  readonly pages: number;
}

type Refused = UploadStackResponse["refused"][number];

/**
 * Takes pages for a task: any number of pictures, PDFs, and ZIP files of them. What the response acknowledges is on the disk,
 * and every page of it is in the database, waiting to be sorted.
 */
export async function acceptStack(
  context: AppContext,
  { request, userId, taskId }: { request: Request; userId: string; taskId: string },
): Promise<UploadStackResponse> {
  await ownTask(context, userId, taskId);
  await context.limiter.take(`stack:${userId}`, RATES.stackByUser);
  const receiver = stackReceiver(context);
  const files = await receiveFiles(request, receiver);
  try {
    // The sender may have left the class while it arrived.
    await ownTask(context, userId, taskId);
    if (files.length === 0) throw new Refusal(400, { code: "no-files", message: TEXTS.files.noFiles });
    const counted: CountedFile[] = [];
    const refused: Refused[] = [];
    let room: number = STACK.pages;
    // What is unpacked from a ZIP file follows it in the list.
    for (const file of files) {
      if (file.draft !== null && isArchiveName(file.filename)) {
        const unpacked = await unpackUpload(context, { archive: file, receiver, from: userId });
        files.push(...unpacked.files);
        refused.push(...unpacked.refused);
        continue;
      }
      const count = await countPages(context, file);
      if (!count.ok) refused.push({ filename: file.filename, code: count.code, message: count.message });
      else if (count.pages > room) refused.push({ filename: file.filename, ...noRoom(count.pages) });
      else {
        counted.push({ file, type: count.type, pages: count.pages });
        room -= count.pages;
      }
    }
    if (counted.length === 0) return { message: TEXTS.files.rejectedHeading, stack: null, refused };
    const stack = await storeStack(context, counted, taskId);
    const view = await viewStack(context, stack);
    const pages = view.pages === 1 ? "1 page was" : `${view.pages} pages were`;
    return { message: `${pages} taken.`, stack: view, refused };
  } finally {
    await Promise.all(files.map(({ draft }) => draft?.discard()));
  }
}

/** Takes every file of an instructor's that is no larger than one of a stack, while the disk has room for it. */
export function stackReceiver({ files: store, config }: AppContext): Receiver {
  const checkRoom = () => refuseIfNearlyFull(config);
  return { store, begin: () => Promise.resolve(), wants: () => true, checkRoom, limits: STACK };
}

function noRoom(pages: number): Pick<Refused, "code" | "message"> {
  const message = `With its ${pages === 1 ? "page" : `${pages} pages`} this stack would have more than ${STACK.pages}. Upload it as another stack.`;
  return { code: "too-many-pages", message };
}

/** The type of a stack's file, by its bytes, and how many pages it has. */
export async function countPages({ recogniser, log }: AppContext, { draft, size }: ReceivedFile): Promise<Count> {
  if (draft === null) {
    const message = `The file is larger than ${STACK.fileBytes / 1024 / 1024} MB. Scan it in parts.`;
    return { ok: false, code: "file-too-large", message };
  }
  if (size === 0) return { ok: false, code: "empty-file", message: "The file is empty." };
  try {
    return await recogniser.ask("count", { path: draft.path });
  } catch (error) {
    log.error("inspection-failed", error);
    return { ok: false, code: "unreadable", message: "The file could not be read. Please save or scan it again." };
  }
}

/** The ZIP file in which a page was uploaded; null if it was not in one. */
function archiveOf({ filename }: ReceivedFile): string | null {
  const end = filename.indexOf("/");
  return end < 0 ? null : filename.slice(0, end);
}

/**
 * The rows come first, as `arriving`: the cleaning up of files leaves those alone that a row names. So no single write
 * has to last until all files are in the store. Nobody sees the stack before it is complete.
 */
async function storeStack(context: AppContext, counted: readonly CountedFile[], taskId: string) {
  // The pages of a ZIP file count as one.
  const names = [...new Set(counted.map(({ file }, index) => archiveOf(file) ?? index))];
  const [name = ""] = counted.map(({ file }) => archiveOf(file) ?? file.filename);
  const filename = names.length === 1 ? name : `${name} and ${names.length - 1} more`;
  const stack = { id: newId(), taskId, filename, createdAt: context.now() };
  const rows = counted
    .flatMap(({ file, type, pages }) =>
      Array.from({ length: pages }, (_, index) => ({
        id: newId(),
        stackId: stack.id,
        filename: file.filename,
        mimetype: MIMETYPES[type],
        size: file.size,
        sha256: file.sha256,
        page: index + 1,
        state: "arriving" as const,
        processId: context.presence.id,
      })),
    )
    .map((row, index) => ({ ...row, position: index + 1 }));
  await context.db.write((query) =>
    query.batch([
      query.insert(stacks).values(stack),
      ...inParts(rows).map((part) => query.insert(stackPages).values(part)),
    ]),
  );
  const arriving = and(eq(stackPages.stackId, stack.id), eq(stackPages.state, "arriving"));
  try {
    for (const { file } of counted) await file.draft?.keep(file.sha256);
    await context.db.write(async (query) => {
      const [any] = await query.select({ id: stackPages.id }).from(stackPages).where(arriving).limit(1);
      if (!any) throw removedMeanwhile();
      const taken = { state: "waiting" as const, processId: null };
      await query.batch([
        query.update(stackPages).set(taken).where(arriving),
        ...inParts(sortingJobs(stack.id, rows, context.now())).map((part) => query.insert(jobs).values(part)),
      ]);
    });
    context.jobs.wake("sort");
    await recordStack(context, stack.id);
  } catch (error) {
    // What cannot be removed now is removed later, as after a crash.
    await forgetStacks(context, withPages(context, arriving)).catch((failure: unknown) =>
      context.log.error("stack-not-removed", failure),
    );
    throw error;
  }
  return stack;
}

function removedMeanwhile(): Refusal {
  const message = "The stack was removed while it was being stored. Please upload it again.";
  return new Refusal(409, { code: "stack-removed", message });
}

/** Deletes a stack: placed pages stay, those in the queue are removed. */
export async function deleteStack(context: AppContext, userId: string, stackId: string): Promise<void> {
  const { task } = await ownStack(context, userId, stackId);
  await forgetStacks(context, eq(stacks.id, stackId));
  await publishToTask(context, task.id);
}

/** Removes stacks whose process died before they were stored: nobody has seen them. */
export async function sweepStacks(context: AppContext): Promise<void> {
  const left = and(eq(stackPages.state, "arriving"), context.presence.isGone(stackPages.processId));
  const [any] = await context.db.query.select({ id: stackPages.id }).from(stackPages).where(left).limit(1);
  if (any) await forgetStacks(context, withPages(context, left));
}

/** Selects the stacks with a page that `which` selects. */
function withPages({ db }: AppContext, which: SQL | undefined): SQL {
  return inArray(stacks.id, db.query.select({ id: stackPages.stackId }).from(stackPages).where(which));
}

/** Deletes the stacks that `which` selects, and their files if nothing else needs them. */
async function forgetStacks(context: AppContext, which: SQL): Promise<void> {
  const gone = await context.db.write(async (query) => {
    const found = query.select({ id: stacks.id }).from(stacks).where(which);
    const files = await firstPages(query, inArray(stackPages.stackId, found));
    await query.delete(stacks).where(which);
    return files;
  });
  await releaseFiles(context, gone.map(fileOfStack));
}
