import type { z } from "zod";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { newId } from "../../adapters/random.ts";
import type { AppContext } from "../../context.ts";
import type { copyTaskBody } from "../../contract/tasks/task.ts";
import { tasks } from "../../db/schema.ts";
import { refuseIssues } from "../../refusal.ts";
import { publishToTask } from "../access/audience.ts";
import { ownClass } from "../access/class-access.ts";
import { ownTask, type Whose } from "../access/task-access.ts";
import { questionPicturesOf } from "./questions.ts";
import { momentIssues } from "./task-fields.ts";
import { taskKeys } from "./task-items.ts";
import { insertItems, insertPictures, knownDue } from "./task-rows.ts";

/** Creates a task again for other groups, all or none: items, keys and settings, but nothing that was handed in. */
export async function copyTask(
  context: AppContext,
  { userId, taskId, body }: Whose & { body: z.output<typeof copyTaskBody> },
): Promise<string[]> {
  const task = await ownTask(context, userId, taskId);
  const classIds = [...new Set(body.classIds)];
  refuseIssues(issuesOf({ classIds, dueDate: body.dueDate, own: task.classId }));
  const groups: { classId: string; userId: string }[] = [];
  for (const classId of classIds) {
    // The copy belongs to the owner of its class.
    groups.push({ classId, userId: (await ownClass(context, userId, classId)).userId });
  }
  const items = [...(await taskKeys(context.db, taskId)).values()];
  const pictures = await questionPicturesOf(context.db.query, taskId);
  const time = context.now();
  const dueAt = Date.parse(body.dueDate);
  const { title, description, examType, allowReplacements, terminals, hideNames, randomOrder } = task;
  const settings = { title, description, examType, allowReplacements, terminals, hideNames, randomOrder };
  const machine = { certainty: task.certainty, showLegibility: task.showLegibility, ownPaper: task.ownPaper };
  const dates = { dueAt, dueNotifiedFor: knownDue(dueAt, time), createdAt: time, updatedAt: time };
  const copies = groups.map((group) => ({ ...settings, ...machine, ...dates, ...group, id: newId() }));
  await context.db.write((query) =>
    query.batch([
      query.insert(tasks).values(copies),
      ...copies.flatMap(({ id }) => [...insertItems(query, id, items), ...insertPictures(query, id, pictures)]),
    ]),
  );
  for (const { id } of copies) await publishToTask(context, id);
  return copies.map(({ id }) => id);
}

function issuesOf({ classIds, dueDate, own }: { classIds: readonly string[]; dueDate: string; own: string }) {
  const issues: RuleIssue[] = [];
  if (classIds.length === 0) issues.push({ code: "no-group", field: "classIds", message: "Choose a group." });
  if (classIds.includes(own)) {
    issues.push({ code: "own-group", field: "classIds", message: "This group has the task already." });
  }
  if (dueDate === "") issues.push({ code: "due-date-required", field: "dueDate", message: "Due Date is required." });
  else issues.push(...momentIssues(dueDate));
  return issues;
}
