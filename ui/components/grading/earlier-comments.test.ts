import { expect, test } from "vitest";
import { earlierComments, MOST_COMMENTS, withComment } from "./earlier-comments.ts";

test("comments of the task are offered once, those on most pages first", () => {
  const files = ["No carry.", null, "Drawn twice.", "Drawn twice. ", ""].map((comment) => ({ comment }));
  expect(earlierComments(files)).toEqual(["Drawn twice.", "No carry."]);
  const many = Array.from({ length: 30 }, (_, index) => ({ comment: `Comment ${index}` }));
  expect(earlierComments(many)).toHaveLength(MOST_COMMENTS);
});

test("a comment is added to what was typed", () => {
  expect(withComment(" ", "No carry.")).toBe("No carry.");
  expect(withComment("Nice. ", "No carry.")).toBe("Nice. No carry.");
});
