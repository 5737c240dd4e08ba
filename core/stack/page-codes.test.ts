import { expect, it } from "vitest";
import { formatQrText } from "../template/qr-text.ts";
import { chooseCode, severalStudents } from "./page-codes.ts";

function code(taskId: string, item: number, studentId?: string): { text: string } {
  const content = { taskId, item, ...(studentId === undefined ? {} : { studentId }) };
  return { text: formatQrText(content, { origin: "https://grading.example.edu", secret: "s" }) };
}

it("chooses the best matching code, whatever comes first", () => {
  const wanted = { taskId: "t1", item: 1, studentId: "20230001" };
  // From the best to the worst.
  const ranked = [
    code("t1", 1, "20230001"),
    code("t1", 1),
    code("t1", 1, "20230002"),
    code("t1", 2, "20230001"),
    code("t2", 1, "20230001"),
    { text: "https://example.org/" },
  ];
  ranked.forEach((best, k) => {
    expect(chooseCode(ranked.slice(k).reverse(), wanted)).toBe(best);
  });
  expect(chooseCode([], wanted)).toBeNull();
});

it("asks only about personal codes of several students of one task", () => {
  const texts = (...codes: { text: string }[]) => codes.map(({ text }) => text);
  expect(severalStudents(texts(code("t1", 1, "20230001"), code("t1", 2, "20230001"), code("t1", 1)))).toEqual([]);
  expect(severalStudents(texts(code("t1", 1, "20230001"), code("t2", 1, "20230002")))).toEqual([]);
  expect(severalStudents(texts(code("t1", 1, "20230001"), code("t1", 1, "20230002")))).toMatchObject([
    { code: "several-students" },
  ]);
});
