import { z } from "zod";
import { sum } from "../../../core/basics/numbers.ts";
import { oneLine } from "../../../core/basics/shown-name.ts";
import { readMinterms } from "../../../core/boolean/minterms.ts";
import type { AnswerKey } from "../../../core/grade/item-function.ts";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import { checkAnswerKeys, inputsOfItem, namesFromKeys, savedKey } from "../../../core/rules/tasks/answer-keys.ts";
import { checkTaskFields } from "../../../core/rules/tasks/form-fields.ts";
import { namesOrNull } from "../../../core/rules/tasks/item-names.ts";
import { keyText } from "../../../core/rules/tasks/key-text.ts";
import { checkQuestion, questionOrNull } from "../../../core/rules/tasks/question.ts";
import { checkRubric, type Rubric } from "../../../core/rules/tasks/rubric.ts";
import { isTaskType, type TaskType } from "../../../core/rules/tasks/task-types.ts";
import type { taskBody } from "../../contract/tasks/task.ts";
import { refuseIssues } from "../../refusal.ts";
import type { ItemKeys } from "./task-items.ts";

export type TaskBody = z.output<typeof taskBody>;

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
  readonly items: readonly {
    readonly keys: readonly ValidKey[];
    readonly rubric: Rubric | null | undefined;
    readonly names: ItemKeys["names"] | undefined;
    /** Its picture may be a new one: see `storableQuestions`. */
    readonly question: ItemKeys["question"] | undefined;
    /** The item's previous number; undefined if it is new or unknown. */
    readonly previousItem?: number | undefined;
  }[];
}

export interface ValidKey extends AnswerKey {
  /** The sender may know no lists: if the expression is the one next to a list of minterms of the item, that stays. */
  readonly listStays: boolean;
}

type SentItem = TaskBody["answerKeys"][number];

const momentSchema = z.iso.datetime({ offset: true });

/** Refuses with every field that breaks a rule. */
export function checkTaskBody(body: TaskBody): ValidTask {
  const { title, classId, examType, dueDate } = body;
  const items = body.answerKeys;
  const issues: RuleIssue[] = checkTaskFields({ title: oneLine(title), classGroup: classId, examType, dueDate });
  const type = isTaskType(examType) ? examType : null;
  if (type === null && examType.trim() !== "") {
    issues.push({ code: "type-unknown", field: "examType", message: `"${examType}" is not a type of task.` });
  }
  if (dueDate !== "") issues.push(...momentIssues(dueDate));
  issues.push(
    ...checkAnswerKeys(
      items.map(({ keys }) => keys),
      items.map(({ names }) => names),
    ),
  );
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
    items: items.map(({ keys, rubric, names, question, previousItem }) => ({
      previousItem,
      keys: savedKeys({ keys, names }),
      names: savedNames({ keys, names, previousItem }),
      question: question && questionOrNull(question),
      rubric: rubric && Object.keys(rubric).length === 0 ? null : rubric,
    })),
  };
}

/** An item's names as they are stored; undefined if an edit leaves out those of an item that exists. */
function savedNames({ keys, names, previousItem }: SentItem): ItemKeys["names"] | undefined {
  if (names === undefined && previousItem !== undefined) return undefined;
  return namesOrNull(namesFromKeys(names, keys.map(keyText)));
}

/** An item's keys as they are stored, after they were checked. */
function savedKeys({ keys, names }: Pick<SentItem, "keys" | "names">): ValidKey[] {
  const inputs = inputsOfItem(keys.map(keyText), names);
  return keys.map(({ grade, ...key }) => ({
    ...savedKey(key, inputs),
    grade: Number(grade),
    listStays: key.minterms === undefined && names === undefined && readMinterms(key.expression) === null,
  }));
}

/** What is wrong with a due date; its time of day is the sender's. */
export function momentIssues(dueDate: string): RuleIssue[] {
  if (momentSchema.safeParse(dueDate).success) return [];
  const message = "Due Date must be a time with its offset, like 2026-11-21T23:59:59.999+08:00.";
  return [{ code: "due-date-invalid", field: "dueDate", message }];
}
