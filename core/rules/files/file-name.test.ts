import { describe, expect, it } from "vitest";
import { readList } from "../../testdata/read-list.ts";
import { FILE_EXTENSIONS } from "../limits.ts";
import { TASK_TYPE_VALUES } from "../tasks/task-types.ts";
import { fileNamesMessage, findAnswerInPath, findAnswerName, parseFileName } from "./file-name.ts";

describe("parseFileName", () => {
  it("reads every line of the list of valid names", () => {
    for (const line of readList("file-names/valid.txt")) {
      const [name = "", studentId, type, item] = line.split(" ");
      const extension = name.split(".").at(-1)?.toLowerCase();
      expect(parseFileName(name), name).toEqual({ studentId, type, item: Number(item), extension });
    }
  });

  it("refuses every line of the list of invalid names", () => {
    for (const name of readList("file-names/invalid.txt")) expect(parseFileName(name), name).toBeNull();
  });

  it("accepts every task type with every extension, and only the task's own if it is given", () => {
    for (const type of TASK_TYPE_VALUES) {
      for (const extension of FILE_EXTENSIONS) {
        const name = `12345678_${type}[2].${extension}`;
        expect(parseFileName(name, type)).toEqual({ studentId: "12345678", type, item: 2, extension });
        const others = TASK_TYPE_VALUES.filter((other) => other !== type);
        expect(others.map((other) => parseFileName(name, other))).toEqual(others.map(() => null));
      }
    }
  });
});

describe("findAnswerName", () => {
  it.each([
    "12345678_quiz[1].png",
    "12345678_quiz[1].docx",
    "12345678_QUIZ[1].AVIF",
    "12345678_quiz[1] (1).png",
    "12345678_quiz[1](2).jpg",
    "12345678_quiz[1]-1.png",
    "12345678_quiz[1] - Copy.png",
    "12345678_quiz[1].png.png",
    "12345678_quiz[1]~1.png",
    "12345678_quiz[1]_1.png",
    "12345678_quiz[1] copy 2.png",
    "12345678_quiz[1] - Kopie (2).png",
    "Copy of 12345678_quiz[1].png",
    "12345678_quiz%5B1%5D.png",
    "12345678_quiz_1_.png",
    "12345678_quiz_1_-2.png",
    "12345678_quiz［1］.png",
    "12345678_quiz [1].png",
    // Canvas, Moodle, Brightspace, Blackboard.
    "testbo_LATE_12345678_555_12345678_quiz[1].png",
    "testbo_555_777_12345678_quiz[1]-2.png",
    "test-bo_555_777_12345678_quiz%5B1%5D.png",
    "Ana Test_4711_assignsubmission_file_12345678_quiz[1].png",
    "Participant_4711_assignsubmission_file_12345678_quiz[1].pdf",
    "1234-5678 - Ana Test - Mar 3, 2026 112 PM - 12345678_quiz[1].png",
    "Quiz 1_12345678_attempt_2026-03-03-10-11-12_12345678_quiz[1].png",
    "12345678_quiz[1]_12345678_quiz[1].png",
    "12345678_quiz[#1].png",
    "12345678_12345678_quiz[1].png",
    "5123456789_12345678_quiz[1].png",
    "20260303_101112_12345678_quiz[1].png",
    "Page 1, 12345678_quiz[1].png",
    "12345678\u200b_quiz[1].png",
    "12345678_quiz[1]_20260303_101112.png",
    "12345678_quiz[1]_03032026.png",
    "12345678_quiz[1], page 2.png",
    "12345678_quiz[1] & 2nd try.png",
    "12345678_quiz[1], 3.3.2026.png",
    "12345678_quiz[1], 10:15.png",
    "12345678_quiz[1], 03-03-2026.png",
    "12345678_quiz[1] - Ana Cruz, 20260303.png",
    "12345678_quiz[1] IMG87654321.png",
    "12345678_quiz[1] - 03312026.png",
    "12345678_quiz[1] with 2 gates.png",
    "12345678_quiz[1] - quiz[1] again.png",
  ])("finds whose %s is", (name) => {
    expect(findAnswerName(name, "quiz")).toEqual({ studentId: "12345678", type: "quiz", item: 1 });
  });

  it.each([
    "scan.docx",
    "12345678_lab[1].png",
    "12345678_quiz[1] 87654321_quiz[1].png",
    "12345678_quiz[1] 12345678_quiz[2].png",
    "a12345678_quiz[1].png",
    "87654321+12345678_quiz[1].png",
    "87654321 & 12345678_quiz[1].png",
    "87654321_12345678_quiz[1].png",
    "11111111_87654321_12345678_quiz[1].png",
    "87654321 und 12345678_quiz[1].png",
    "87654321_and_12345678_quiz[1].png",
    "12345678_quiz[1] and 87654321.png",
    "12345678_quiz[1]+87654321.png",
    "12345678_quiz[1]_87654321.png",
    "12345678_quiz[1] with 87654321.png",
    "12345678_quiz[1] (87654321).png",
    "12345678_quiz[1] - 87654321.png",
    "12345678_quiz[1] - 20260303 - 87654321.png",
    "12345678_quiz[1] and 20240101.png",
    "12345678_quiz[1] with 20240101.png",
    "12345678_quiz[1] and quiz[2].png",
    "12345678_quiz[1]_quiz[2].png",
    "12345678_quiz[1] to 3.pdf",
    "12345678_quiz[1]_[2].pdf",
    "12345678_quiz[1] and [2].pdf",
    "12345678_quiz[1] & 2.pdf",
    "12345678_quiz[0].png",
    "12345678_quiz[1][2].png",
    "12345678_quiz[1] & [2].pdf",
    "12345678_quiz(1).png",
    "12345678_quiz1.png",
    "12345678_quiz_1.png",
    "12345678_quiz_1_2.png",
    "12345678 quiz[1].png",
    "IMG_1234.HEIC",
  ])("finds nobody's answer in %s", (name) => {
    expect(findAnswerName(name, "quiz")).toBeNull();
  });

  it("takes IDs with letters where they are asked for", () => {
    const options = { otherIds: true };
    expect(findAnswerName("doe_555_AB-123456_quiz[2] (1).png", "quiz", options)).toMatchObject({
      studentId: "AB-123456",
    });
  });
});

