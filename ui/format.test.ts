import { expect, test } from "vitest";
import { classGroupLabel, counted, cutText, isFound, isOverdue, ofSome, searchable, taskTypeLabel } from "./format.ts";

test("cutText keeps text that fits and ends longer text with an ellipsis", () => {
  expect(cutText("Twenty characters!!!", 20)).toBe("Twenty characters!!!");
  expect(cutText("Twenty characters!!!?", 20)).toBe("Twenty characters!!!…");
  expect(cutText("CPE 101 Digital Design | 1", 15)).toBe("CPE 101 Digital…");
});

test("cutText counts an emoji or a letter with its accent as one character and never splits it", () => {
  const family = "👩‍👩‍👧";
  expect(cutText(family.repeat(3), 3)).toBe(family.repeat(3));
  expect(cutText(`ab${family}🇵🇭c`, 3)).toBe(`ab${family}…`);
  expect(cutText(`ab${family}🇵🇭c`, 4)).toBe(`ab${family}🇵🇭…`);
  expect(cutText("e\u0301tude", 1)).toBe("e\u0301…");
});

test("labels and counts", () => {
  expect(classGroupLabel({ class_code: "CPE 101", class_group: 2 })).toBe("CPE 101 | 2");
  expect(taskTypeLabel("lab")).toBe("Laboratory Task");
  expect([counted(1, "task"), counted(2, "task"), counted(0, "task")]).toEqual(["1 task", "2 tasks", "0 tasks"]);
});

test("a task is overdue once its due date has passed", () => {
  expect(isOverdue(new Date(Date.now() - 1000).toISOString())).toBe(true);
  expect(isOverdue(new Date(Date.now() + 60_000).toISOString())).toBe(false);
});

test("a search ignores case and accents", () => {
  expect(searchable("Zoë NÚÑEZ 20230001")).toBe("zoe nunez 20230001");
  for (const found of ["zoe nunez", " Núñez,  Zoë", "0001", ""])
    expect(isFound("20230001 Núñez, Zoë", found)).toBe(true);
  expect(isFound("20230001 Núñez, Zoë", "Zoë Cruz")).toBe(false);
});

test("ofSome leaves out what there is none of", () => {
  const texts = (pages: number) =>
    ofSome([
      [pages, counted(pages, "page")],
      [2, "2 students"],
    ]);
  expect([texts(0), texts(1)]).toEqual([["2 students"], ["1 page", "2 students"]]);
});
