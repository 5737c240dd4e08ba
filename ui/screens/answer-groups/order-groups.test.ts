import { expect, test } from "vitest";
import type { AnswerGroupView } from "../../../server/contract/results/answers.ts";
import { orderGroups } from "./order-groups.ts";

function group(id: string, verdict: AnswerGroupView["verdict"], [size, graded]: readonly [number, number]) {
  return { id, verdict, size, graded } as AnswerGroupView;
}

test("mistakes that most ungraded pages share come first, right answers last", () => {
  const groups = [
    group("a", "wrong", [9, 9]),
    group("b", "wrong", [4, 1]),
    group("c", "not-comparable", [5, 0]),
    group("d", "right", [30, 0]),
    group("e", "wrong", [3, 0]),
  ];
  expect(orderGroups(groups).map(({ id }) => id)).toEqual(["c", "b", "e", "a", "d"]);
});
