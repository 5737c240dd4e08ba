import { z } from "zod";
import { sum } from "../../../core/basics/numbers.ts";
import { oneLine } from "../../../core/basics/shown-name.ts";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { checkTaskFields } from "../../../core/rules/tasks/form-fields.ts";
import { checkQuestion, questionOrNull } from "../../../core/rules/tasks/question.ts";
import { checkRubric, type Rubric } from "../../../core/rules/tasks/rubric.ts";
import { isTaskType, type TaskType } from "../../../core/rules/tasks/task-types.ts";
import type { AppContext } from "../../context.ts";
import type { TaskBody } from "../../contract/tasks/task.ts";
import { askWorker } from "../../recogniser/ask-worker.ts";
import type { ValidKeys } from "../../recogniser/check-keys.ts";
import { refuseIssues } from "../../refusal.ts";
import type { ItemKeys } from "./task-items.ts";

/** A task from its form, validated; keys in the saved form. */
export interface ValidTask {
  readonly title: string;
  readonly description: string | undefined;
  readonly classId: string;
  readonly examType: TaskType;
  readonly dueAt: number;
  /** Undefined: left out. */
  readonly allowReplacements: boolean | undefined;
  /** Undefined: left out. */
  readonly terminals: boolean | undefined;
  /** In their order; a rubric, names or a question that were left out are undefined. */
  readonly items: readonly (ValidKeys & {
    readonly rubric: Rubric | null | undefined;
    /** Its picture may be a new one: see `storableQuestions`. */
    readonly question: ItemKeys["question"] | undefined;
    /** The item's previous number; undefined if it is new or unknown. */
    readonly previousItem?: number | undefined;
  })[];
}

const momentSchema = z.iso.datetime({ offset: true });

/**
 * Refuses with every field that breaks a rule. A worker thread looks at the keys: a list of rows takes 25 ms, a long
 * text 100 ms, and a task may have 500.
 */
export async function checkTaskBody(context: AppContext, body: TaskBody): Promise<ValidTask> {
  const { title, classId, examType, dueDate } = body;
  const items = body.answerKeys;
  const issues: RuleIssue[] = checkTaskFields({ title: oneLine(title), classGroup: classId, examType, dueDate });
  const type = isTaskType(examType) ? examType : null;
  if (type === null && examType.trim() !== "") {
    issues.push({ code: "type-unknown", field: "examType", message: `"${examType}" is not a type of task.` });
  }
  if (dueDate !== "") issues.push(...momentIssues(dueDate));
  const sent = items.map(({ keys, names, previousItem }) => ({ keys, names, previousItem }));
  const checked = await askWorker(context, "keys", sent);
  issues.push(...checked.issues);
  for (const [index, { keys, rubric, question }] of items.entries()) {
    const maximum = sum(keys.map(({ grade }) => Number(grade)));
    const own = checkRubric(rubric ?? {}, maximum);
    issues.push(...own.map((issue) => ({ ...issue, field: `items[${index}].rubric.${issue.field}` })));
    const asked = question ? checkQuestion(question) : [];
    issues.push(...asked.map((issue) => ({ ...issue, field: `items[${index}].question.${issue.field}` })));
  }
  refuseIssues(issues);
  return {
    title: oneLine(title),
    description: body.description?.trim(),
    classId,
    examType: type!,
    dueAt: Date.parse(dueDate),
    allowReplacements: body.allowReplacements,
    terminals: body.terminals,
    items: items.map(({ rubric, question, previousItem }, index) => ({
      ...checked.items[index]!,
      previousItem,
      question: question && questionOrNull(question),
      rubric: rubric && Object.keys(rubric).length === 0 ? null : rubric,
    })),
  };
}

/** What is wrong with a due date; its time of day is the sender's. */
export function momentIssues(dueDate: string): RuleIssue[] {
  if (momentSchema.safeParse(dueDate).success) return [];
  const message = "Due Date must be a time with its offset, like 2026-11-21T23:59:59.999+08:00.";
  return [{ code: "due-date-invalid", field: "dueDate", message }];
}
