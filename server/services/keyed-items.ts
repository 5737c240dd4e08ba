import type { KeyedItem } from "../../core/key-version.ts";
import type { AppContext } from "../context.ts";
import { taskKeys } from "./task-items.ts";

/** A task's items with all that their points come of, by number. */
export async function keyedItems(db: AppContext["db"], taskId: string): Promise<KeyedItem[]> {
  const keys = await taskKeys(db, taskId);
  return [...keys].map(([item, own]) => ({ item, ...own }));
}
