import { readMinterms } from "../../core/boolean/minterms.ts";
import type { AnswerKey } from "../../core/grade/item-function.ts";
import type { RuleIssue } from "../../core/rules/rule-issue.ts";
import { checkAnswerKeys, inputsOfItem, namesFromKeys, savedKey } from "../../core/rules/tasks/answer-keys.ts";
import { namesOrNull } from "../../core/rules/tasks/item-names.ts";
import { keyText } from "../../core/rules/tasks/key-text.ts";
import type { TaskBody } from "../contract/tasks/task.ts";
import type { ItemKeys } from "../services/tasks/task-items.ts";

/** What a task's form says of an item's keys. */
export type SentKeys = Pick<TaskBody["answerKeys"][number], "keys" | "names" | "previousItem">;

export interface ValidKey extends AnswerKey {
  /** The sender may know no lists: if the expression is the one next to a list of minterms of the item, that stays. */
  readonly listStays: boolean;
}

/** An item's keys as they are stored. */
export interface ValidKeys {
  readonly keys: readonly ValidKey[];
  /** Undefined if an edit leaves out those of an item that exists. */
  readonly names: ItemKeys["names"] | undefined;
}

/** What is wrong with the keys of a form's items, and, if nothing is, how they are stored. */
export interface CheckedKeys {
  readonly issues: readonly RuleIssue[];
  readonly items: readonly ValidKeys[];
}

export function checkKeys(items: readonly SentKeys[]): CheckedKeys {
  const issues = checkAnswerKeys(
    items.map(({ keys }) => keys),
    items.map(({ names }) => names),
  );
  return {
    issues,
    items: issues.length > 0 ? [] : items.map((item) => ({ keys: savedKeys(item), names: savedNames(item) })),
  };
}

function savedNames({ keys, names, previousItem }: SentKeys): ValidKeys["names"] {
  if (names === undefined && previousItem !== undefined) return undefined;
  return namesOrNull(namesFromKeys(names, keys.map(keyText)));
}

function savedKeys({ keys, names }: SentKeys): ValidKey[] {
  const inputs = inputsOfItem(keys.map(keyText), names);
  return keys.map(({ grade, ...key }) => ({
    ...savedKey(key, inputs),
    grade: Number(grade),
    listStays: key.minterms === undefined && names === undefined && readMinterms(key.expression) === null,
  }));
}
