import { expect, test } from "vitest";
import type { GradedPage } from "../grading/grade-record.ts";
import { cellsOf, type FilledCells, filledReview } from "./write-review.ts";

const ORIGINAL =
  "file,page,student_id,item,proposed,grade,comment,ignore,reading\n" +
  "a.pdf,1,20230001,1,4,,,,\n" +
  "a.pdf,2,,,,,,,\n";

function said(parts: Partial<FilledCells>): FilledCells {
  return { student_id: "", item: "", grade: "", reading: "", comment: "", ignore: "", ...parts };
}

function fill(text: string, settled: Record<string, FilledCells>, before: Record<string, FilledCells> = {}): string {
  const places = { settled: new Map(Object.entries(settled)), before: new Map(Object.entries(before)) };
  const filled = filledReview(text, { ...places, original: ORIGINAL });
  expect(filled[0]).toBe("\uFEFF");
  return filled.slice(1);
}

test("what is settled is filled in, and the other lines stay as a person typed them", () => {
  const typed = ORIGINAL.replace("a.pdf,2,,,,,,,", "a.pdf,2,20230002,1,,,,,");
  const grade = said({ student_id: "20230001", item: "1", grade: "3", comment: "=1+1, see me" });
  expect(fill(typed, { "a.pdf 1": grade })).toBe(
    typed.replace("a.pdf,1,20230001,1,4,,,,", `a.pdf,1,20230001,1,4,3,"'=1+1, see me",,`),
  );
  expect(fill(typed, {})).toBe(typed);
});

test("a page that is taken out keeps its other cells, and one that is put back gets them back", () => {
  const out = { "a.pdf 2": said({ ignore: "yes" }) };
  const filled = fill(ORIGINAL, out);
  expect(filled).toContain("a.pdf,2,,,,,,yes,\n");
  expect(fill(filled, {}, out)).toBe(ORIGINAL);
});

test("a reading is filled in by its number, without the points that it gives; another one by its points", () => {
  const choices = ["0a", "1a"].map((name) => ({ name, text: "", places: [], points: 5, outputs: [] }));
  const page = { student_id: "20230001", item: 1, question: { text: "If …", choices } } as unknown as GradedPage;
  const nothing = { file: "a.pdf", page: 1, sha256: "a", studentId: null, item: null, comment: "", ignore: false };
  const [known, other] = ["1a", "2a"].map((reading) => cellsOf(page, { ...nothing, grade: 5, reading }));
  expect([known, other]).toMatchObject([
    { student_id: "20230001", item: "1", grade: "", reading: "2" },
    { grade: "5", reading: "" },
  ]);
  expect(fill(ORIGINAL, { "a.pdf 1": known! })).toBe(
    ORIGINAL.replace("a.pdf,1,20230001,1,4,,,,", "a.pdf,1,20230001,1,4,,,,2"),
  );
});

test("a page that was not in the list gets a line, whatever its file is called", () => {
  const grade = said({ student_id: "20230003", item: "2", grade: "0" });
  expect(fill(ORIGINAL, { "b c.pdf 12": grade })).toBe(`${ORIGINAL}b c.pdf,12,20230003,2,,0,,,\n`);
});
