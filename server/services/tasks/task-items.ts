import { asc, eq } from "drizzle-orm";
import { gradeItem, type ItemGrade } from "../../../core/grade/grade-item.ts";
import type { AnswerKey } from "../../../core/grade/item-function.ts";
import type { KeyedItem } from "../../../core/results/key-version.ts";
import type { Rubric } from "../../../core/rules/tasks/rubric.ts";
import type { Query } from "../../db/client.ts";
import { answerItems, answerKeys } from "../../db/schema.ts";
import type { Analysis } from "../reading/analyses.ts";

/** The numbers of a task's items, in order. */
export async function taskItems(query: Query, taskId: string): Promise<number[]> {
  const rows = await query
    .select({ item: answerItems.item })
    .from(answerItems)
    .where(eq(answerItems.taskId, taskId))
    .orderBy(asc(answerItems.item));
  return rows.map(({ item }) => item);
}

/** What an item's points depend on. */
export interface ItemKeys {
  readonly keys: readonly AnswerKey[];
  readonly rubric: Rubric | null;
}

/** For an item that the task does not have. */
export const NO_KEYS: ItemKeys = { keys: [], rubric: null };

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
    items.map(({ item, rubric }) => {
      const own = rows.filter((row) => row.item === item);
      return [item, { keys: own.map(({ expression, grade }) => ({ expression, grade })), rubric }];
    }),
  );
}

/** A task's items with everything that their points depend on, by number. */
export function keyedItems(keys: ReadonlyMap<number, ItemKeys>): KeyedItem[] {
  return [...keys].map(([item, own]) => ({ item, ...own }));
}

/** The machine's proposal for a page that was read. */
export function proposeGrade({ keys, rubric }: ItemKeys, analysis: Analysis): ItemGrade {
  return gradeItem(keys, analysis, { rubric });
}
