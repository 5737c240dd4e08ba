import { expect, test } from "vitest";
import { snakeKeys } from "./json.ts";

test("field names are written with underscores, at any depth; values stay", () => {
  const value = { keptComments: [{ row: 2, before: "someText" }], ungraded: ["20230001"], batchId: null };
  expect(snakeKeys(value)).toEqual({
    kept_comments: [{ row: 2, before: "someText" }],
    ungraded: ["20230001"],
    batch_id: null,
  });
});
