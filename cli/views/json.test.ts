import { expect, test } from "vitest";
import { jsonParts, jsonText, snakeKeys } from "./json.ts";

test("field names are written with underscores, at any depth; values stay", () => {
  const value = { keptComments: [{ row: 2, before: "someText" }], ungraded: ["20230001"], batchId: null };
  expect(snakeKeys(value)).toEqual({
    kept_comments: [{ row: 2, before: "someText" }],
    ungraded: ["20230001"],
    batch_id: null,
  });
});

test("a text in parts is the same text", () => {
  const pages = [{ file: "a\nb.png", boxes: [{ x: 1 }, []], none: undefined }, "page", null];
  for (const value of [
    {},
    { pages: [] },
    { before: undefined, version: 1, pages, task: { keys: [1, {}] }, last: null },
  ]) {
    expect([...jsonParts(value)].join("")).toBe(jsonText(value));
  }
  expect([...jsonParts({ pages })].length).toBeGreaterThan(pages.length);
});
