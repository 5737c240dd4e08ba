import { asc, eq, inArray } from "drizzle-orm";
import { wordsOf } from "../../../core/page-record/words.ts";
import { safeName } from "../../../core/rules/files/safe-name.ts";
import { writeCsv } from "../../../core/rules/files/write-csv.ts";
import { mayHavePages } from "../../../core/scan/file-type.ts";
import { type ZipEntry, zipStream } from "../../adapters/zip.ts";
import type { AppContext } from "../../context.ts";
import { analyses, auditLog } from "../../db/schema.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import { FileMissing } from "../../storage/file-store.ts";
import { auditMark } from "./erasure-list.ts";
import { type Asking, type FoundStudent, findStudent } from "./stored-about.ts";
import { namesOf } from "./student-rows.ts";

/**
 * Everything that is stored about a student, as a ZIP: the pages as they were handed in, and a JSON file with the rest.
 * Of a file with pages of others it has only the student's.
 *
 * @throws {Refusal} if nothing is stored about such a student.
 */
export async function exportStudent(context: AppContext, asking: Asking): Promise<ReadableStream<Uint8Array>> {
  return zipStream(entriesOf(context, await findStudent(context, asking)));
}

async function* entriesOf(context: AppContext, found: FoundStudent): AsyncGenerator<ZipEntry, void, void> {
  const pages = pagesOf(found);
  yield { name: "README.txt", content: README };
  yield { name: "student.json", content: `${JSON.stringify(await dataOf(context, found, pages), null, 2)}\n` };
  yield { name: "grades.csv", content: gradesCsv(found) };
  const missing: string[] = [];
  for (const page of pages) {
    const content = await contentOf(context, page).catch((error: unknown) => {
      context.log.error("student-page-not-exported", error, { file: page.sha256 });
      return null;
    });
    if (content === null) missing.push(page.name);
    else yield { name: page.name, content };
  }
  if (missing.length > 0) {
    yield { name: "not-exported.txt", content: `These files could not be read:\n\n${missing.join("\n")}\n` };
  }
}

const README = `Everything that CircuitGrade stores about one student.

student.json  classes, hand-ins with readings, grades and comments, the log of grades, requests,
              extensions, and when likenesses to other drawings were dismissed
grades.csv    the grades as a table
pages/        the pages as they were handed in; of a scan with pages of several students only this student's

Backups have copies of this until they expire.
`;

interface ExportedPage {
  /** The path in the archive. */
  readonly name: string;
  readonly sha256: string;
  /** Null: the whole file is the student's. */
  readonly page: number | null;
}

/** Each page once: a submission and the stack's page that it came from are the same. */
function pagesOf({ rows, files }: FoundStudent): ExportedPage[] {
  const whole = new Set(files.own);
  const pages = new Map<string, ExportedPage>();
  const add = (
    folder: string,
    {
      sha256,
      page,
      filename,
      mimetype,
    }: Readonly<Record<"sha256" | "filename" | "mimetype", string>> & { page: number },
  ): void => {
    const isPart = !whole.has(sha256) && mayHavePages(mimetype);
    const key = isPart ? `${sha256} ${page}` : sha256;
    if (pages.has(key)) return;
    const file = isPart ? `${filename.replace(/\.\w+$/, "")}-page-${page}.pdf` : filename;
    const number = String(pages.size + 1).padStart(3, "0");
    pages.set(key, {
      name: `pages/${safeName(folder)}/${number}-${safeName(file)}`,
      sha256,
      page: isPart ? page : null,
    });
  };
  for (const { submission, task } of rows.submissions) add(task.title, submission);
  for (const { page, stack } of rows.stackPages) add(stack.filename, page);
  return [...pages.values()];
}

async function contentOf(context: AppContext, { sha256, page }: ExportedPage): Promise<Uint8Array> {
  if (page !== null) return context.files.use(sha256, (path) => askReader(context, "onePage", { path, page }));
  const bytes = await context.files.read(sha256);
  if (bytes === null) throw new FileMissing(sha256);
  return bytes;
}

async function dataOf(context: AppContext, found: FoundStudent, pages: readonly ExportedPage[]) {
  const { rows, scope } = found;
  const { query } = context.db;
  const ids = rows.submissions.map(({ submission }) => submission.id);
  const read = await query.select().from(analyses).where(inArray(analyses.submissionId, ids));
  const mark = auditMark(context, scope.studentId);
  const audit = await query.select().from(auditLog).where(eq(auditLog.about, mark)).orderBy(asc(auditLog.id));
  const fileOf = (sha256: string, page: number) =>
    pages.find((each) => each.sha256 === sha256 && (each.page === null || each.page === page))?.name ?? null;
  return {
    schema_version: 1,
    exported_at: time(context.now()),
    student_id: scope.studentId,
    names: namesOf(rows),
    classes: rows.classes.map(({ group, name, email, enrolled }) => {
      const { code, group: number, schedule } = group;
      return { code, group: number, schedule, name, email, enrolled: enrolled !== null };
    }),
    hand_ins: rows.submissions.map(({ submission, task }) => {
      const analysis = read.find(({ submissionId }) => submissionId === submission.id);
      const { id, linkId: _, taskId: __, receivedAt, releasedAt, ...rest } = submission;
      const own = rows.said.filter(({ submissionId }) => submissionId === id);
      const said = new Map(own.map((each) => [each.number, each]));
      return {
        id,
        task: { title: task.title, type: task.examType, due_at: time(task.dueAt) },
        ...rest,
        file: fileOf(submission.sha256, submission.page),
        received_at: time(receivedAt),
        released_at: releasedAt === null ? null : time(releasedAt),
        reading: analysis,
        said: own.map((each) => {
          const { number, by, at, statement } = each;
          return { number, by, at: time(at), words: wordsOf(each, said), statement };
        }),
        // The drawing of the other student is not this student's data.
        dismissed_pairs: rows.dismissedPairs
          .filter(({ first, second }) => first === id || second === id)
          .map(({ dismissedAt }) => ({ dismissed_at: time(dismissedAt) })),
        regrade_requests: rows.requests.filter(({ submissionId }) => submissionId === id).map(withTime("createdAt")),
      };
    }),
    stack_pages: rows.stackPages.map(({ page, stack }) => {
      const { stackId: _, processId: __, ...rest } = page;
      return {
        stack: stack.filename,
        scanned_at: time(stack.createdAt),
        ...rest,
        file: fileOf(page.sha256, page.page),
      };
    }),
    extensions: rows.extensions.map(({ extension, task }) => ({ task: task.title, due_at: time(extension.dueAt) })),
    notifications: rows.notifications.map(({ notification: { message, createdAt } }) => {
      return { message, created_at: time(createdAt) };
    }),
    /** Exports and erasures of this data. */
    audit_log: audit.map(({ at, call, outcome }) => ({ at: time(at), call, outcome })),
  };
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** A row with one of its times in words. */
function withTime<Name extends string>(name: Name) {
  return <Row extends Readonly<Record<Name, number>>>(row: Row) => ({ ...row, [name]: time(row[name]) });
}

function gradesCsv({ rows }: FoundStudent): string {
  return writeCsv([
    ["task", "item", "received_at", "counts", "grade", "confirmed", "released", "comment"],
    ...rows.submissions.map(({ submission, task }) => [
      task.title,
      submission.item,
      time(submission.receivedAt),
      submission.counts ? "yes" : "no",
      submission.totalGrade,
      submission.graded ? "yes" : "no",
      submission.releasedAt === null ? "no" : "yes",
      submission.comment ?? "",
    ]),
  ]);
}
