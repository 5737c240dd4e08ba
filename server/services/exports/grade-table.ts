import { sum } from "../../../core/basics/numbers.ts";
import { feedbackText } from "../../../core/feedback/student-feedback.ts";
import type { PlainStudent } from "../../../core/gradebook/plain-grades.ts";
import type { AppContext } from "../../context.ts";
import type { Unconfirmed } from "../../contract/results/gradebook.ts";
import { gradesItem, type TaskAccess } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { taskKeys } from "../tasks/task-items.ts";
import { type FeedbackParts, taskFeedback } from "./feedback.ts";

export interface TaskScale {
  readonly items: readonly { readonly item: number; readonly maximum: number }[];
  readonly maximum: number;
}

/** The points of each item that a person grades, and of all of them together. */
export async function taskScale({ db }: AppContext, access: TaskAccess): Promise<TaskScale> {
  const keys = [...(await taskKeys(db, access.task.id))].filter(([item]) => gradesItem(access, item));
  const items = keys.map(([item, own]) => ({ item, maximum: sum(own.keys.map(({ grade }) => grade)) }));
  return { items, maximum: sum(items.map(({ maximum }) => maximum)) };
}

/** A student's line, with what it is based on; nothing if the student has handed in nothing. */
export interface GradeLine extends PlainStudent {
  readonly parts: FeedbackParts | undefined;
}

/**
 * A line for each enrolled student, and for each student who handed in without being enrolled, by student ID. A grader
 * gets those whose pages they grade.
 */
export async function gradeTable(
  context: AppContext,
  access: TaskAccess,
  unconfirmed: Unconfirmed,
): Promise<TaskScale & { readonly students: readonly GradeLine[] }> {
  const [all, scale, roster] = await Promise.all([
    taskFeedback(context, access, unconfirmed),
    taskScale(context, access),
    loadRoster(context, access.task.classId),
  ]);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const of = new Map(all.map((parts) => [parts.feedback.studentId, parts]));
  const enrolled = access.role === "grader" ? [] : names.keys();
  const students = [...new Set([...enrolled, ...of.keys()])].sort().map((studentId): GradeLine => {
    const parts = of.get(studentId);
    const { feedback, unconfirmed = [] } = parts ?? {};
    return {
      parts,
      studentId,
      name: names.get(studentId) ?? feedback?.name ?? "",
      grades: scale.items.map(({ item }) => feedback?.items.find((each) => each.item === item)?.grade ?? null),
      total: feedback?.total ?? null,
      feedback: feedback === undefined || feedback.total === null ? "" : feedbackText(feedback),
      unconfirmed: unconfirmed.join("; "),
    };
  });
  return { ...scale, students };
}
