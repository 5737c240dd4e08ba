import { expect, test } from "vitest";
import type { GradedPage } from "../grading/grade-record.ts";
import { pushedPages } from "./pushed-pages.ts";

const GRADED = { file: "a.png", page: 1, sha256: "00", student_id: "20230001", item: 1, counts: true, reasons: [] };

function reasonOf(part: Partial<GradedPage>): string | undefined {
  const files = [{ ...GRADED, ...part } as GradedPage];
  return pushedPages({ files }).leftOut[0]?.reason;
}

test("a page stays where it answers nothing, with the reason", () => {
  expect(reasonOf({})).toBeUndefined();
  expect(reasonOf({ sha256: "" })).toBe("it was not read yet: run grade with --resume");
  expect(reasonOf({ item: null, counts: false, reasons: [{ code: "other-task", message: "" }] })).toBe(
    "it is on another task's template",
  );
  expect(reasonOf({ student_id: null, counts: false })).toBe("nobody knows whose it is: say it with grade --assign");
  expect(reasonOf({ counts: false })).toBe("another page of this answer counts");
});
