import { userExpression } from "../../../core/boolean/forms.ts";
import type { RuleIssue } from "../../../core/rules/rule-issue.ts";
import {
  checkAnswerKeys,
  checkKeyExpression,
  inputsOfItem,
  type KeyFields,
  keyMessage,
  keyUnder,
  namesFromKeys,
  type SavedKey,
  savedKey,
} from "../../../core/rules/tasks/answer-keys.ts";
import { checkTaskFields, type TaskFields } from "../../../core/rules/tasks/form-fields.ts";
import { itemLabel } from "../../../core/rules/tasks/item-list.ts";
import { type ItemNames, namesOrNull, readNames } from "../../../core/rules/tasks/item-names.ts";
import { keyText } from "../../../core/rules/tasks/key-text.ts";
import { checkQuestion, type Question, questionOrNull } from "../../../core/rules/tasks/question.ts";
import { checkRubric } from "../../../core/rules/tasks/rubric.ts";
import type { RequestOf } from "../../../server/contract/endpoints.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { itemTotal } from "../../format.ts";
import { endOfToday, fromWallTime, toWallTime } from "../../zoned-time.ts";
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
  readonly names: DraftNames;
  /** Its picture is a new one as a data URL, or the ID of a stored one. */
  readonly question: Question;
}

/** The names of inputs and outputs as they are typed; empty: the usual ones. */
export interface DraftNames {
  readonly inputs: string;
  readonly outputs: string;
}

/** `classGroup` is its ID; `dueDate` is by the installation's clock: '2026-11-21T23:59'. */
export interface TaskDraft extends TaskFields {
  /** Empty: none. */
  readonly description: string;
  /** Students may replace a page that they handed in. */
  readonly allowReplacements: boolean;
  /** The names of inputs and outputs are printed at the border of the sheets. */
  readonly terminals: boolean;
  /** Item 1, item 2, … */
  readonly items: readonly DraftItem[];
}

const NO_NAMES: DraftNames = { inputs: "", outputs: "" };
const NO_QUESTION: Question = { text: "", picture: null };

let nextId = 1;

export function newKey(fields: KeyFields = { expression: "", grade: "" }): DraftKey {
  return { id: nextId++, ...fields };
}

export function newItem(): DraftItem {
  return {
    id: nextId++,
    number: null,
    keys: [newKey()],
    rubric: draftRubricOf(null),
    names: NO_NAMES,
    question: NO_QUESTION,
  };
}

/** The form of a task, or of a new one. */
export function taskDraftOf(task: Task | null, timeZone: string): TaskDraft {
  const items = task?.answer_keys.map(({ keys, rubric, names, question = NO_QUESTION }, index) => ({
    id: nextId++,
    question,
    number: index + 1,
    rubric: draftRubricOf(rubric),
    names: names ? { inputs: names.inputs.join(" "), outputs: names.outputs.join(" ") } : NO_NAMES,
    keys: keys.map(({ grade, ...key }) =>
      newKey({ expression: userExpression(keyText(key), givenInputs(names)), grade }),
    ),
  }));
  return {
    title: task?.title ?? "",
    description: task?.description ?? "",
    classGroup: task?.class_id ?? "",
    examType: task?.exam_type ?? "",
    dueDate: task ? toWallTime(task.due_date, timeZone) : endOfToday(timeZone),
    allowReplacements: task?.allow_replacements ?? true,
    terminals: task?.terminals ?? false,
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
  const questions = draft.items.flatMap(({ question }, index) =>
    checkQuestion(question).map((issue) => ({ ...issue, field: `items[${index}].question.${issue.field}` })),
  );
  const fields = checkTaskFields(draft).filter(({ field }) => field !== "dueDate");
  const keys = checkAnswerKeys(
    draft.items.map((item) => item.keys),
    draft.items.map(allNamesOf),
  );
  return [...fields, ...questions, ...keys, ...rubrics];
}

export function checkSecondStep(draft: TaskDraft): RuleIssue[] {
  return checkTaskFields(draft).filter(({ field }) => field === "dueDate");
}

/** Calls `isValid` for every expression in the saved form; the issues of those that are not valid. */
export async function validateExpressions(
  draft: TaskDraft,
  isValid: (expression: string) => Promise<boolean>,
): Promise<RuleIssue[]> {
  const asked = draft.items.flatMap((own, item) =>
    savedKeys(own).map(async (saved, key) => {
      if (await isValid(keyText(saved))) return null;
      const message = keyMessage("expression-invalid", { item: item + 1, key: key + 1 });
      return { code: "expression-invalid", field: `items[${item}].keys[${key}].expression`, message };
    }),
  );
  return (await Promise.all(asked)).filter((issue) => issue !== null);
}

/** The draft in the shape that the server takes. */
export function taskBodyOf(draft: TaskDraft, timeZone: string): RequestOf<"createTask">["body"] {
  const { title, description, classGroup, examType, dueDate, allowReplacements, terminals, items } = draft;
  return {
    title: title.trim(),
    description: description.trim(),
    classId: classGroup,
    examType,
    dueDate: fromWallTime(dueDate, timeZone) ?? "",
    allowReplacements,
    terminals,
    answerKeys: items.map(({ number, keys, rubric, names, question }, index) => ({
      item: itemLabel(index + 1),
      ...(number !== null && { previousItem: number }),
      rubric: rubricOf(rubric),
      names: allNamesOf({ names, keys }),
      question: questionOrNull(question),
      keys: savedKeys({ keys, names }),
    })),
  };
}

function savedKeys({ keys, names }: Pick<DraftItem, "keys" | "names">): (SavedKey & KeyFields)[] {
  const inputs = inputsOf({ keys, names });
  return keys.map(({ grade, ...key }) => ({ ...savedKey(key, inputs), grade: grade.trim() }));
}

/** The names that were typed; null for the usual ones. */
function namesOf({ inputs, outputs }: DraftNames): ItemNames | null {
  return namesOrNull({ inputs: readNames(inputs), outputs: readNames(outputs) });
}

/** An item's names, with the outputs that its keys name. */
export function allNamesOf({ names, keys }: Pick<DraftItem, "names" | "keys">): ItemNames | null {
  return namesFromKeys(namesOf(names), keys.map(keyText));
}

/** What an item calls its inputs; undefined for A to G. */
function givenInputs(names: ItemNames | null | undefined): readonly string[] | undefined {
  return names?.inputs.length ? names.inputs : undefined;
}

/** What the keys of an item are read over. */
export function inputsOf({ keys, names }: Pick<DraftItem, "keys" | "names">) {
  return inputsOfItem(keys.map(keyText), namesOf(names));
}

/** An item's keys in its names; those that are only right with the names `before` are written in the present ones. */
export function renamedKeys({ keys, names }: Pick<DraftItem, "keys" | "names">, before: DraftNames): DraftKey[] {
  const read = inputsOf({ keys, names: before });
  const now = inputsOf({ keys, names });
  const given = givenInputs(namesOf(names));
  return keys.map((key) => {
    if (checkKeyExpression(key.expression, now).ok) return key;
    const check = checkKeyExpression(key.expression, read);
    const saved = check.ok ? (given ? keyUnder(check.saved, given) : check.saved) : null;
    return saved === null ? key : { ...key, expression: userExpression(keyText(saved), given) };
  });
}
