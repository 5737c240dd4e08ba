import { count } from "../../core/basics/texts.ts";
import { type GradesPushed, pushGradesResponse } from "../../server/contract/tasks/exchange.ts";
import { CommandFailure } from "../exit-codes.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import type { Api } from "../server/open-api.ts";
import type { Terminal } from "../terminal.ts";
import { startProgress } from "../views/progress.ts";
import { findPages } from "./find-pages.ts";
import type { LeftOut, PushItem } from "./pushed-pages.ts";
import { sendFiles } from "./send-files.ts";

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
  readonly terminal: Terminal;
}

/** Stores the grades, or with `preview` says what would change. */
export function pushGrades(api: Api, pushing: Pushing & { readonly preview: boolean }): Promise<GradesPushed> {
  const { taskId, record, items, overwrite, preview } = pushing;
  const pages = items.map(({ page }) => page);
  const body = { manifest: record.manifest, overwrite, preview, pages };
  return api.call("pushGrades", { taskId, body, answer: pushGradesResponse });
}

/** Sends the pages that the server does not have; returns how many it accepted, and those that it refused. */
export async function sendMissing(
  api: Api,
  { plan, items, taskId, results, pages, overwrite, terminal }: Sending,
): Promise<{ sent: number; unsent: readonly LeftOut[] }> {
  const wanted = items.filter((_, index) => {
    const { page, change } = plan.pages[index]!;
    return page !== "known" && change !== "conflict" && change !== "refused";
  });
  if (wanted.length === 0) return { sent: 0, unsent: [] };
  const hashes = [...new Set(wanted.map(({ page }) => page.sha256))];
  const found = await findPages(hashes, { results, pages, terminal });
  const progress = await startProgress(terminal, "Sending");
  let done = 0;
  try {
    const unsent = await sendFiles(api, wanted, {
      taskId,
      paths: found.paths,
      overwrite,
      onProgress(number) {
        done = number;
        progress.update(number, wanted.length);
      },
    });
    return { sent: wanted.length - unsent.length, unsent };
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const far = `It broke off after ${done} of ${count(wanted.length, "page")}, before any grade: run the same command again to continue.`;
    throw new CommandFailure(error.exitCode, `${error.message} ${far}`);
  } finally {
    progress.end();
    await found.remove();
  }
}
