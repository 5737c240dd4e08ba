import { describe, expect, test } from "vitest";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { pageKey } from "../pages/page-words.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { AND, grade, overview, page, task, XOR } from "../testdata/read-pages.ts";

describe("gradeBatch", () => {
  test("a student's items add up, and items stand in their order", () => {
    const record = grade([page("12345678_quiz[1].png", XOR), page("12345678_quiz[2].png", AND)]);
    expect(record.students).toEqual([
      {
        student_id: "12345678",
        name: "",
        status: "graded",
        items: [
          { item: 1, file: "12345678_quiz[1].png", page: 1, grade: 5 },
          { item: 2, file: "12345678_quiz[2].png", page: 1, grade: 3 },
        ],
        total: 8,
      },
    ]);
    expect(record.task.maximum).toBe(8);
    expect(record.summary).toMatchObject({
      pages: 2,
      graded: 2,
      review: 0,
      failed: 0,
      extra: 0,
      queued: 0,
      students: 1,
    });
  });

  test("a wrong drawing shows its first differing row and is graded", () => {
    const [file] = grade([page("12345678_quiz[1].png", AND)]).files;
    expect(file).toMatchObject({ status: "graded", grade: 0, maximum: 5, reasons: [] });
    expect(file?.rows[0]).toMatchObject({ result: "Mismatch", firstDifference: { row: 1, expected: 1, got: 0 } });
  });

  test("of two pages, the last readable one counts, and all go to review", () => {
    const pages = [
      page("a/12345678_quiz[1].png", AND),
      page("b/12345678_quiz[1].png", XOR),
      page("c/12345678_quiz[1].png", XOR, { failed: true }),
    ];
    const record = grade(pages);
    expect(overview(record)).toEqual([
      "a/12345678_quiz[1].png review - 0",
      "b/12345678_quiz[1].png review counts 5",
      "c/12345678_quiz[1].png failed - null",
    ]);
    expect(record.files.every(({ reasons }) => reasons.some(({ code }) => code === "duplicate"))).toBe(true);
    expect(record.students[0]).toMatchObject({ status: "review", total: 5 });
  });

  test("of a PDF's pages, those with the QR code count, without review", () => {
    const qr = formatQrText({ taskId: "t1", item: 1 }, { origin: "https://x.example", secret: "s" });
    const file = "12345678_quiz[1].pdf";
    expect(overview(grade([page(file, XOR, { qr }), page(file, AND, { page: 2 })]))).toEqual([
      `${file} graded counts 5`,
      `${file} extra - 0`,
    ]);
  });

  test("a PDF's page without a code is not an answer either if the others have another task's code", () => {
    const qr = formatQrText({ taskId: "t9", item: 1 }, { origin: "https://x.example", secret: "s" });
    const file = "12345678_quiz[1].pdf";
    const record = grade([page(file, XOR, { qr }), page(file, XOR, { page: 2 })]);
    expect(record.files.map(({ status, counts }) => [status, counts])).toEqual([
      ["review", false],
      ["extra", false],
    ]);
  });

  describe("of one PDF with a student's sheets", () => {
    const qr = (item: number) => formatQrText({ taskId: "t1", item }, { origin: "https://x.example", secret: "s" });
    const sheets = (file: string, items: readonly number[]) =>
      items.map((item, index) => page(file, item === 1 ? XOR : AND, { page: index + 1, qr: qr(item) }));
    const [first, second] = ["12345678_quiz[1].pdf", "12345678_quiz[2].pdf"] as const;

    test("a code of another task next to the sheet's own changes nothing", () => {
      const sticker = formatQrText({ taskId: "t9", item: 7 }, { origin: "https://x.example", secret: "s" });
      const both = [...sheets(first, [1, 2]), ...sheets(second, [1, 2])].map(({ file, result }) => {
        return { file, result: { ...result, qr: sticker, codes: [sticker, result.qr!] } };
      });
      const record = grade(both);
      expect(record.files.map(({ status, counts }) => [status, counts])).toEqual([
        ["graded", true],
        ["extra", false],
        ["extra", false],
        ["graded", true],
      ]);
      expect(record.files.map((each) => each.qr)).toEqual([qr(1), qr(2), qr(1), qr(2)]);
    });

    test("the page of the item in its name counts, as on the server, if the others have answers elsewhere", () => {
      const record = grade([...sheets(first, [1, 2]), ...sheets(second, [1, 2])]);
      expect(overview(record)).toEqual([
        `${first} graded counts 5`,
        `${first} extra - null`,
        `${second} extra - null`,
        `${second} graded counts 3`,
      ]);
      expect([record.students[0]?.total, record.queue]).toEqual([8, []]);
    });

    test("one of an item that the student has no other page of goes to a person, and leaves no total", () => {
      const record = grade(sheets(first, [1, 2]));
      expect(overview(record)).toEqual([`${first} graded counts 5`, `${first} review - null`]);
      expect(record.queue).toMatchObject([{ page: 2, code: "item-conflict" }]);
      expect(record.students[0]).toMatchObject({ status: "review", total: null });
      const [none] = grade(sheets(second, [1])).files;
      expect([none?.status, none?.reasons.map(({ code }) => code)]).toEqual(["review", ["item-conflict"]]);
    });

    test("one of an item whose own page could not be read goes to a person", () => {
      const record = grade([...sheets(first, [1, 2]), page("12345678_quiz[2].png", AND, { failed: true })]);
      expect(record.files.map(({ status }) => status)).toEqual(["graded", "review", "failed"]);
      expect(record.queue).toContainEqual(expect.objectContaining({ file: first, page: 2, code: "item-conflict" }));
    });
  });

  test("a page without a code counts where the file's other page is another item's, by its code or a person's word", () => {
    const qr = formatQrText({ taskId: "t1", item: 2 }, { origin: "https://x.example", secret: "s" });
    const file = "12345678_quiz[1].pdf";
    const coded = grade([page(file, XOR), page(file, AND, { page: 2, qr })]);
    expect(coded.files.map(({ status, counts }) => [status, counts])).toEqual([
      ["graded", true],
      ["review", false],
    ]);
    const assignments = new Map([[pageKey(file, 2), { studentId: "12345678", item: 2 }]]);
    const assigned = grade([page(file, XOR), page(file, AND, { page: 2 })], null, { assignments });
    expect(assigned.files.map(({ status, counts }) => [status, counts])).toEqual([
      ["graded", true],
      ["graded", true],
    ]);
  });

  test("a roster names its students, keeps those without a hand-in, and flags unknown ones", () => {
    const roster = ["20230001", "12345678"].map((studentId) => ({ studentId, name: `N${studentId}`, email: "" }));
    const record = grade([page("12345678_quiz[1].png", XOR), page("99999999_quiz[1].png", XOR)], roster);
    expect(record.students.map(({ student_id, name, status, total }) => [student_id, name, status, total])).toEqual([
      ["20230001", "N20230001", "missing", 0],
      ["12345678", "N12345678", "incomplete", 5],
      ["99999999", "", "not-enrolled", 5],
    ]);
    expect(record.files[1]).toMatchObject({ status: "review", reasons: [{ code: "not-enrolled" }] });
  });

  test("a page that could not be read has no grade, and its student no total", () => {
    const record = grade([page("12345678_quiz[1].png", XOR, { failed: true }), page("12345678_quiz[2].png", AND)]);
    expect(record.files[0]).toMatchObject({ status: "failed", grade: null, reasons: [{ code: "damaged-picture" }] });
    expect(record.students[0]).toMatchObject({ status: "review", total: null });
  });

  test("a student with a page of an unknown item has no total: it may belong to any item", () => {
    const record = grade([page("12345678_quiz[1].png", XOR), page("12345678_quiz[9].png", AND)]);
    expect(record.files[1]).toMatchObject({ status: "review", reasons: [{ code: "item-unknown" }] });
    expect(record.students[0]).toMatchObject({ status: "review", total: null });
  });

  test("an unassigned file has a record with the reason", () => {
    const record = grade([page("IMG_1.png", XOR)]);
    expect(record.files[0]).toMatchObject({ status: "failed", student_id: null, reasons: [{ code: "file-name" }] });
    expect(record.students).toEqual([]);
  });
});

