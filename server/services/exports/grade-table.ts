import { sum } from "../../../core/basics/numbers.ts";
import { feedbackText } from "../../../core/feedback/student-feedback.ts";
import type { PlainStudent } from "../../../core/gradebook/plain-grades.ts";
import type { AppContext } from "../../context.ts";
import { loadRoster } from "../classes/rosters.ts";
import { ownTask } from "../tasks/own-task.ts";
import { taskKeys } from "../tasks/task-items.ts";
import { type FeedbackParts, type FeedbackWish, taskFeedback } from "./feedback.ts";

export interface TaskScale {
  readonly items: readonly { readonly item: number; readonly maximum: number }[];
  readonly maximum: number;
}

/** The points of each item, and of all together. */
export async function taskScale({ db }: AppContext, taskId: string): Promise<TaskScale> {
  const items = [...(await taskKeys(db, taskId))].map(([item, { keys }]) => {
    return { item, maximum: sum(keys.map(({ grade }) => grade)) };
  });
  return { items, maximum: sum(items.map(({ maximum }) => maximum)) };
}

/** A student's line, with what it is based on; nothing if the student has handed in nothing. */
export interface GradeLine extends PlainStudent {
  readonly parts: FeedbackParts | undefined;
}

/** A line for each enrolled student, and for each student who handed in without being enrolled, by student ID. */
export async function gradeTable(
  context: AppContext,
  wish: FeedbackWish,
): Promise<TaskScale & { readonly students: readonly GradeLine[] }> {
  const task = await ownTask(context, wish.userId, wish.taskId);
  const [all, scale, roster] = await Promise.all([
    taskFeedback(context, wish),
    taskScale(context, wish.taskId),
    loadRoster(context, task.classId),
  ]);
  const names = new Map(roster.map(({ student_id, name }) => [student_id, name]));
  const of = new Map(all.map((parts) => [parts.feedback.studentId, parts]));
  const students = [...new Set([...names.keys(), ...of.keys()])].sort().map((studentId): GradeLine => {
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
