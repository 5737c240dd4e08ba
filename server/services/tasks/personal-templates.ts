import { eq } from "drizzle-orm";
import { STACK } from "../../../core/rules/limits.ts";
import { formatQrText, taskKey } from "../../../core/template/qr-text.ts";
import type { AppContext } from "../../context.ts";
import { classes } from "../../db/schema.ts";
import { askReader } from "../../recogniser/ask-worker.ts";
import { Refusal } from "../../refusal.ts";
import { ownTask } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { printed, questionPicturesOf } from "./questions.ts";
import { taskSheets } from "./task-items.ts";

/** A class's templates for a task in one PDF: a page for each student and item, student by student. */
export async function personalTemplates(context: AppContext, userId: string, taskId: string): Promise<Uint8Array> {
  const task = await ownTask(context, userId, taskId);
  const [[group], roster, items, pictures] = await Promise.all([
    context.db.query.select().from(classes).where(eq(classes.id, task.classId)),
    loadRoster(context, task.classId),
    taskSheets(context.db.query, taskId),
    questionPicturesOf(context.db.query, taskId),
  ]);
  if (roster.length === 0) {
    throw new Refusal(409, {
      code: "no-students",
      message: "No student is enrolled in the class. Add students first.",
    });
  }
  const sheets = roster.length * items.length;
  if (sheets > STACK.pages) {
    const message = `${sheets} sheets are too many: at most ${STACK.pages} are made at once, as a stack may have no more.`;
    throw new Refusal(409, { code: "too-many-sheets", message });
  }
  const signing = { origin: context.config.origin, secret: taskKey(context.secrets.template, taskId) };
  const pages = roster.flatMap(({ student_id: studentId, name }) =>
    items.map(({ item, names, question, terminals }) => ({
      item,
      names,
      question: printed(question, pictures),
      qrText: formatQrText({ taskId, item, studentId, ...(terminals && { terminals }) }, signing),
      student: { studentId, name },
    })),
  );
  // In a worker thread: a large class takes seconds.
  return askReader(context, "templates", {
    title: task.title,
    className: group ? `${group.code} | ${group.group}` : null,
    items: pages,
    fontsDir: context.config.fontsDir,
  });
}
