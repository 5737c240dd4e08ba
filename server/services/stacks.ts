import { eq } from "drizzle-orm";
import { STACK } from "../../core/rules/limits.ts";
import type { FileType } from "../../core/scan/file-type.ts";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import type { UploadStackResponse } from "../contract/stack.ts";
import { TEXTS } from "../contract/texts.ts";
import { stackPages, stacks } from "../db/schema.ts";
import type { Count } from "../recogniser/messages.ts";
import { Refusal } from "../refusal.ts";
import { type ReceivedFile, receiveFiles } from "../uploads/receive.ts";
import { ownTask } from "./own-task.ts";
import { ownStack, viewStack } from "./stack-views.ts";
import { releaseFiles } from "./stored-files.ts";
import { MIMETYPES } from "./upload-verdict.ts";

const PER_USER = { limit: 120, seconds: 600 };

/** A file of a stack that can be opened. */
interface CountedFile {
  readonly file: ReceivedFile;
  readonly type: FileType;
  readonly pages: number;
}

type Refused = UploadStackResponse["refused"][number];

/**
 * Takes a scanned stack: one PDF, or pictures and PDFs in any number. What the answer acknowledges is on the disk, and
 * every page of it in the database, waiting to be looked at.
 */
export async function acceptStack(
  context: AppContext,
  { request, userId, taskId }: { request: Request; userId: string; taskId: string },
): Promise<UploadStackResponse> {
  await ownTask(context, userId, taskId);
  await context.limiter.take(`stack:${userId}`, PER_USER);
  const files = await receiveFiles(request, {
    store: context.files,
    begin: () => Promise.resolve(),
    wants: () => true,
    limits: STACK,
  });
  try {
    if (files.length === 0) throw new Refusal(400, { code: "no-files", message: TEXTS.files.noFiles });
    const counted: CountedFile[] = [];
    const refused: Refused[] = [];
    for (const file of files) {
      const count = await countPages(context, file);
      if (count.ok) counted.push({ file, type: count.type, pages: count.pages });
      else refused.push({ filename: file.filename, code: count.code, message: count.message });
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

/** What a file of a stack is, by its bytes, and how many pages it has. */
export async function countPages({ inspector, log }: AppContext, { draft, size }: ReceivedFile): Promise<Count> {
  if (draft === null) {
    const message = `The file is larger than ${STACK.fileBytes / 1024 / 1024} MB. Scan it in parts.`;
    return { ok: false, code: "file-too-large", message };
  }
  if (size === 0) return { ok: false, code: "empty-file", message: "The file is empty." };
  try {
    return await inspector.ask("count", { path: draft.path });
  } catch (error) {
    log.error("inspection-failed", error);
    return { ok: false, code: "unreadable", message: "The file could not be read. Please save or scan it again." };
  }
}

async function storeStack(context: AppContext, counted: readonly CountedFile[], taskId: string) {
  const others = counted.length - 1;
  const name = counted[0]!.file.filename;
  const filename = others === 0 ? name : `${name} and ${others} more`;
  const stack = { id: newId(), taskId, filename, createdAt: context.now() };
  const rows = counted.flatMap(({ file, type, pages }) =>
    Array.from({ length: pages }, (_, index) => ({
      id: newId(),
      stackId: stack.id,
      filename: file.filename,
      mimetype: MIMETYPES[type],
      size: file.size,
      sha256: file.sha256,
      page: index + 1,
      state: "waiting" as const,
    })),
  );
  for (const { file } of counted) await file.draft?.send(file.sha256);
  await context.db.write(async (query) => {
    // The bytes first: a row without its file would be a broken promise, a file without a row is only swept up.
    for (const { file } of counted) await file.draft?.keep(file.sha256);
    await query.batch([
      query.insert(stacks).values(stack),
      ...rows.map((row, index) => query.insert(stackPages).values({ ...row, position: index + 1 })),
    ]);
  });
  return stack;
}

/** Forgets a stack: what was placed stays, what waits in the queue goes. */
export async function deleteStack(context: AppContext, userId: string, stackId: string): Promise<void> {
  const { task } = await ownStack(context, userId, stackId);
  const gone = await context.db.write(async (query) => {
    const rows = await query
      .select({ sha256: stackPages.sha256 })
      .from(stackPages)
      .where(eq(stackPages.stackId, stackId));
    await query.delete(stacks).where(eq(stacks.id, stackId));
    return rows;
  });
  await releaseFiles(
    context,
    gone.map(({ sha256 }) => sha256),
  );
  context.events.publish(userId, { type: "stack", task_id: task.id, stack_id: stackId });
}
