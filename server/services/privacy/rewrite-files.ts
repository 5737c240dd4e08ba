import { createHash } from "node:crypto";
import { and, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { AppContext } from "../../context.ts";
import type { Query } from "../../db/client.ts";
import { rewrittenFiles, stackPages, submissions } from "../../db/schema.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import type { MixedFile } from "./student-files.ts";
import type { StudentRows } from "./student-rows.ts";

/** A file that has been written again without a student's pages, and is in the store. */
export interface RewrittenFile extends MixedFile {
  readonly rewrittenAs: string;
  readonly size: number;
}

/**
 * Writes the files again, into the store; nothing names the new ones yet.
 * @throws {Refusal} if a file cannot be decoded.
 */
export async function rewriteFiles(context: AppContext, mixed: readonly MixedFile[]): Promise<RewrittenFile[]> {
  const done: RewrittenFile[] = [];
  for (const file of mixed) {
    const bytes = await context.files
      .use(file.sha256, (path) => askReader(context, "withoutPages", { path, without: file.pages }))
      .catch((error: unknown) => {
        throw error instanceof Refusal && error.code === "page-unreadable" ? notRewritten(file) : error;
      });
    const rewrittenAs = createHash("sha256").update(bytes).digest("hex");
    await context.files.write(rewrittenAs, bytes);
    done.push({ ...file, rewrittenAs, size: bytes.length });
  }
  return done;
}

function notRewritten({ pages }: MixedFile): Refusal {
  const message = `A stack's file cannot be written again without the student's ${pages.length === 1 ? "page" : "pages"}: it is damaged. Nothing was erased. Delete the stack of these pages, then erase again.`;
  return new Refusal(409, { code: "stack-not-rewritten", message });
}

/** The statements that make the others' rows name the new file, and its pages by their new numbers. */
export function nameRewritten(
  query: Query,
  { sha256, pages, rewrittenAs, size }: RewrittenFile,
  { rows, at }: { rows: StudentRows; at: number },
) {
  const file = { sha256: rewrittenAs, size, mimetype: "application/pdf" };
  const others = (table: typeof submissions | typeof stackPages, mine: readonly string[]) =>
    and(eq(table.sha256, sha256), notInArray(table.id, [...mine]));
  const taskIds = new Set(
    rows.stackPages.filter(({ page }) => page.sha256 === sha256).map(({ stack }) => stack.taskId),
  );
  return [
    query
      .update(stackPages)
      .set({ ...file, page: without(stackPages.page, pages) })
      .where(
        others(
          stackPages,
          rows.stackPages.map(({ page }) => page.id),
        ),
      ),
    query
      .update(submissions)
      .set({ ...file, page: without(submissions.page, pages) })
      .where(
        others(
          submissions,
          rows.submissions.map(({ submission }) => submission.id),
        ),
      ),
    ...[...taskIds].map((taskId) => query.insert(rewrittenFiles).values({ taskId, sha256, rewrittenAs, at })),
  ];
}

/**
 * The statements that close the gaps which the student's pages leave in their stacks. Where somebody else's sheet is on
 * the same page, there is none.
 */
export async function closeGaps(query: Query, { stackPages: gone }: StudentRows) {
  const stackIds = [...new Set(gone.map(({ stack }) => stack.id))];
  const ids = gone.map(({ page }) => page.id);
  const left = await query
    .select({ stackId: stackPages.stackId, position: stackPages.position })
    .from(stackPages)
    .where(and(inArray(stackPages.stackId, stackIds), notInArray(stackPages.id, ids)));
  return stackIds.map((stackId) => {
    const kept = new Set(left.filter((page) => page.stackId === stackId).map(({ position }) => position));
    const own = gone.filter(({ stack }) => stack.id === stackId).map(({ page }) => page.position);
    const gaps = own.filter((position) => !kept.has(position));
    return query
      .update(stackPages)
      .set({ position: without(stackPages.position, [...new Set(gaps)]) })
      .where(eq(stackPages.stackId, stackId));
  });
}

/** A number less one for each of `gone` that is below it. */
function without(column: SQLiteColumn, gone: readonly number[]): SQL {
  return sql`${column} - (SELECT count(*) FROM json_each(${JSON.stringify(gone)}) WHERE value < ${column})`;
}
