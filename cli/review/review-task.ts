import { createHash } from "node:crypto";
import { DAY } from "../../core/basics/durations.ts";
import { CommandFailure, EXIT } from "../exit-codes.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import type { WebSession } from "./web-session.ts";

/**
 * Identifies the task that the server needs for these results: another one if keys, students or the needed certainty
 * changed.
 */
export function reviewTaskKey(record: GradeRecord): string {
  const { title, type, items } = record.task;
  const students = record.students.map(({ student_id, name }) => [student_id, name]);
  const content = JSON.stringify([title, type, items, students, record.manifest.settings.certainty]);
  return createHash("sha256").update(content).digest("hex");
}

/**
 * Why a server cannot take these results.
 *
 * @throws {CommandFailure} with what to do instead.
 */
export function requireReviewable({ task }: GradeRecord): void {
  if (task.student_id_pattern !== undefined) throw unfit("Student IDs of 8 digits only, not student_id_pattern");
  const isCounted = task.items.every(({ item }, index) => item === index + 1);
  if (!isCounted) throw unfit("items that count from 1 without gaps");
}

function unfit(what: string): CommandFailure {
  const message = `The web product knows ${what}. Fill in review.csv instead, and run grade again with --resume.`;
  return new CommandFailure(EXIT.usage, message);
}

/** Creates the class and the task of the results; returns the task's ID. `number` tells this class from earlier ones. */
export async function createReviewTask(
  web: WebSession,
  record: GradeRecord,
  { number }: { readonly number: number },
): Promise<string> {
  const { task, students } = record;
  const made = await web.call("createClass", {
    body: {
      classCode: "Review",
      classGroup: String(number),
      classSchedule: "On this machine",
      studentList: students.map(({ student_id }) => student_id),
      studentNames: Object.fromEntries(students.map(({ student_id, name }) => [student_id, name])),
    },
  });
  const classId = made.class.id;
  const { id } = await web.call("createTask", {
    body: {
      title: task.title,
      classId,
      examType: task.type,
      dueDate: new Date(Date.now() + YEAR).toISOString(),
      answerKeys: task.items.map(({ keys, rubric, names }) => ({
        keys: keys.map(({ expression, minterms, grade }) => ({ expression, minterms, grade: String(grade) })),
        ...(rubric !== undefined && { rubric }),
        ...(names !== undefined && { names }),
      })),
    },
  });
  const { certainty } = record.manifest.settings;
  if (certainty !== null) await web.call("setGradingView", { params: { taskId: id }, body: { certainty } });
  return id;
}

const YEAR = 365 * DAY;