describe("a stack", () => {
  const key = "the task's own key";
  const stackTask: TaskFile = { ...task, template_key: key };
  const roster = ["20230001", "20230002"].map((studentId) => ({ studentId, name: `N${studentId}`, email: "" }));

  function personal(studentId: string, item: number, secret = key): string {
    return formatQrText({ taskId: "t1", item, studentId }, { origin: "https://x.example", secret });
  }

  function stack(codes: readonly (string | null)[]): BatchPage[] {
    return codes.map((qr, index) => {
      const rows = index % 2 === 0 ? XOR : AND;
      return page("stack.pdf", rows, { page: index + 1, pageCount: codes.length, ...(qr !== null && { qr }) });
    });
  }

  const PAGES = stack([
    personal("20230001", 1),
    personal("20230001", 2),
    null,
    personal("20230002", 2, "somebody's guess"),
    personal("20239999", 1),
  ]);

  test("each page goes to its student and item; the others are queued, worst first, and none is lost", () => {
    const record = grade(PAGES, roster, { task: stackTask });
    expect(overview(record)).toEqual([
      "stack.pdf graded counts 5",
      "stack.pdf graded counts 3",
      "stack.pdf failed - null",
      "stack.pdf failed - null",
      "stack.pdf review counts 5",
    ]);
    expect(record.queue.map((entry) => [entry.page, entry.code, entry.student_id])).toEqual([
      [4, "forged-qr", null],
      [3, "unreadable-qr", null],
      [5, "not-enrolled", "20239999"],
    ]);
    expect(record.summary).toMatchObject({ pages: 5, graded: 2, queued: 3, extra: 0 });
    expect(JSON.stringify(record)).not.toContain(key);
  });

  test("a person assigns the others", () => {
    const assignments = new Map([
      [pageKey("stack.pdf", 3), { studentId: "20230002", item: 1 }],
      [pageKey("stack.pdf", 4), { studentId: "20230002", item: 2 }],
      [pageKey("stack.pdf", 5), { studentId: "20239999", item: 1 }],
    ]);
    const record = grade(PAGES, roster, { task: stackTask, assignments });
    expect(record.queue.map((entry) => [entry.page, entry.code])).toEqual([[5, "not-enrolled"]]);
    expect(record.students.find(({ student_id }) => student_id === "20230002")).toMatchObject({ total: 8 });
  });

  test("without a key, no code is trusted without a person", () => {
    const record = grade(PAGES, roster);
    expect(record.queue.map((entry) => entry.code).sort()).toEqual([
      ...Array.from({ length: 4 }, () => "unchecked-qr"),
      "unreadable-qr",
    ]);
  });

  test("a page scanned twice is queued twice, and counts once", () => {
    const record = grade(stack([personal("20230001", 1), personal("20230001", 1)]), roster, { task: stackTask });
    expect(record.files.map(({ reasons }) => reasons.map(({ message }) => message.split(". ")[0]))).toEqual([
      ["Handed in more than once: page 2 counts, not this page"],
      ["Handed in more than once: this page counts, not page 1"],
    ]);
    expect(record.queue.map(({ code }) => code)).toEqual(["duplicate", "duplicate"]);
    expect(record.files.filter(({ counts }) => counts)).toHaveLength(1);
  });

  test("a page is graded by the machine if it is sure enough, as sure as the user wants", () => {
    const pages = [page("12345678_quiz[1].png", XOR, { confidence: 0.9 })];
    const lax = grade(pages, null, { certainty: 90 });
    expect([lax.queue, lax.files[0]!.by, lax.summary.machine]).toEqual([[], "machine", 1]);
    const strict = grade(pages, null, { certainty: 99.9 });
    expect([strict.files[0]!.by, strict.summary.machine]).toEqual([null, 0]);
    expect(strict.queue).toMatchObject([{ code: "unsure-verdict", confidence: lax.files[0]!.confidence }]);
    expect(strict.files[0]!.question?.text).toBe("If this gate is an XNOR, it earns 0 of 5 points.");
  });
});
