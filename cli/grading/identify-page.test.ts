import { describe, expect, test } from "vitest";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { identifyPage, type PageIdentity } from "./identify-page.ts";

const task: TaskFile = {
  schema_version: 1,
  id: "t1",
  title: "Half adder",
  type: "quiz",
  items: [
    { item: 1, keys: [{ expression: "A", grade: 1 }] },
    { item: 2, keys: [{ expression: "B", grade: 1 }] },
  ],
};

function qr(taskId: string, item: number): string {
  return formatQrText({ taskId, item }, { origin: "https://grading.example.edu", secret: "s" });
}

const KEY = "the task's own key";

function identify(file: string, text: string | null, more: { inStack?: boolean } = {}): PageIdentity {
  return identifyPage({ file, qr: text, ...more }, { task, keys: [KEY] });
}

function codes(file: string, text: string | null): string[] {
  return identify(file, text).problems.map(({ code }) => code);
}

describe("identifyPage", () => {
  test("the name alone is enough", () => {
    expect(identify("scans/12345678_quiz[2].png", null)).toEqual({
      studentId: "12345678",
      item: 2,
      coded: false,
      qr: null,
      failure: null,
      problems: [],
    });
  });

  test.each(["avif", "DOCX"])(
    "a name that ends with %s says whose the file is, not that it must be renamed",
    (ending) => {
      expect(identify(`12345678_quiz[2].${ending}`, null)).toMatchObject({
        studentId: "12345678",
        item: 2,
        failure: null,
        problems: [],
      });
      expect(identify(`photo.${ending}`, null).failure?.code).toBe("file-name");
    },
  );

  test("a QR code that matches the name is not a problem", () => {
    expect(identify("12345678_quiz[2].png", qr("t1", 2))).toMatchObject({
      item: 2,
      coded: true,
      problems: [],
    });
  });

  test("a QR code that contradicts the name leaves no item", () => {
    expect(identify("12345678_quiz[1].png", qr("t1", 2)).item).toBeNull();
    expect(codes("12345678_quiz[1].png", qr("t1", 2))).toEqual(["item-conflict"]);
  });

  test("a page of another task is not graded", () => {
    expect(identify("12345678_quiz[1].png", qr("t9", 1)).item).toBeNull();
    expect(codes("12345678_quiz[1].png", qr("t9", 1))).toEqual(["other-task"]);
  });

  test("an unrelated QR code says nothing", () => {
    expect(codes("12345678_quiz[1].png", "https://example.org")).toEqual([]);
  });

  test("without a name by the convention, the QR code gives the item, but nothing gives the student", () => {
    expect(identify("IMG_1.jpg", qr("t1", 1))).toMatchObject({ studentId: null, item: 1, failure: null });
    expect(codes("IMG_1.jpg", qr("t1", 1))).toEqual(["no-student"]);
  });

  test.each(["IMG_1.jpg", "12345678_lab[1].png", "12345678_quiz[0].png"])(
    "%s without a QR code fails with the specification's text",
    (file) => {
      expect(identify(`scans/${file}`, null).failure?.message).toBe(
        `The following files do not follow the proper naming convention: ${file} ` +
          "Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf",
      );
    },
  );

  test("an unknown item, and an ID without 8 digits, are reported", () => {
    expect(codes("123_quiz[3].png", null)).toEqual(["student-id", "item-unknown"]);
  });

  describe("a personal template", () => {
    function personal(studentId: string, item: number, secret = KEY): string {
      return formatQrText({ taskId: "t1", item, studentId }, { origin: "https://x.example", secret });
    }

    test("gives student and item, whatever the file's name", () => {
      for (const file of ["IMG_1.jpg", "stack.pdf", "20230001_quiz[2].png"]) {
        expect(identify(file, personal("20230001", 2))).toEqual({
          studentId: "20230001",
          item: 2,
          coded: true,
          qr: personal("20230001", 2),
          failure: null,
          problems: [],
        });
      }
    });

    const other = formatQrText({ taskId: "t9", item: 7 }, { origin: "https://x.example", secret: KEY });

    test.each([
      ["a sticker", "https://example.org"],
      ["another task's template", other],
      ["a forged one", personal("20230007", 1, "a guess")],
    ])("counts next to %s, whichever comes first", (_, text) => {
      const own = personal("20230001", 2);
      for (const codes of [
        [own, text],
        [text, own],
      ]) {
        const source = { file: "stack.pdf", qr: codes[0]!, codes, inStack: true };
        expect(identifyPage(source, { task, keys: [KEY] })).toEqual({
          studentId: "20230001",
          item: 2,
          coded: true,
          qr: own,
          failure: null,
          problems: [],
        });
      }
    });

    test("of the item and student in the file's name counts if there are several", () => {
      const codes = [personal("20230001", 1), personal("20230001", 2)];
      const source = { file: "20230001_quiz[2].png", qr: codes[0]!, codes };
      expect(identifyPage(source, { task, keys: [KEY] })).toMatchObject({ item: 2, qr: codes[1], problems: [] });
    });

    test.each([
      ["known", [KEY]],
      ["not known", []],
    ])("codes of two students raise a question until a person has answered it; the key is %s", (_, keys) => {
      const codes = [personal("20230001", 1), personal("20230002", 1)];
      const source = { file: "stack.pdf", qr: codes[0]!, codes, inStack: true };
      expect(identifyPage(source, { task, keys })).toMatchObject({
        studentId: null,
        failure: { code: "several-students" },
      });
      const assigned = { studentId: "20230002", item: 1 };
      expect(identifyPage({ ...source, assigned }, { task, keys })).toMatchObject({
        ...assigned,
        failure: null,
        problems: [],
      });
    });

    test("that contradicts the file's name is left to a person", () => {
      expect(codes("20230002_quiz[1].png", personal("20230001", 2))).toEqual(["student-conflict", "item-conflict"]);
      expect(identify("20230002_quiz[1].png", personal("20230001", 2))).toMatchObject({ studentId: null, item: null });
    });

    test("that was forged is not believed, not even with a good name", () => {
      const forged = identify("20230001_quiz[2].png", personal("20230001", 2, "a guess"));
      expect(forged).toMatchObject({ studentId: null, item: null, failure: { code: "forged-qr" } });
    });
  });

  test("a page of a stack without a readable code is unreadable, not misnamed", () => {
    const said = (text: string | null, isBlurred = false) =>
      identifyPage({ file: "stack.pdf", qr: text, inStack: true, isBlurred }, { task, keys: [KEY] }).failure;
    expect([said(null), said(null, true), said("https://example.org")]).toEqual([
      { code: "unreadable-qr", message: "No QR code was found. Say whose page it is." },
      { code: "unreadable-qr", message: "The QR code is blurred or covered. Say whose page it is." },
      { code: "unreadable-qr", message: "The QR code is not that of a template. Say whose page it is." },
    ]);
    const alone = { file: "IMG_2.jpg", qr: null, inStack: true, pageCount: 1 };
    expect(identifyPage(alone, { task, keys: [KEY] }).failure?.message).toBe(
      "No QR code was found. Say whose page it is. Or name the file like 12345678_quiz[1].png.",
    );
    const misnamed = identifyPage({ file: "IMG_1.jpg", qr: null, isBlurred: true }, { task, keys: [KEY] });
    expect([misnamed.failure?.code, misnamed.problems.map(({ code }) => code)]).toEqual([
      "file-name",
      ["unreadable-qr"],
    ]);
    expect(identify("20230001_quiz[2].png", null, { inStack: true })).toMatchObject({ failure: null, item: 2 });
  });

  test("a person's assignment counts, but a list returned unchanged says nothing", () => {
    const rules = { task, keys: [] };
    const qr = formatQrText(
      { taskId: "t1", item: 2, studentId: "20230001" },
      { origin: "https://x.example", secret: KEY },
    );
    const source = { file: "stack.pdf", qr, inStack: true };
    const same = identifyPage({ ...source, assigned: { studentId: "20230001", item: 2 } }, rules);
    expect(same.problems.map(({ code }) => code)).toEqual(["unchecked-qr"]);
    const other = identifyPage({ ...source, assigned: { studentId: "20230002", item: 3 } }, rules);
    expect(other).toMatchObject({ studentId: "20230002", item: 3, problems: [{ code: "item-unknown" }] });
  });

  test("IDs have the shape that the task file asks for", () => {
    const other = { ...task, student_id_pattern: "[A-Z]{2}-[0-9]{3}" };
    const named = (file: string, from: TaskFile) => identifyPage({ file, qr: null }, { task: from, keys: [KEY] });
    expect(named("AB-123_quiz[2].png", other)).toMatchObject({ studentId: "AB-123", item: 2, problems: [] });
    expect(named("AB-123_quiz[2].png", task).failure?.code).toBe("file-name");
    expect(named("20230001_quiz[2].png", other).problems.map(({ message }) => message)).toEqual([
      "20230001 is not a Student ID of the shape [A-Z]{2}-[0-9]{3}. Correct the file's name.",
    ]);
    const qr = formatQrText(
      { taskId: "t1", item: 2, studentId: "AB-123" },
      { origin: "https://x.example", secret: KEY },
    );
    const coded = identifyPage({ file: "stack.pdf", qr, inStack: true }, { task: other, keys: [KEY] });
    expect(coded).toMatchObject({ studentId: "AB-123", item: 2, problems: [] });
  });
});
