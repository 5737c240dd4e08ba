import { and, eq } from "drizzle-orm";
import type { Printed } from "../../../core/fonts/lacking-letters.ts";
import type { AppContext } from "../../context.ts";
import type { Unprintable } from "../../contract/tasks/unprintable.ts";
import { classes, submissions } from "../../db/schema.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import { ownTask } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { taskSheets } from "./task-items.ts";

/** What the PDFs of a task would lack, because no font of the server has the letters. */
export async function unprintable(context: AppContext, userId: string, taskId: string): Promise<Unprintable> {
  const task = await ownTask(context, userId, taskId);
  const { query } = context.db;
  const [[group], roster, sheets, answers] = await Promise.all([
    query.select().from(classes).where(eq(classes.id, task.classId)),
    loadRoster(context, task.classId),
    taskSheets(query, taskId),
    query
      .select({ studentId: submissions.studentId, comment: submissions.comment })
      .from(submissions)
      .where(and(eq(submissions.taskId, taskId), eq(submissions.counts, true))),
  ]);
  const students = roster.map(({ student_id: studentId, name }) => ({ studentId, name }));
  const handedIn = new Set(answers.map(({ studentId }) => studentId));
  const questions = sheets.map(({ question }) => question?.text ?? "");
  const [templates, feedback] = await Promise.all([
    lackingIn(context, { students, texts: [task.title, group ? `${group.code} | ${group.group}` : "", ...questions] }),
    lackingIn(context, {
      students: students.filter(({ studentId }) => handedIn.has(studentId)),
      texts: [task.title, ...answers.map(({ comment }) => comment ?? "")],
    }),
  ]);
  return { templates, feedback };
}

/** In a worker thread: fonts for Chinese, Japanese and Korean are large. */
function lackingIn(context: AppContext, printed: Printed) {
  const request = { ...printed, fontsDir: context.config.fontsDir };
  return askWorker(context, "lacking", request);
}
