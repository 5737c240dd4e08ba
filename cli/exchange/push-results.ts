import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { groupBy } from "../../core/basics/group-by.ts";
import { count } from "../../core/basics/texts.ts";
import { type GradesPushed, pushGradesResponse, sendPagesResponse } from "../../server/contract/tasks/exchange.ts";
import { CommandFailure } from "../exit-codes.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { type Api, ApiRefused } from "../server/open-api.ts";
import type { Terminal } from "../terminal.ts";
import { startProgress } from "../views/progress.ts";
import { findPages } from "./find-pages.ts";
import type { LeftOut, PushItem } from "./pushed-pages.ts";

/** Results for a task of a server. */
export interface Pushing {
  /** On the server. */
  readonly taskId: string;
  readonly record: Pick<GradeRecord, "manifest">;
  readonly items: readonly PushItem[];
  /** Grades and pages that are different in the web are replaced. */
  readonly overwrite: boolean;
}

interface Sending extends Pushing {
  readonly plan: GradesPushed;
  /** The folder of the results. */
  readonly results: string;
  /** Other folders in which pages may be. */
  readonly pages?: readonly string[] | undefined;
  /** Ends it after the file that is being sent. */
  readonly signal?: AbortSignal;
  readonly terminal: Terminal;
}

/** Stores the grades, or with `preview` says what would change. */
export function pushGrades(api: Api, pushing: Pushing & { readonly preview: boolean }): Promise<GradesPushed> {
  const { taskId, record, items, overwrite, preview } = pushing;
  const pages = items.map(({ page }) => page);
  const body = { manifest: record.manifest, overwrite, preview, pages };
  return api.call("pushGrades", { taskId, body, answer: pushGradesResponse });
}

/**
 * Sends the files of pages that the server does not have, one after the other; what is sent stays sent if the command is
 * stopped. Returns how many pages it accepted, and those that it refused.
 */
export async function sendMissing(
  api: Api,
  { plan, items, taskId, results, pages, overwrite, signal, terminal }: Sending,
): Promise<{ sent: number; unsent: readonly LeftOut[] }> {
  const wanted = items.filter((_, index) => {
    const { page, change } = plan.pages[index]!;
    return page !== "known" && change !== "conflict" && change !== "refused";
  });
  if (wanted.length === 0) return { sent: 0, unsent: [] };
  const files = groupBy(wanted, ({ page }) => page.sha256);
  const found = await findPages([...files.keys()], { results, pages, terminal });
  const progress = await startProgress(terminal, "Sending");
  const unsent: LeftOut[] = [];
  let done = 0;
  try {
    for (const [hash, own] of files) {
      signal?.throwIfAborted();
      const path = found.paths.get(hash);
      const left = path === undefined ? own.map((item) => stays(item, GONE)) : await sendFile(own, path);
      unsent.push(...left);
      done += own.length;
      progress.update(done, wanted.length);
    }
    return { sent: wanted.length - unsent.length, unsent };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const far = `It broke off after ${done} of ${count(wanted.length, "page")}, before any grade: run the same command again to continue.`;
    throw new CommandFailure(error.exitCode, `${error.message} ${far}`);
  } finally {
    progress.end();
    await found.remove();
  }

  async function sendFile(own: readonly PushItem[], path: string): Promise<LeftOut[]> {
    const form = new FormData();
    const places = own.map(({ page: { student_id, item, page, turn } }) => ({ student_id, item, page, turn }));
    form.set("pages", JSON.stringify(places));
    if (overwrite) form.set("overwrite", "1");
    form.append("files", await openAsBlob(path), basename(path));
    try {
      const sent = await api.call("sendPages", { taskId, body: form, answer: sendPagesResponse });
      return sent.pages.flatMap(({ reason }, index) => (reason === null ? [] : [stays(own[index]!, reason.message)]));
    } catch (error) {
      // An error in one file does not stop the others.
      if (!(error instanceof ApiRefused) || error.status !== 400) throw error;
      return own.map((item) => stays(item, error.message));
    }
  }
}

const GONE = "the file is not where it was graded, or was changed: name its folder with --pages";

function stays({ file, page }: PushItem, reason: string): LeftOut {
  return { file, page: page.page, reason };
}
