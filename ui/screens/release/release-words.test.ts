import { expect, test } from "vitest";
import type { Release, ReleaseStudent } from "../../../server/contract/results/release.ts";
import { exportMatters, findStudents, mailMatters, openMatters, studentState } from "./release-words.ts";

const release = { unconfirmed: 0, missing: 0, unplaced: 0, questions: 0, requests: 0 } as Release;
const student: ReleaseStudent = {
  ...{ student_id: "20230001", student_name: "Ana Reyes", unconfirmed: 0, confirmed: 0, released: 0 },
  ...{ missing: [], mail: null, link: null },
};

test("what a release leaves open", () => {
  expect(openMatters(release)).toEqual([]);
  expect(openMatters({ ...release, unconfirmed: 1 })).toEqual([
    "1 answer not confirmed yet: students see only that it was received.",
  ]);
  expect(openMatters({ ...release, unconfirmed: 2, unplaced: 1, questions: 1, missing: 3, requests: 1 })).toEqual([
    "2 answers not confirmed yet: students see only that they were received.",
    "1 scanned page without an owner: a student may be missing it.",
    "1 page handed in again: decide which one counts.",
    "3 answers not handed in.",
    "1 regrade request without an answer.",
  ]);
});

test("what table and files leave out", () => {
  expect(exportMatters(release)).toEqual([]);
  expect(exportMatters({ ...release, unplaced: 1 })).toEqual(["1 scanned page without an owner."]);
  expect(exportMatters({ ...release, unconfirmed: 2, unplaced: 1, missing: 3 })).toEqual([
    "2 answers not confirmed: table and files leave out these points and their students' totals.",
    "1 scanned page without an owner: students with a missing item get no total.",
    "3 answers not handed in.",
  ]);
  expect(exportMatters({ ...release, questions: 1, requests: 1 })).toEqual([
    "1 page handed in again: decide which one counts.",
    "1 regrade request without an answer.",
  ]);
});

test("how far a student's answers are", () => {
  expect(studentState({ ...student, released: 2, confirmed: 1, missing: [3] })).toBe(
    "2 released, 1 confirmed; item 3 missing",
  );
  expect(studentState({ ...student, unconfirmed: 1 })).toBe("1 not confirmed");
  expect(studentState({ ...student, missing: [1, 2] })).toBe("items 1, 2 missing");
  expect(studentState({ ...student, released: 1, mail: "failed" })).toBe("1 released; mail could not be sent");
});

test("students are found by ID and name", () => {
  const bo = { ...student, student_id: "20230002", student_name: "Bo Cruz" };
  expect(findStudents([student, bo], " CRUZ")).toEqual([bo]);
  expect(findStudents([student, bo], "2023")).toEqual([student, bo]);
  const untold: ReleaseStudent = { ...bo, mail: "failed" };
  expect(findStudents([student, untold], "")).toEqual([untold, student]);
});

test("which mails were not sent", () => {
  expect(mailMatters([student])).toEqual([]);
  expect(
    mailMatters([
      { ...student, mail: "waiting" },
      { ...student, mail: "failed" },
      { ...student, mail: "failed" },
    ]),
  ).toEqual([
    "1 mail with the link not sent yet.",
    expect.stringMatching(/^2 mails could not be sent: see the top of the list\. Correct the address in the class, /),
  ]);
});
