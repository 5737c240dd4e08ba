import { describe, expect, it } from "vitest";
import { readList } from "../../testdata/read-list.ts";
import { addStudentIds, INVALID_STUDENT_IDS_HEADING, isStudentId, studentIdRule } from "./student-id.ts";

describe("isStudentId", () => {
  it("accepts every valid ID and none of the invalid ones", () => {
    for (const text of readList("student-ids/valid.txt")) expect(isStudentId(text), text).toBe(true);
    for (const text of readList("student-ids/invalid.txt")) expect(isStudentId(text), text).toBe(false);
    for (const text of ["", " 12345678", "12345678\n"]) expect(isStudentId(text), text).toBe(false);
  });
});

describe("addStudentIds", () => {
  it("trims, merges, sorts and keeps each ID once, and lists the invalid ones", () => {
    expect(addStudentIds(["30000000", "10000000"], " 20000000 ,123,10000000, 20000000,,abc ")).toEqual({
      students: ["10000000", "20000000", "30000000"],
      invalid: ["123", "abc"],
      problem: null,
    });
  });

  it.each([
    ["", "no-input", "Please enter a valid Student ID."],
    [" , ,", "no-input", "Please enter a valid Student ID."],
    ["123, x", "no-valid-id", "Please enter valid 8-digit Student IDs."],
    ["10000000, 10000000", "all-enrolled", "All entered Student IDs already exist in the class."],
    ["10000000, 123", "all-enrolled", "All entered Student IDs already exist in the class."],
  ])("adds nobody for %j", (text, code, message) => {
    expect(addStudentIds(["10000000"], text)).toMatchObject({ students: ["10000000"], problem: { code, message } });
  });

  it("has the heading of the invalid ones", () => {
    expect(INVALID_STUDENT_IDS_HEADING).toBe("The following Student IDs are invalid:");
  });
});

describe("studentIdRule", () => {
  it("is eight digits without a pattern", () => {
    const { matches, words } = studentIdRule(undefined);
    expect([matches("20230001"), matches("AB123456"), words]).toEqual([true, false, "an 8-digit Student ID"]);
  });

  it("holds the whole ID to the pattern, and keeps it safe in names of files and in links", () => {
    const { matches, words } = studentIdRule("[A-Z]{2}\\d{3}|x-\\d+|.*/.*|\\d{8}");
    expect(["AB123", "x-7", "20230001"].map(matches)).toEqual([true, true, true]);
    expect(["AB1234", "ab123", "../1", "a/1", "x-", `x-${"1".repeat(40)}`].map(matches)).toEqual(Array(6).fill(false));
    expect(words).toBe("a Student ID of the shape [A-Z]{2}\\d{3}|x-\\d+|.*/.*|\\d{8}");
    expect(() => studentIdRule("[")).toThrow(SyntaxError);
  });
});
