import { describe, expect, it } from "vitest";
import { readList } from "../../testdata/read-list.ts";
import { FILE_EXTENSIONS } from "../limits.ts";
import { TASK_TYPE_VALUES } from "../tasks/task-types.ts";
import { fileNamesMessage, parseAnswerName, parseFileName } from "./file-name.ts";

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

describe("parseAnswerName", () => {
  it("finds whose a file is, whatever its extension", () => {
    const answer = { studentId: "12345678", type: "quiz", item: 1 };
    for (const ending of ["docx", "AVIF", "png"]) {
      expect(parseAnswerName(`12345678_quiz[1].${ending}`, "quiz")).toEqual(answer);
    }
    expect(parseFileName("12345678_quiz[1].docx")).toBeNull();
    expect(parseAnswerName("12345678_quiz[1].docx", "lab")).toBeNull();
    expect(parseAnswerName("scan.docx")).toBeNull();
  });
});

describe("fileNamesMessage", () => {
  it("names the files and the convention", () => {
    expect(fileNamesMessage(["scan.jpg", "a.png"])).toBe(
      "The following files do not follow the proper naming convention: scan.jpg, a.png Please rename them to follow " +
        "the convention: id_typeOfActivity[#itemNumber].png/jpg/jpeg/pdf",
    );
  });
});
