import { expect, test } from "vitest";
import { findStudents, readStudents } from "./extension-form.ts";

const ROSTER = [
  { student_id: "20230001", name: "Gia Ramos" },
  { student_id: "20230002", name: "Ben Cruz" },
  { student_id: "20230003", name: "Ben Cruz" },
  { student_id: "20230004", name: "José Núñez" },
];

test("students are named by ID, or by a name that only one has", () => {
  expect(readStudents(" 20230002, gia ramos,20230002,", ROSTER)).toEqual({ ids: ["20230002", "20230001"], wrong: [] });
  expect(readStudents("Ben Cruz, 2023", ROSTER)).toEqual({ ids: [], wrong: ["Ben Cruz", "2023"] });
  expect(readStudents("jose nunez", ROSTER)).toEqual({ ids: ["20230004"], wrong: [] });
  expect(readStudents("", ROSTER)).toEqual({ ids: [], wrong: [] });
});

test("the last word is completed, those before it stay", () => {
  expect(findStudents(ROSTER, "gia")).toEqual([{ value: "20230001", label: "Gia Ramos" }]);
  expect(findStudents(ROSTER, "20230001, 0003")).toEqual([{ value: "20230001, 20230003", label: "Ben Cruz" }]);
  expect(findStudents(ROSTER, "nunez")).toEqual([{ value: "20230004", label: "José Núñez" }]);
  expect(findStudents(ROSTER, "")).toHaveLength(4);
});
