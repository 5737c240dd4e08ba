import { expect, test } from "vitest";
import type { GradedPage } from "../grading/grade-record.ts";
import { pushedPages } from "./pushed-pages.ts";

const GRADED = { file: "a.png", page: 1, sha256: "00", student_id: "20230001", item: 1, counts: true, reasons: [] };

function reasonOf(part: Partial<GradedPage>): string | undefined {
  const files = [{ ...GRADED, ...part } as GradedPage];
  return pushedPages({ files }, { withheld: new Set() }).leftOut[0]?.reason;
}

test("a page that answers nothing is not sent, with the reason", () => {
  expect(reasonOf({})).toBeUndefined();
  expect(reasonOf({ sha256: "" })).toBe("it was not read yet: run grade with --resume");
  expect(reasonOf({ item: null, counts: false, reasons: [{ code: "other-task", message: "" }] })).toBe(
    "it is on another task's template",
  );
  expect(reasonOf({ student_id: null, counts: false })).toBe("nobody knows whose it is: assign it with grade --assign");
  expect(reasonOf({ counts: false })).toBe("another page of this answer counts");
});

test("what people said of its reading is sent with the page", () => {
  const said = { threshold: "auto", statements: [{ kind: "choice", text: "This gate is a NAND." }] };
  const [item] = pushedPages({ files: [{ ...GRADED, said } as unknown as GradedPage] }, { withheld: new Set() }).items;
  expect(item?.page.said).toBe(said);
});

test("a further sheet of a page is sent as that page: the web knows it by its student and item", () => {
  const files = [{ ...GRADED, page: 4, shown_on: 1 } as unknown as GradedPage];
  expect(pushedPages({ files }, { withheld: new Set() }).items.map(({ page }) => page.page)).toEqual([1]);
});

test("unconfirmed pages are sent without a grade, unless asked for", () => {
  const files = [
    { ...GRADED, status: "graded", grade: 5 },
    { ...GRADED, item: 2, status: "review", grade: 4 },
    { ...GRADED, student_id: "20230002", status: "graded", grade: 3 },
  ] as unknown as GradedPage[];
  const grades = (unconfirmed: boolean) =>
    pushedPages({ files }, { withheld: new Set(["20230002"]), unconfirmed }).items.map(({ page }) => page.grade);
  expect(grades(false)).toEqual([5, null, null]);
  expect(grades(true)).toEqual([5, 4, 3]);
});

test("a grade that a person typed, that a chosen reading gives, or of a group, is not called the machine's", () => {
  // A doubtful page of a group that was decided is no one's until it is asked for.
  const files = [{ by: "machine" }, { by: "person" }, { by: null }, { by: null, decided: true }].map(
    (each) => ({ ...GRADED, ...each }) as unknown as GradedPage,
  );
  const { items } = pushedPages({ files }, { withheld: new Set(), unconfirmed: true });
  expect(items.map(({ page }) => page.graded_by)).toEqual(["machine", "group", "machine", "group"]);
});
