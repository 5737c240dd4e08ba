import { conventionalName } from "../../../core/rules/files/upload-check.ts";
import { STACK } from "../../../core/rules/limits.ts";
import { type FileType, MIMETYPES } from "../../../core/scan/file-type.ts";
import type { AppContext } from "../../context.ts";
import { ERROR_PAGES } from "../../contract/error-pages.ts";
import { type PagesSent, type SentPage, sentPagesSchema } from "../../contract/tasks/exchange.ts";
import { TEXTS } from "../../contract/texts.ts";
import type { TokenUse } from "../../environment.ts";
import { Refusal } from "../../refusal.ts";
import { type ReceivedFile, receiveFiles } from "../../uploads/receive.ts";
import { ownTask, type Task } from "../access/task-access.ts";
import { countPages, stackReceiver } from "../stacks/stacks.ts";
import { type Ruling, storeSubmission } from "../submissions/store-submission.ts";
import { settleTask } from "../tasks/task-state.ts";
import { otherPage, pushRulesOf, type Reason, refusalOf } from "./push-rules.ts";

type Outcome = PagesSent["pages"][number];

interface Sending {
  readonly token: TokenUse;
  readonly taskId: string;
  readonly request: Request;
}

/** Enough for a list of a whole class's pages; the file itself has the limit of a stack. */
const FIELD_BYTES = 1024 * 1024;

/**
 * Takes a file whose pages are answers, and makes them submissions with the jobs that read them. What the response
 * acknowledges is on the disk and in the database. A page that is already there is left as it is.
 */
export async function sendPages(context: AppContext, { token, taskId, request }: Sending): Promise<PagesSent> {
  await ownTask(context, token.user.id, taskId);
  const fields = new Map<string, string>();
  const files = await receiveFiles(request, {
    ...stackReceiver(context),
    limits: { fileBytes: STACK.fileBytes, files: 1 },
    fieldBytes: { pages: FIELD_BYTES },
    fields,
  });
  try {
    // The sender may have left the class while it arrived.
    const task = await ownTask(context, token.user.id, taskId);
    const [file] = files;
    if (!file) throw new Refusal(400, { code: "no-files", message: TEXTS.files.noFiles });
    const pages = parsePages(fields.get("pages"));
    const count = await countPages(context, file);
    if (!count.ok) throw new Refusal(400, { code: count.code, message: count.message });
    const rules = await pushRulesOf(context, task);
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
    if (outcomes.some(({ outcome }) => outcome === "taken")) await settleTask(context, taskId);
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
  readonly task: Task;
  readonly file: ReceivedFile;
  readonly type: FileType;
  readonly overwrite: boolean;
  /** Stores the file once, however many of its pages are taken. */
  keep(): Promise<void>;
}

async function placePage(context: AppContext, sent: SentPage, placing: Placing): Promise<Outcome> {
  const { task, file, type, overwrite, keep } = placing;
  const { student_id: studentId, item, page, turn } = sent;
  const stored = await storeSubmission(
    context,
    {
      task,
      studentId,
      item,
      page,
      turn,
      filename: conventionalName(file.filename, { studentId, type: task.examType, item }),
      mimetype: MIMETYPES[type],
      size: file.size,
      sha256: file.sha256,
      uploadedBy: "command",
    },
    {
      keep,
      decided: true,
      rule: (_, { before, isKnown }): Ruling<Reason> =>
        before && !isKnown && !overwrite ? { refused: otherPage(before) } : {},
    },
  );
  if ("refused" in stored) return { ...sent, outcome: "refused", reason: stored.refused };
  return { ...sent, outcome: stored.isNew ? "taken" : "known", reason: null };
}

function noSuchPage(page: number) {
  return { code: "no-such-page", message: `The file has no page ${page}.` };
}
