import type { Query } from "../../db/client.ts";
import { answerItems, answerKeys, questionPictures } from "../../db/schema.ts";
import type { ItemKeys } from "./task-items.ts";

/** An instructor who sets a past due date knows it. */
export function knownDue(dueAt: number, now: number): number | null {
  return dueAt <= now ? dueAt : null;
}

/** The statements that store a task's items with their keys; there are at most `MOST_KEYS`. */
export function insertItems(query: Query, taskId: string, items: readonly ItemKeys[]) {
  const itemRows = items.map(({ keys: _, ...item }, index) => ({ taskId, item: index + 1, ...item }));
  const keyRows = items.flatMap(({ keys }, item) =>
    keys.map(({ expression, minterms, grade }, position) => ({
      ...{ taskId, item: item + 1, position: position + 1 },
      ...{ expression, minterms, grade },
    })),
  );
  return [query.insert(answerItems).values(itemRows), query.insert(answerKeys).values(keyRows)] as const;
}

/** The statements that store the pictures of a task's questions. */
export function insertPictures(query: Query, taskId: string, pictures: ReadonlyMap<string, Uint8Array>) {
  return [...pictures].map(([id, bytes]) =>
    query.insert(questionPictures).values({ taskId, id, bytes: Buffer.from(bytes) }),
  );
}
