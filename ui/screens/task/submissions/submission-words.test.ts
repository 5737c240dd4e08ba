import { expect, test } from "vitest";
import { deletionText, earlierText, emptyText } from "./submission-words.ts";

test("empty lists say why", () => {
  expect(emptyText("all")).toBe("No submissions available.");
  expect(emptyText("graded")).toBe("All files are not yet graded.");
  expect(emptyText("ungraded")).toBe("All files are already graded.");
  expect(emptyText("missing")).toBe("Every student has handed in every item.");
  expect(emptyText("missing", { namesHidden: true })).toBe(
    "Every student who handed in has a page for every item. The others are not listed while names are hidden.",
  );
});

test("says what a submission replaces, with the earlier grade", () => {
  const of = (earlier: number, grade: number | null) =>
    earlierText({ waiting: 0, earlier, earlier_grade: grade, maximum_grade: 10 });
  expect(of(1, null)).toBe("replaces 1 other");
  expect(of(1, 0)).toBe("replaces 1 other, graded 0 / 10");
  expect(of(2, 10)).toBe("replaces 2 others, last graded 10 / 10");
});

test("lists waiting uploads separately from replaced ones", () => {
  const of = (waiting: number, earlier: number) =>
    earlierText({ waiting, earlier, earlier_grade: null, maximum_grade: 10 });
  expect(of(1, 0)).toBe("1 newer one waits");
  expect(of(2, 1)).toBe("replaces 1 other; 2 newer ones wait");
});

test("a deletion is confirmed in the specification's words, with what else is deleted", () => {
  const question =
    "This submission will be completely removed from the system. Are you sure you want to delete this file?";
  const of = (earlier: number, grade: number | null) => deletionText({ waiting: 0, earlier, earlier_grade: grade });
  expect(of(0, null)).toBe(question);
  expect(of(1, null)).toBe(`${question} The 1 other upload of this student and item is removed as well.`);
  expect(of(1, 0)).toBe(`${question} The 1 other upload of this student and item, and its grade, is removed as well.`);
  expect(deletionText({ waiting: 1, earlier: 0, earlier_grade: null })).toBe(
    `${question} The 1 other upload of this student and item is removed as well.`,
  );
  expect(of(2, 10)).toBe(
    `${question} The 2 other uploads of this student and item, and their grades, are removed as well.`,
  );
});
