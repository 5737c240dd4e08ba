import { eq } from "drizzle-orm";
import { userExpression } from "../../../core/boolean/forms.ts";
import { keyVersion } from "../../../core/results/key-version.ts";
import { fileType, MIMETYPES } from "../../../core/scan/file-type.ts";
import { taskKey } from "../../../core/template/qr-text.ts";
import type { PrintedQuestion } from "../../../core/template/question-block.ts";
import type { AppContext } from "../../context.ts";
import type { PulledTask } from "../../contract/tasks/exchange.ts";
import { classes } from "../../db/schema.ts";
import type { TokenUse } from "../../environment.ts";
import { ownTask } from "../access/task-access.ts";
import { loadRoster } from "../classes/rosters.ts";
import { printed, questionPicturesOf } from "../tasks/questions.ts";
import { keyedItems, taskKeys } from "../tasks/task-items.ts";
import { saidOfReadings } from "./page-corrections.ts";

/** A task with its roster and keys, and what people have said, for grading elsewhere. */
export async function pullTask(context: AppContext, token: TokenUse, taskId: string): Promise<PulledTask> {
  const task = await ownTask(context, token.user.id, taskId);
  const [[group], items, pictures, roster, said] = await Promise.all([
    context.db.query.select().from(classes).where(eq(classes.id, task.classId)),
    taskKeys(context.db, taskId).then(keyedItems),
    questionPicturesOf(context.db.query, taskId),
    loadRoster(context, task.classId),
    saidOfReadings(context.db.query, taskId),
  ]);
  // A reader must not be able to print pages in students' names.
  const template = token.scope === "grade" ? { template_key: taskKey(context.secrets.template, taskId) } : {};
  return {
    task: {
      schema_version: 1,
      id: taskId,
      title: task.title,
      type: task.examType,
      ...template,
      ...(task.terminals && { terminals: true }),
      items: items.map(({ item, keys, rubric, names, question }) => ({
        item,
        keys: keys.map(({ expression, minterms, grade, inputs }) => ({
          expression: userExpression(expression, inputs),
          ...(minterms && { minterms: userExpression(minterms, inputs) }),
          grade,
        })),
        ...(rubric && { rubric }),
        ...(names && { names }),
        ...(question && { question: withDataUrl(printed(question, pictures)!) }),
      })),
    },
    class_name: group ? `${group.code} | ${group.group}` : "",
    due_date: new Date(task.dueAt).toISOString(),
    key_version: keyVersion(items),
    roster,
    said,
    token: { name: token.name, scope: token.scope },
  };
}

function withDataUrl({ text, picture }: PrintedQuestion) {
  if (picture === null) return { text, picture };
  return { text, picture: `data:${MIMETYPES[fileType(picture)!]};base64,${Buffer.from(picture).toString("base64")}` };
}
