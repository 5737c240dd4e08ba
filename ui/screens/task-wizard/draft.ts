import { userExpression } from "../../../core/boolean/forms.ts";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import {
  checkAnswerKeys,
  itemLabel,
  type KeyFields,
  keyMessage,
  lettersOfItem,
  savedExpression,
} from "../../../core/rules/tasks/answer-keys.ts";
import { checkTaskFields, type TaskFields } from "../../../core/rules/tasks/form-fields.ts";
import { checkRubric } from "../../../core/rules/tasks/rubric.ts";
import type { RequestOf } from "../../../server/contract/endpoints.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { endOfToday, fromWallTime, toWallTime } from "../../zoned-time.ts";
import { itemTotal } from "../task/item-total.ts";
import { type DraftRubric, draftRubricOf, rubricOf } from "./answers/draft-rubric.ts";

/** A key while it is edited; `id` stays the same when others are removed. */
export interface DraftKey extends KeyFields {
  readonly id: number;
}

export interface DraftItem {
  readonly id: number;
  /** The number that students know it by; null for a new one. */
  readonly number: number | null;
  readonly keys: readonly DraftKey[];
  readonly rubric: DraftRubric;
}

/** `classGroup` is its ID; `dueDate` is by the installation's clock: '2026-11-21T23:59'. */
export interface TaskDraft extends TaskFields {
  /** Empty: none. */
  readonly description: string;
  /** Students may replace a page that they handed in. */
  readonly allowReplacements: boolean;
  /** Item 1, item 2, … */
  readonly items: readonly DraftItem[];
}

let nextId = 1;

export function newKey(fields: KeyFields = { expression: "", grade: "" }): DraftKey {
  return { id: nextId++, ...fields };
}

export function newItem(): DraftItem {
  return { id: nextId++, number: null, keys: [newKey()], rubric: draftRubricOf(null) };
}

/** The form of a task, or of a new one. */
export function taskDraftOf(task: Task | null, timeZone: string): TaskDraft {
  const items = task?.answer_keys.map(({ keys, rubric }, index) => ({
    id: nextId++,
    number: index + 1,
    rubric: draftRubricOf(rubric),
    keys: keys.map(({ expression, grade }) => newKey({ expression: userExpression(expression), grade })),
  }));
  return {
    title: task?.title ?? "",
    description: task?.description ?? "",
    classGroup: task?.class_id ?? "",
    examType: task?.exam_type ?? "",
    dueDate: task ? toWallTime(task.due_date, timeZone) : endOfToday(timeZone),
    allowReplacements: task?.allow_replacements ?? true,
    items: items?.length ? items : [newItem()],
  };
}

/**
 * Why an item cannot be deleted; null if it can. Numbers must not shift once answers were handed in for them
 * (`handedIn`).
 */
export function whyItemStays(
  { items }: Pick<TaskDraft, "items">,
  item: number,
  { handedIn }: { handedIn: boolean },
): string | null {
  if (items.length === 1) return "At least one item must remain";
  return handedIn && item < items.length - 1 ? "Students have handed in: only the last item can be deleted" : null;
}

export function checkFirstStep(draft: TaskDraft): RuleIssue[] {
  const rubrics = draft.items.flatMap((item, index) =>
    checkRubric(rubricOf(item.rubric) ?? {}, itemTotal(item)).map((issue) => {
      return { ...issue, field: `items[${index}].rubric.${issue.field}` };
    }),
  );
  const fields = checkTaskFields(draft).filter(({ field }) => field !== "dueDate");
  return [...fields, ...checkAnswerKeys(draft.items.map(({ keys }) => keys)), ...rubrics];
}

export function checkSecondStep(draft: TaskDraft): RuleIssue[] {
  return checkTaskFields(draft).filter(({ field }) => field === "dueDate");
}

/** Calls `isValid` for every expression in the saved form; the issues of those that are not valid. */
export async function validateExpressions(
  draft: TaskDraft,
  isValid: (expression: string) => Promise<boolean>,
): Promise<RuleIssue[]> {
  const asked = draft.items.flatMap(({ keys }, item) =>
    savedKeys(keys).map(async ({ expression }, key) => {
      if (await isValid(expression)) return null;
      const message = keyMessage("expression-invalid", { item: item + 1, key: key + 1 });
      return { code: "expression-invalid", field: `items[${item}].keys[${key}].expression`, message };
    }),
  );
  return (await Promise.all(asked)).filter((issue) => issue !== null);
}

/** The draft in the shape that the server takes. */
export function taskBodyOf(draft: TaskDraft, timeZone: string): RequestOf<"createTask">["body"] {
  const { title, description, classGroup, examType, dueDate, allowReplacements, items } = draft;
  return {
    title: title.trim(),
    description: description.trim(),
    classId: classGroup,
    examType,
    dueDate: fromWallTime(dueDate, timeZone) ?? "",
    allowReplacements,
    answerKeys: items.map(({ number, keys, rubric }, index) => ({
      item: itemLabel(index + 1),
      ...(number !== null && { previousItem: number }),
      rubric: rubricOf(rubric),
      keys: savedKeys(keys),
    })),
  };
}

function savedKeys(keys: readonly KeyFields[]): KeyFields[] {
  const letters = lettersOfItem(keys.map(({ expression }) => expression));
  return keys.map(({ expression, grade }) => ({
    expression: savedExpression(expression, letters),
    grade: grade.trim(),
  }));
}
