import { sum } from "../../../core/basics/numbers.ts";
import type { AnswerKeyItem } from "../../../server/contract/tasks/task.ts";

/** The points of an item: those of its keys. */
export function itemTotal({ keys }: Pick<AnswerKeyItem, "keys">): number {
  return sum(keys.map(({ grade }) => Number(grade)));
}
