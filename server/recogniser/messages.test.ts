import { expect, it } from "vitest";
import { isLong } from "./messages.ts";

it("keeps a worker free from the sheets of a class and comparisons of drawings, but not from a task's own sheets", () => {
  const sheets = (length: number) => ({ kind: "templates", request: { items: Array(length).fill({}) } });
  expect(
    [sheets(100), sheets(101), { kind: "copies", request: {} }, { kind: "keys", request: [] }].map(isLong),
  ).toEqual([false, true, true, false]);
});
