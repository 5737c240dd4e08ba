import { expect, test } from "vitest";
import { MOST_COMMENTS } from "../../../core/rules/limits.ts";
import { earlierComments, withComment } from "./earlier-comments.ts";

test("comments are offered once, the task's first, those on most pages before others", () => {
  const files = ["No carry.", null, "Drawn twice.", "Drawn twice. ", ""].map((comment) => ({ comment }));
  expect(earlierComments(files, [])).toEqual(["Drawn twice.", "No carry."]);
  expect(earlierComments(files, ["Name the output.", "No carry."])).toEqual([
    "Drawn twice.",
    "No carry.",
    "Name the output.",
  ]);
  const many = Array.from({ length: 30 }, (_, index) => ({ comment: `Comment ${index}` }));
  expect(earlierComments(many, ["Another"])).toHaveLength(MOST_COMMENTS);
});

test("a comment is added to what was typed", () => {
  expect(withComment(" ", "No carry.")).toBe("No carry.");
  expect(withComment("Nice. ", "No carry.")).toBe("Nice. No carry.");
});
