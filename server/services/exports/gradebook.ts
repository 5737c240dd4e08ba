import { sum } from "../../../core/basics/numbers.ts";
import { feedbackText } from "../../../core/feedback/student-feedback.ts";
import { fillGradebook } from "../../../core/gradebook/fill-gradebook.ts";
import { plainGrades } from "../../../core/gradebook/plain-grades.ts";
import type { RowNote } from "../../../core/gradebook/row-note.ts";
import type { AppContext } from "../../context.ts";
import { type FilledGradebookFile, type Unconfirmed, unconfirmedQuery } from "../../contract/results/gradebook.ts";
import { readSmallForm } from "../../multipart.ts";
import { Refusal } from "../../refusal.ts";
import { loadRoster } from "../classes/rosters.ts";
import { ownTask } from "../tasks/own-task.ts";
import { taskKeys } from "../tasks/task-items.ts";
import { taskFeedback } from "./feedback.ts";

interface Whose {
  readonly userId: string;
  readonly taskId: string;
}

/** Grades and comments filled into an uploaded Canvas export or Moodle worksheet, and what could not be filled in. */
export async function fillTaskGradebook(
  context: AppContext,
  request: Request,
  whose: Whose,
): Promise<FilledGradebookFile> {
  const task = await ownTask(context, whose.userId, whose.taskId);
  const form = await readSmallForm(request);
  const file = form.get("file");
  const column = form.get("column");
  if (!(file instanceof File)) throw new Refusal(400, { code: "no-file", message: "Choose the gradebook's CSV file." });
  const { unconfirmed: wanted } = unconfirmedQuery.parse({ unconfirmed: form.get("unconfirmed") ?? undefined });
  const all = await taskFeedback(context, { ...whose, unconfirmed: wanted });
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
  const outcome = fillGradebook(new Uint8Array(await file.arrayBuffer()), {
    results,
    title: task.title,
    maximum: await maximumOf(context, whose.taskId),
    ...(typeof column === "string" && column.trim() !== "" && { column: column.trim() }),
  });
  if (!outcome.ok) throw new Refusal(400, { code: outcome.code, message: outcome.message });
  const { unmatchedRows, unmatchedStudents, replaced, replacedComments, keptComments, ...others } = outcome.gradebook;
  const { ambiguous, locked, ungraded, warnings, ...rest } = others;
  return {
    ...rest,
    filename: file.name.replace(/(\.csv)?$/i, "-filled.csv"),
    replaced: replaced.map(writable),
    replaced_comments: replacedComments.map(writable),
    kept_comments: keptComments.map(writable),
    ambiguous: ambiguous.map(writable),
    unmatched_rows: unmatchedRows.map(writable),
    unmatched_students: [...unmatchedStudents],
    ungraded: [...ungraded],
    unconfirmed: all.flatMap(({ feedback, unconfirmed }) =>
      unconfirmed.length === 0 ? [] : [`${feedback.studentId}: ${unconfirmed.join("; ")}`],
    ),
    locked: locked.map(writable),
    warnings: [...warnings],
  };
}

/** In the shape of the contract's schema. */
function writable<Note extends RowNote>(note: Note) {
  return { ...note, ids: [...note.ids] };
}

/**
 * The task's grades as plain CSV: one line for each enrolled student, and for each student who handed in without being
 * enrolled.
 */
export async function plainTaskGrades(
  context: AppContext,
  whose: Whose & { readonly unconfirmed: Unconfirmed },
): Promise<{ title: string; csv: string }> {
  const task = await ownTask(context, whose.userId, whose.taskId);
  const all = await taskFeedback(context, whose);
  const items = [...(await taskKeys(context.db, whose.taskId)).keys()];
  const roster = await loadRoster(context, task.classId);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const of = new Map(all.map((parts) => [parts.feedback.studentId, parts]));
  const ids = [...new Set([...names.keys(), ...of.keys()])].sort();
  const students = ids.map((studentId) => {
    const { feedback, unconfirmed = [] } = of.get(studentId) ?? {};
    return {
      studentId,
      name: names.get(studentId) ?? feedback?.name ?? "",
      grades: items.map((item) => feedback?.items.find((each) => each.item === item)?.grade ?? null),
      total: feedback?.total ?? null,
      feedback: feedback === undefined || feedback.total === null ? "" : feedbackText(feedback),
      unconfirmed: unconfirmed.join("; "),
    };
  });
  const maximum = await maximumOf(context, whose.taskId);
  return { title: task.title, csv: plainGrades(students, { items, maximum }) };
}

async function maximumOf(context: AppContext, taskId: string): Promise<number> {
  const keys = [...(await taskKeys(context.db, taskId)).values()].flatMap((item) => item.keys);
  return sum(keys.map(({ grade }) => grade));
}
