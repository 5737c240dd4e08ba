import { and, asc, count, eq } from "drizzle-orm";
import { gradeItem, type ItemGrade } from "../../../core/grade/grade-item.ts";
import type { AnswerKey } from "../../../core/grade/item-function.ts";
import type { KeyedItem } from "../../../core/results/key-version.ts";
import { type ItemNames, namedKeys, namesText } from "../../../core/rules/tasks/item-names.ts";
import type { Question } from "../../../core/rules/tasks/question.ts";
import type { Rubric } from "../../../core/rules/tasks/rubric.ts";
import { terminalsOf } from "../../../core/template/terminals.ts";
import type { Query } from "../../db/client.ts";
import { answerItems, answerKeys, tasks } from "../../db/schema.ts";
import type { Analysis } from "../reading/page-record.ts";

/** The numbers of a task's items, in order. */
export async function taskItems(query: Query, taskId: string): Promise<number[]> {
  return (await taskSheets(query, taskId)).map(({ item }) => item);
}

/** What is printed on an item's sheet. */
export interface ItemSheet {
  readonly item: number;
  readonly names: string | null;
  readonly question: Question | null;
  /** At its border; left out without them. */
  readonly terminals?: ItemNames;
}

/** A task's items, in order, with what is printed on their sheets. */
export async function taskSheets(query: Query, taskId: string): Promise<ItemSheet[]> {
  const { item, names, question } = answerItems;
  const rows = await query
    .select({ item, names, question, terminals: tasks.terminals, keys: count(answerKeys.item) })
    .from(answerItems)
    .innerJoin(tasks, eq(tasks.id, answerItems.taskId))
    .leftJoin(answerKeys, and(eq(answerKeys.taskId, answerItems.taskId), eq(answerKeys.item, item)))
    .where(eq(answerItems.taskId, taskId))
    .groupBy(item)
    .orderBy(asc(item));
  return rows.map(({ terminals, keys, names, ...sheet }) => ({
    ...sheet,
    names: namesText(names),
    ...(terminals && { terminals: terminalsOf({ names, keys }) }),
  }));
}

/** What an item's points depend on, and what it asks. */
export interface ItemKeys {
  /** With the names of the item. */
  readonly keys: readonly AnswerKey[];
  readonly rubric: Rubric | null;
  readonly names: ItemNames | null;
  readonly question: Question | null;
}

/** For an item that the task does not have. */
export const NO_KEYS: ItemKeys = { keys: [], rubric: null, names: null, question: null };

/** The answer keys and rubrics of a task by item number. */
export async function taskKeys(db: { readonly query: Query }, taskId: string): Promise<Map<number, ItemKeys>> {
  const [items, rows] = await Promise.all([
    db.query.select().from(answerItems).where(eq(answerItems.taskId, taskId)).orderBy(asc(answerItems.item)),
    db.query
      .select()
      .from(answerKeys)
      .where(eq(answerKeys.taskId, taskId))
      .orderBy(asc(answerKeys.item), asc(answerKeys.position)),
  ]);
  return new Map(
    items.map(({ item, rubric, names, question }) => {
      const own = rows
        .filter((row) => row.item === item)
        .map(({ expression, minterms, grade }) => ({ expression, minterms, grade }));
      return [item, { keys: namedKeys(own, names), rubric, names, question }];
    }),
  );
}

/** A task's items with everything that their points depend on, by number. */
export function keyedItems(keys: ReadonlyMap<number, ItemKeys>): (KeyedItem & ItemKeys)[] {
  return [...keys].map(([item, own]) => ({ item, ...own }));
}

/** The machine's proposal for a page that was read. */
export function proposeGrade({ keys, rubric }: ItemKeys, analysis: Analysis): ItemGrade {
  return gradeItem(keys, analysis, { rubric });
}
