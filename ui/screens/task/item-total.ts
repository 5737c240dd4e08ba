import { sum } from "../../../core/basics/numbers.ts";
import type { AnswerKeyItem } from "../../../server/contract/tasks/task.ts";

export function itemTotal({ keys }: Pick<AnswerKeyItem, "keys">): number {
  return sum(keys.map(({ grade }) => Number(grade)));
}
