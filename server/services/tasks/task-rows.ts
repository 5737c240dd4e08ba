import type { Query } from "../../db/client.ts";
import { answerItems, answerKeys } from "../../db/schema.ts";
import type { ItemKeys } from "./task-items.ts";

/** An instructor who sets a past due date knows it. */
export function knownDue(dueAt: number, now: number): number | null {
  return dueAt <= now ? dueAt : null;
}

/** The statements that store a task's items with their keys. */
export function insertItems(query: Query, taskId: string, items: readonly ItemKeys[]) {
  const itemRows = items.map(({ rubric }, index) => ({ taskId, item: index + 1, rubric }));
  const keyRows = items.flatMap(({ keys }, item) =>
    keys.map((key, position) => ({ taskId, item: item + 1, position: position + 1, ...key })),
  );
  // One key per statement: a statement takes a limited number of values.
  return [
    query.insert(answerItems).values(itemRows),
    ...keyRows.map((row) => query.insert(answerKeys).values(row)),
  ] as const;
}
