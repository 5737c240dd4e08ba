import { readFile } from "node:fs/promises";
import { pageJpeg } from "../../core/annotate/page-picture.ts";
import { openPage } from "../../core/opening/open-file.ts";
import { STACK } from "../../core/rules/limits.ts";
import { findPages } from "../exchange/find-pages.ts";
import type { GradedPage, GradeRecord } from "../grading/grade-record.ts";
import { pageKey } from "../pages/page-words.ts";
import type { Terminal } from "../terminal.ts";
import type { ReviewTask } from "./review-state.ts";
import type { WebSession } from "./web-session.ts";

interface Handing {
  readonly task: ReviewTask;
  /** The folder of the results. */
  readonly results: string;
  /** Other folders in which pages may be. */
  readonly pages?: readonly string[] | undefined;
  readonly terminal: Terminal;
}

/** Whether nobody knows whose page it is: it is a page of a stack for the server. */
function isNobodys({ student_id, item, status, sha256 }: GradedPage): boolean {
  return (student_id === null || item === null) && (status === "review" || status === "failed") && sha256 !== "";
}

/**
 * Hands pages without an owner to the server, each as a picture, as the pages of a stack: there a person says whose they
 * are. Returns what was handed, with what was handed before, by the pictures' names.
 */
export async function handPages(
  web: WebSession,
  { files }: Pick<GradeRecord, "files">,
  { task, results, pages, terminal }: Handing,
): Promise<ReviewTask["handed"]> {
  const known = new Set(Object.values(task.handed).map(({ file, page }) => pageKey(file, page)));
  const open = files.filter((page) => isNobodys(page) && !known.has(pageKey(page.file, page.page)));
  const hashes = [...new Set(open.map(({ sha256 }) => sha256))];
  const { paths, remove } = await findPages(hashes, { results, pages, terminal });
  const form = new FormData();
  const handed: Record<string, ReviewTask["handed"][string]> = { ...task.handed };
  for (const { file, page, shown_on, sha256 } of open.slice(0, STACK.files)) {
    const jpeg = await pictureOf(paths.get(sha256), shown_on ?? page);
    if (jpeg === null) {
      terminal.warn(`! ${file}, page ${page} is not where it was graded, or cannot be shown: settle it in review.csv`);
      continue;
    }
    const name = `${String(Object.keys(handed).length + 1).padStart(4, "0")}.jpg`;
    form.append("files", new Blob([new Uint8Array(jpeg)], { type: "image/jpeg" }), name);
    handed[name] = { file, page, sha256 };
  }
  await remove();
  if (!form.has("files")) return task.handed;
  const { refused } = await web.call("uploadStack", { params: { taskId: task.taskId }, body: form });
  for (const { filename, message } of refused) {
    const { file, page } = handed[filename]!;
    terminal.warn(`! ${file}, page ${page}: ${message} Settle it in review.csv.`);
    delete handed[filename];
  }
  return handed;
}

/** As sharp as it was read. */
const LONG_SIDE = 4000;

async function pictureOf(path: string | undefined, page: number): Promise<Uint8Array | null> {
  if (path === undefined) return null;
  const opened = await openPage(await readFile(path), { page });
  return opened.ok ? pageJpeg(opened.image, LONG_SIDE) : null;
}
