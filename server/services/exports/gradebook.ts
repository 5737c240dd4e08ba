import { eq } from "drizzle-orm";
import { feedbackText } from "../../../core/feedback/student-feedback.ts";
import type { ChosenColumns } from "../../../core/gradebook/chosen-columns.ts";
import type { FilledGradebook, GradebookOutcome } from "../../../core/gradebook/fill-gradebook.ts";
import { plainGrades } from "../../../core/gradebook/plain-grades.ts";
import type { AppContext } from "../../context.ts";
import { type FilledGradebookFile, type GradebookColumns, unconfirmedQuery } from "../../contract/results/gradebook.ts";
import { classes } from "../../db/schema.ts";
import { readSmallForm } from "../../multipart.ts";
import { parsePart } from "../../parse-part.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { taskFor, type Whose } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { type FeedbackWish, taskFeedback } from "./feedback.ts";
import { gradeTable, taskScale } from "./grade-table.ts";

/** Grades and comments filled into an uploaded gradebook, and what could not be filled in. */
export async function fillTaskGradebook(
  context: AppContext,
  request: Request,
  whose: Whose,
): Promise<FilledGradebookFile> {
  // It may take long to arrive: who may see the grades is asked after it.
  const form = await readSmallForm(request);
  const access = await taskFor(context, whose);
  const { task } = access;
  const file = form.get("file");
  const fieldOf = (field: string) => {
    const value = form.get(field);
    return typeof value === "string" && value.trim() !== "" ? value.trim() : undefined;
  };
  const [column, idColumn] = [fieldOf("column"), fieldOf("id_column")];
  if (!(file instanceof File)) throw new Refusal(400, { code: "no-file", message: "Choose the gradebook's CSV file." });
  const { unconfirmed: wanted } = parsePart(unconfirmedQuery, { unconfirmed: fieldOf("unconfirmed") }, "body");
  const all = await taskFeedback(context, access, wanted);
  const roster = await loadRoster(context, task.classId);
  const handedIn = new Set(all.map(({ feedback }) => feedback.studentId));
  const results = [
    ...all.map(({ feedback }) => {
      const { studentId, total } = feedback;
      // A comment shown before the grade would half reveal it.
      return { studentId, grade: total, feedback: total === null ? "" : feedbackText(feedback) };
    }),
    // Whether a missing hand-in is a 0 is for a person to decide.
    ...roster.flatMap(({ student_id: studentId }) =>
      handedIn.has(studentId) ? [] : [{ studentId, grade: null, feedback: "" }],
    ),
  ];
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { maximum } = await taskScale(context, access);
  const fill = (columns: Partial<ChosenColumns>) => {
    const request = { bytes, results, title: task.title, maximum, ...columns };
    return askWorker(context, "gradebook", request);
  };
  const named = { ...(column !== undefined && { column }), ...(idColumn !== undefined && { idColumn }) };
  const outcome = await withKeptColumns(context, { classId: task.classId, named, fill });
  const { unmatchedRows, unmatchedStudents, replacedComments, keptComments, idColumns, ...rest } = outcome;
  return {
    ...rest,
    id_columns: idColumns,
    filename: file.name.replace(/(\.csv)?$/i, "-filled.csv"),
    replaced_comments: replacedComments,
    kept_comments: keptComments,
    unmatched_rows: unmatchedRows,
    unmatched_students: unmatchedStudents,
    unconfirmed: all.flatMap(({ feedback, unconfirmed }) =>
      unconfirmed.length === 0 ? [] : [`${feedback.studentId}: ${unconfirmed.join("; ")}`],
    ),
  };
}

interface Filling {
  readonly classId: string;
  /** By the person who asks. */
  readonly named: Partial<ChosenColumns>;
  /** In a worker thread, as a file of 10 MB takes half a minute. */
  fill(columns: Partial<ChosenColumns>): Promise<GradebookOutcome>;
}

/**
 * Fills a gradebook, an unknown table with the columns that were named for the class before. Columns that are named for
 * one are kept. Where the kept ones would replace grades, as those of the class's last task, a person is asked.
 */
async function withKeptColumns({ db }: AppContext, { classId, named, fill }: Filling): Promise<FilledGradebook> {
  const own = await fill(named);
  if (own.ok) {
    const { column, idColumns } = own.gradebook;
    const idColumn = named.idColumn ?? idColumns[0];
    if (named.idColumn !== undefined && idColumn !== undefined) {
      const gradebookColumns = { idColumn, column };
      await db.write((query) => query.update(classes).set({ gradebookColumns }).where(eq(classes.id, classId)));
    }
    return own.gradebook;
  }
  const { code, message, columns = [] } = own;
  const [row] = await db.query.select().from(classes).where(eq(classes.id, classId));
  const isUnknown = code === "unknown-gradebook" && row?.gradebookColumns;
  const kept = isUnknown ? { ...row.gradebookColumns!, ...named } : undefined;
  const again = kept && (await fill(kept));
  if (again?.ok && again.gradebook.replaced.length === 0) return again.gradebook;
  throw new Refusal(400, {
    code,
    message,
    fields: { columns, ...(again?.ok && { kept }) } satisfies GradebookColumns,
  });
}

/** The task's grades as plain CSV. */
export async function plainTaskGrades(
  context: AppContext,
  whose: FeedbackWish,
): Promise<{ title: string; csv: string }> {
  const access = await taskFor(context, whose);
  const { title } = access.task;
  const { students, ...scale } = await gradeTable(context, access, whose.unconfirmed);
  return { title, csv: plainGrades(students, { ...scale, items: scale.items.map(({ item }) => item) }) };
}