describe("findAnswerInPath", () => {
  it.each([
    ["Quiz 1_87654321_attempt_2026-03-03-10-11-12_12345678_quiz[1].png", null],
    ["Quiz 1_12345678_attempt_2026-03-03-10-11-12_12345678_quiz[1].png", "12345678"],
    ["Quiz 1/Cruz, Ana(87654321)/Submission attachment(s)/12345678_quiz[1].png", null],
    ["Quiz 1/Cruz, Ana(12345678)/Submission attachment(s)/12345678_quiz[1].png", "12345678"],
    ["Quiz 1/Cruz, Ana(acruz)/Submission attachment(s)/12345678_quiz[1].png", "12345678"],
    ["Quiz 1 (20260303)/12345678_quiz[1].png", "12345678"],
    ["87654321 Ana Cruz_4711_assignsubmission_file_12345678_quiz[1].png", null],
    ["Ana Cruz_87654321_assignsubmission_file/12345678_quiz[1].png", "12345678"],
    ["12345678 Ana Cruz_4711_assignsubmission_file/12345678_quiz[1].png", "12345678"],
    ["Participant 87654321_87654321_assignsubmission_file/12345678_quiz[1].png", "12345678"],
    ["123456789_quiz[1]_PXL_20260303_123045678.jpg", "123456789"],
    ["123456_quiz[1]_Screenshot_20260303-123045.jpg", "123456"],
    ["1234_quiz[1] Adobe Scan 3 Mar 2026.pdf", "1234"],
    ["87654321_quiz[1].zip/12345678_quiz[1].png", null],
    ["12345678_quiz[2].zip/12345678_quiz[1].png", "12345678"],
    ["12345678_quiz[1].zip/12345678_quiz[1]+87654321.png", null],
    ["12345678_quiz[1].zip/87654321_quiz[2][3].png", null],
    ["12345678_quiz[1].zip/12345678_lab[1][2].png", "12345678"],
  ])("%s is the answer of %s", (path, studentId) => {
    expect(findAnswerInPath(path, "quiz")?.studentId ?? null).toBe(studentId);
  });
});

describe("fileNamesMessage", () => {
  it("names the files and the convention", () => {
    expect(fileNamesMessage(["scan.jpg", "a.png"])).toBe(
      "The following files do not follow the proper naming convention: scan.jpg, a.png Please rename them to follow " +
        "the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf",
    );
  });

  it("shows the ends of a long name, and nothing that turns or breaks its line", () => {
    const message = fileNamesMessage([`IMG_1${"x".repeat(400)}\n\u202e2.final.png`]);
    expect(message).toContain(`: IMG_1${"x".repeat(35)}…${"x".repeat(7)} 2.final.png Please`);
  });
});
