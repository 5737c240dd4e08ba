import { expect, test } from "vitest";
import { fileNamesMessage } from "../../../../core/rules/files/file-name.ts";
import type { UploadItem } from "../../../uploads/use-uploads.ts";
import { adviceFor, obstacleOf, withStudentId } from "./entry-advice.ts";

const RECEIPT = {
  filename: "20230002_quiz[1].png",
  item_number: 1,
  size: 5,
  sha256: "ab",
  received_at: "2026-11-21",
  token: "t",
  link: null,
};

function ready(name: string): UploadItem {
  return { item: 1, file: new File(["drawn"], name), state: "ready" };
}

function rejected(message = "Not enrolled"): UploadItem {
  return { item: 1, file: new File(["drawn"], "20230002_quiz[1].png"), state: "rejected", message };
}

function misnamed(name: string): UploadItem {
  return { item: 1, file: new File(["drawn"], name), state: "wrong", code: "file-name", message: "" };
}

const taken: UploadItem = {
  item: 1,
  file: new File(["drawn"], "20230002_quiz[1].png"),
  state: "taken",
  receipt: RECEIPT,
};

test("a name with a different Student ID than the typed one is corrected before it is sent", () => {
  for (const before of [ready("20230002_quiz[1].png"), rejected()]) {
    const entry = withStudentId(before, "20230001");
    const message = "The name says student 20230002, but the Student ID above is 20230001.";
    expect(entry).toMatchObject({ state: "wrong", message });
    expect(obstacleOf([entry], "20230001")).toBe(message);
    expect(adviceFor(entry, { studentId: "20230001", type: "quiz" })).toEqual({ rename: "20230001_quiz[1].png" });
  }
});

test("a file that may have been received is still known as such under another Student ID", () => {
  const entry = withStudentId({ ...ready("20230002_quiz[1].png"), unanswered: true }, "20230001");
  expect(entry).toMatchObject({ state: "wrong", unanswered: true });
});

test("a correctly named file needs no Student ID; with half of one, nothing is sent", () => {
  const entry = ready("20230002_quiz[1].png");
  expect(withStudentId(entry, "")).toBe(entry);
  expect(withStudentId(entry, "2023000")).toBe(entry);
  expect(withStudentId(entry, "20230002")).toBe(entry);
  expect(withStudentId(taken, "20230001")).toBe(taken);
  expect(obstacleOf([entry], "")).toBeNull();
  expect(obstacleOf([entry], "2023000")).toBe("A Student ID has 8 digits. Correct it or leave it empty.");
});

test("a name is offered only where it helps", () => {
  expect(adviceFor(misnamed("IMG_1.jpg"), { studentId: "20230001", type: "quiz" })).toEqual({
    rename: "20230001_quiz[1].jpg",
  });
  expect(adviceFor(misnamed("IMG_1.jpg"), { studentId: "", type: "quiz" })).toEqual({
    hint: "Enter your student ID above, and this page names the file for you.",
  });
  for (const [name, studentId] of [
    ["IMG_1.AVIF", "20230001"],
    ["20230001_quiz[1].docx", ""],
  ] as const) {
    expect(adviceFor(misnamed(name), { studentId, type: "quiz" })).toEqual({
      hint: "Another name does not help: this format is not taken. Choose a JPG, PNG, HEIC or PDF file, or take a photo.",
    });
  }
  expect(adviceFor(ready("20230001_quiz[1].png"), { studentId: "", type: "quiz" })).toBeNull();
});

test("a name with another item is offered with this item: on a phone, nobody can rename a file", () => {
  const entry: UploadItem = { ...misnamed("20230001_quiz[2].jpg"), state: "wrong", code: "item-mismatch", message: "" };
  expect(adviceFor(entry, { studentId: "20230001", type: "quiz" })).toEqual({ rename: "20230001_quiz[1].jpg" });
});

test("a student who is not enrolled should check the Student ID first", () => {
  expect(adviceFor(rejected(), { studentId: "", type: "quiz" })).toEqual({
    hint: "Correct your student ID above, or replace the file or remove it.",
  });
  expect(adviceFor(rejected("The file is empty."), { studentId: "", type: "quiz" })).toEqual({
    hint: "Replace the file or remove it.",
  });
});

test("obstacleOf", () => {
  expect(obstacleOf([], "")).toBe("Please upload files for at least one item.");
  expect(obstacleOf([misnamed("a.png"), misnamed("b.png"), rejected()], "")).toBe(fileNamesMessage(["a.png", "b.png"]));
  expect(obstacleOf([rejected(), taken], "")).toBe("Replace the rejected files or remove them.");
  expect(obstacleOf([rejected(), ready("20230002_quiz[2].png")], "")).toBeNull();
  expect(obstacleOf([taken], "2023")).toBeNull();
});
