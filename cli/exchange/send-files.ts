import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { groupBy } from "../../core/basics/group-by.ts";
import { type PagesSent, sendPagesResponse } from "../../server/contract/tasks/exchange.ts";
import { type Api, ApiRefused } from "../server/open-api.ts";
import type { LeftOut, PushItem } from "./pushed-pages.ts";

interface Sending {
  readonly taskId: string;
  /** Paths of the files, by SHA-256. */
  readonly paths: ReadonlyMap<string, string>;
  readonly overwrite: boolean;
  /** Pages done. */
  onProgress(done: number): void;
}

/**
 * Sends the files of pages that the server does not have, one after the other; what is sent stays sent if the command
 * is stopped. Returns the pages that were not accepted, with the reasons.
 */
export async function sendFiles(api: Api, items: readonly PushItem[], sending: Sending): Promise<LeftOut[]> {
  const leftOut: LeftOut[] = [];
  let done = 0;
  for (const [hash, own] of groupBy(items, ({ page }) => page.sha256)) {
    const path = sending.paths.get(hash);
    leftOut.push(...(path === undefined ? own.map(gone) : await sendFile(api, own, { ...sending, path })));
    done += own.length;
    sending.onProgress(done);
  }
  return leftOut;
}

async function sendFile(api: Api, items: readonly PushItem[], sending: Sending & { path: string }): Promise<LeftOut[]> {
  const form = new FormData();
  form.set(
    "pages",
    JSON.stringify(items.map(({ page: { student_id, item, page, turn } }) => ({ student_id, item, page, turn }))),
  );
  if (sending.overwrite) form.set("overwrite", "1");
  form.append("files", await openAsBlob(sending.path), basename(sending.path));
  let sent: PagesSent;
  try {
    sent = await api.call("sendPages", { taskId: sending.taskId, body: form, answer: sendPagesResponse });
  } catch (error) {
    // An error in one file does not stop the others.
    if (!(error instanceof ApiRefused) || error.status !== 400) throw error;
    return items.map((item) => stays(item, error.message));
  }
  return sent.pages.flatMap(({ reason }, index) => (reason === null ? [] : [stays(items[index]!, reason.message)]));
}

function gone(item: PushItem): LeftOut {
  return stays(item, "the file is not where it was graded, or was changed: name its folder with --pages");
}

function stays({ file, page }: PushItem, reason: string): LeftOut {
  return { file, page: page.page, reason };
}
