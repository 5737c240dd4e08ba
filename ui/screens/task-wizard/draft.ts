import { userExpression } from "../../../core/boolean/forms.ts";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import {
  checkAnswerKeys,
  itemLabel,
  type KeyFields,
  keyMessage,
  savedExpression,
} from "../../../core/rules/tasks/answer-keys.ts";
import { checkTaskFields } from "../../../core/rules/tasks/form-fields.ts";
import type { RequestOf } from "../../../server/contract/endpoints.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import type { Issues } from "../../hooks/use-form.ts";
import { endOfToday, fromWallTime, toWallTime } from "../../zoned-time.ts";
import { checkDraftRubric, type DraftRubric, draftRubricOf, NO_RUBRIC, rubricOf } from "./answers/draft-rubric.ts";

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

export interface TaskDraft {
  readonly title: string;
  /** Empty: none. */
  readonly description: string;
  readonly classId: string;
  readonly examType: string;
  /** By the installation's clock: '2026-11-21T23:59'. */
  readonly dueDate: string;
  /** Students may replace a page that they handed in. */
  readonly allowReplacements: boolean;
  /** Item 1, item 2, … */
  readonly items: readonly DraftItem[];
}

/** What a part of the form shows and changes. */
export interface DraftPart {
  readonly draft: TaskDraft;
  readonly issues: Issues;
  /** `field` is what was edited; its error disappears. */
  onChange(draft: TaskDraft, field: string): void;
}

let nextId = 1;

function newKey(fields: KeyFields = { expression: "", grade: "" }): DraftKey {
  return { id: nextId++, ...fields };
}

function newItem(): DraftItem {
  return { id: nextId++, number: null, keys: [newKey()], rubric: NO_RUBRIC };
}

export function newDraft(timeZone: string): TaskDraft {
  return {
    title: "",
    description: "",
    classId: "",
    examType: "",
    dueDate: endOfToday(timeZone),
    allowReplacements: true,
    items: [newItem()],
  };
}

export function taskDraftOf(task: Task, timeZone: string): TaskDraft {
  const items = task.answer_keys.map(({ keys, rubric }, index) => ({
    id: nextId++,
    number: index + 1,
    rubric: draftRubricOf(rubric),
    keys: keys.map(({ expression, grade }) => newKey({ expression: userExpression(expression), grade })),
  }));
  return {
    title: task.title,
    description: task.description,
    classId: task.class_id,
    examType: task.exam_type,
    dueDate: toWallTime(task.due_date, timeZone),
    allowReplacements: task.allow_replacements,
    items: items.length === 0 ? [newItem()] : items,
  };
}

export function addItem(draft: TaskDraft): TaskDraft {
  return { ...draft, items: [...draft.items, newItem()] };
}

/**
 * Why an item cannot be deleted; null if it can. Numbers must not shift once answers were handed in for them
 * (`handedIn`).
 */
export function whyItemStays({ items }: TaskDraft, item: number, { handedIn }: { handedIn: boolean }): string | null {
  if (items.length === 1) return "At least one item must remain";
  return handedIn && item < items.length - 1 ? "Students have handed in: only the last item can be deleted" : null;
}

/** The items after it move up; the last one stays. */
export function removeItem(draft: TaskDraft, item: number): TaskDraft {
  if (draft.items.length === 1) return draft;
  return { ...draft, items: draft.items.filter((_, index) => index !== item) };
}

export function addKey(draft: TaskDraft, item: number): TaskDraft {
  return withKeys(draft, item, (keys) => [...keys, newKey()]);
}

/** Removing an item's last key removes the item. */
export function removeKey(draft: TaskDraft, place: { readonly item: number; readonly key: number }): TaskDraft {
  if (draft.items[place.item]?.keys.length === 1) return removeItem(draft, place.item);
  return withKeys(draft, place.item, (keys) => keys.filter((_, index) => index !== place.key));
}

export function changeKey(
  draft: TaskDraft,
  place: { readonly item: number; readonly key: number },
  part: Partial<KeyFields>,
): TaskDraft {
  return withKeys(draft, place.item, (keys) =>
    keys.map((key, index) => (index === place.key ? { ...key, ...part } : key)),
  );
}

export function changeRubric(draft: TaskDraft, item: number, rubric: DraftRubric): TaskDraft {
  return { ...draft, items: draft.items.map((each, index) => (index === item ? { ...each, rubric } : each)) };
}

function withKeys(draft: TaskDraft, item: number, change: (keys: readonly DraftKey[]) => DraftKey[]): TaskDraft {
  const items = draft.items.map((each, index) => (index === item ? { ...each, keys: change(each.keys) } : each));
  return { ...draft, items };
}

export function itemTotal(item: DraftItem): number {
  return item.keys.reduce((sum, { grade }) => sum + (Number.parseInt(grade, 10) || 0), 0);
}

export function checkFirstStep(draft: TaskDraft): RuleIssue[] {
  const fields = checkTaskFields(fieldsOf(draft)).filter(({ field }) => field !== "dueDate");
  const rubrics = draft.items.flatMap((item, index) => {
    return checkDraftRubric(item.rubric, { index, maximum: itemTotal(item) });
  });
  return [...fields, ...checkAnswerKeys(draft.items.map(({ keys }) => keys)), ...rubrics];
}

export function checkSecondStep(draft: TaskDraft): RuleIssue[] {
  return checkTaskFields(fieldsOf(draft)).filter(({ field }) => field === "dueDate");
}

function fieldsOf({ title, classId, examType, dueDate }: TaskDraft) {
  return { title, classGroup: classId, examType, dueDate };
}

/** Calls `isValid` for every expression in the saved form; the issues of those that are not valid. */
export async function validateExpressions(
  draft: TaskDraft,
  isValid: (expression: string) => Promise<boolean>,
): Promise<RuleIssue[]> {
  const asked = draft.items.flatMap(({ keys }, item) =>
    keys.map(async ({ expression }, key) => {
      if (await isValid(savedExpression(expression))) return null;
      const message = keyMessage("expression-invalid", { item: item + 1, key: key + 1 });
      return { code: "expression-invalid", field: `items[${item}].keys[${key}].expression`, message };
    }),
  );
  return (await Promise.all(asked)).filter((issue) => issue !== null);
}

/** The draft in the shape that the server takes. */
export function taskBodyOf(draft: TaskDraft, timeZone: string): RequestOf<"createTask">["body"] {
  return {
    title: draft.title.trim(),
    description: draft.description.trim(),
    classId: draft.classId,
    examType: draft.examType,
    dueDate: fromWallTime(draft.dueDate, timeZone) ?? "",
    allowReplacements: draft.allowReplacements,
    answerKeys: draft.items.map(({ number, keys, rubric }, index) => ({
      item: itemLabel(index + 1),
      ...(number !== null && { previousItem: number }),
      rubric: rubricOf(rubric),
      keys: keys.map(({ expression, grade }) => ({ expression: savedExpression(expression), grade: grade.trim() })),
    })),
  };
}
