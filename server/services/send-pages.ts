import { and, eq } from "drizzle-orm";
import { STACK } from "../../core/rules/limits.ts";
import { conventionalName } from "../../core/rules/upload-check.ts";
import type { FileType } from "../../core/scan/file-type.ts";
import { newId } from "../adapters/random.ts";
import type { AppContext } from "../context.ts";
import { type PagesSent, type SentPage, sentPagesSchema } from "../contract/exchange.ts";
import { ERROR_PAGES, TEXTS } from "../contract/texts.ts";
import { analyses, jobs, submissions, type tasks } from "../db/schema.ts";
import type { TokenUse } from "../environment.ts";
import { newJob } from "../jobs/job-queue.ts";
import { Refusal } from "../refusal.ts";
import { type ReceivedFile, receiveFiles } from "../uploads/receive.ts";
import { ownTask } from "./own-task.ts";
import { otherPage, placeOf, refusalOf } from "./push-rules.ts";
import { countPages } from "./stacks.ts";
import { settleTask } from "./task-state.ts";
import { MIMETYPES } from "./upload-verdict.ts";

type Outcome = PagesSent["pages"][number];

interface Sending {
  readonly token: TokenUse;
  readonly taskId: string;
  readonly request: Request;
}

/** A list of a whole class's pages; the file itself is limited like a stack's. */
const FIELD_BYTES = 1024 * 1024;

/**
 * Takes a file whose pages are answers, and makes them submissions with the jobs that read them. What the answer
 * acknowledges is on the disk and in the database; a page that is there already is left as it is.
 */
export async function sendPages(context: AppContext, { token, taskId, request }: Sending): Promise<PagesSent> {
  const task = await ownTask(context, token.user.id, taskId);
  const fields = new Map<string, string>();
  const files = await receiveFiles(request, {
    store: context.files,
    begin: () => Promise.resolve(),
    wants: () => true,
    limits: { fileBytes: STACK.fileBytes, files: 1 },
    fieldBytes: FIELD_BYTES,
    onField: (name, value) => void fields.set(name, value),
  });
  try {
    const [file] = files;
    if (!file) throw new Refusal(400, { code: "no-files", message: TEXTS.files.noFiles });
    const pages = parsePages(fields.get("pages"));
    const count = await countPages(context, file);
    if (!count.ok) throw new Refusal(400, { code: count.code, message: count.message });
    const rules = await placeOf(context, task);
    const overwrite = fields.get("overwrite") === "1";
    await file.draft?.send(file.sha256);
    let kept: Promise<void> | undefined;
    const keep = async () => {
      kept ??= file.draft?.keep(file.sha256);
      await kept;
    };
    const outcomes: Outcome[] = [];
    for (const page of pages) {
      const reason = page.page > count.pages ? noSuchPage(page.page) : refusalOf(page, rules);
      if (reason) outcomes.push({ ...page, outcome: "refused", reason });
      else outcomes.push(await placePage(context, page, { task, file, type: count.type, overwrite, keep }));
    }
    if (outcomes.some(({ outcome }) => outcome === "taken")) {
      context.jobs.wake();
      await settleTask(context, taskId);
    }
    return { pages: outcomes };
  } finally {
    await Promise.all(files.map(({ draft }) => draft?.discard()));
  }
}

function parsePages(text: string | undefined): readonly SentPage[] {
  try {
    return sentPagesSchema.parse(JSON.parse(text ?? ""));
  } catch {
    throw new Refusal(400, { code: "bad-request", message: ERROR_PAGES["400"].message });
  }
}

interface Placing {
  readonly task: typeof tasks.$inferSelect;
  readonly file: ReceivedFile;
  readonly type: FileType;
  readonly overwrite: boolean;
  /** Puts the file into the store; once, however many of its pages are taken. */
  keep(): Promise<void>;
}

async function placePage(
  context: AppContext,
  page: SentPage,
  { task, file, type, overwrite, keep }: Placing,
): Promise<Outcome> {
  const { db, now } = context;
  const same = and(
    eq(submissions.taskId, task.id),
    eq(submissions.studentId, page.student_id),
    eq(submissions.item, page.item),
    eq(submissions.counts, true),
  );
  const [id, time] = [newId(), now()];
  const outcome = await db.write(async (query): Promise<Outcome> => {
    const [before] = await query.select().from(submissions).where(same);
    if (before?.sha256 === file.sha256 && before.page === page.page) return { ...page, outcome: "known", reason: null };
    if (before && !overwrite) return { ...page, outcome: "refused", reason: otherPage(before) };
    const answer = { studentId: page.student_id, type: task.examType, item: page.item };
    const row: typeof submissions.$inferInsert = {
      id,
      taskId: task.id,
      studentId: page.student_id,
      item: page.item,
      filename: conventionalName(file.filename, answer),
      mimetype: MIMETYPES[type],
      size: file.size,
      sha256: file.sha256,
      page: page.page,
      turn: page.turn,
      uploadedBy: "command",
      receivedAt: time,
      counts: true,
    };
    // The bytes first: a row without its file would be a broken promise, a file without a row is only swept up.
    await keep();
    await query.batch([
      query.update(submissions).set({ counts: false }).where(same),
      query.insert(submissions).values(row),
      query.insert(analyses).values({ id: newId(), submissionId: id, state: "queued", updatedAt: time }),
      query.insert(jobs).values(newJob("read", id, time)),
    ]);
    return { ...page, outcome: "taken", reason: null };
  });
  if (outcome.outcome === "taken") {
    context.events.publish(task.userId, { type: "submission", task_id: task.id, file_id: id });
  }
  return outcome;
}

function noSuchPage(page: number) {
  return { code: "no-such-page", message: `The file has no page ${page}.` };
}
