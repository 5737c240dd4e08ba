import { describe, expect, test } from "vitest";
import type { TaskFile } from "../../core/rules/task-file.ts";
import { formatQrText } from "../../core/template/qr-text.ts";
import { identifyPage } from "./identify-page.ts";

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

function codes(file: string, text: string | null): string[] {
  return identifyPage(file, text, task).problems.map(({ code }) => code);
}

describe("identifyPage", () => {
  test("the name alone says all", () => {
    expect(identifyPage("scans/12345678_quiz[2].png", null, task)).toEqual({
      studentId: "12345678",
      item: 2,
      template: false,
      failure: null,
      problems: [],
    });
  });

  test("a QR code that agrees with the name is no problem", () => {
    expect(identifyPage("12345678_quiz[2].png", qr("t1", 2), task)).toMatchObject({
      item: 2,
      template: true,
      problems: [],
    });
  });

  test("a QR code that contradicts the name leaves no item", () => {
    expect(identifyPage("12345678_quiz[1].png", qr("t1", 2), task).item).toBeNull();
    expect(codes("12345678_quiz[1].png", qr("t1", 2))).toEqual(["item-conflict"]);
  });

  test("a page of another task is not graded", () => {
    expect(identifyPage("12345678_quiz[1].png", qr("t9", 1), task).item).toBeNull();
    expect(codes("12345678_quiz[1].png", qr("t9", 1))).toEqual(["other-task"]);
  });

  test("a QR code of something else says nothing", () => {
    expect(codes("12345678_quiz[1].png", "https://example.org")).toEqual([]);
  });

  test("without a name by the convention the QR code still tells the item, but nobody the student", () => {
    expect(identifyPage("IMG_1.jpg", qr("t1", 1), task)).toMatchObject({ studentId: null, item: 1, failure: null });
    expect(codes("IMG_1.jpg", qr("t1", 1))).toEqual(["no-student"]);
  });

  test.each(["IMG_1.jpg", "12345678_lab[1].png", "12345678_quiz[0].png"])(
    "%s without a QR code fails with the specification's text",
    (file) => {
      expect(identifyPage(`scans/${file}`, null, task).failure?.message).toBe(
        `The following files do not follow the proper naming convention: ${file} ` +
          "Please rename them to follow the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf",
      );
    },
  );

  test("an item that the task has not, and an ID that has not 8 digits, are told", () => {
    expect(codes("123_quiz[3].png", null)).toEqual(["student-id", "item-unknown"]);
  });
});
