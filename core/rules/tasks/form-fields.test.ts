import { describe, expect, it } from "vitest";
import { checkClassFields, checkTaskFields } from "./form-fields.ts";

const task = { title: "Half adder", classGroup: "c1", examType: "quiz", dueDate: "2026-11-21T23:59" };
const group = { classCode: "CPE 101", classGroup: "1", classSchedule: "MWF 9:00" };

function messages(issues: readonly { message: string }[]): string[] {
  return issues.map((issue) => issue.message);
}

describe("checkTaskFields", () => {
  it("accepts valid fields, also a title of 30 characters", () => {
    expect(checkTaskFields(task)).toEqual([]);
    expect(checkTaskFields({ ...task, title: "x".repeat(30) })).toEqual([]);
  });

  it("refuses a title of 31 characters", () => {
    expect(checkTaskFields({ ...task, title: "x".repeat(31) })).toEqual([
      { code: "title-too-long", field: "title", message: "Title cannot exceed 30 characters." },
    ]);
  });

  it("requires every field", () => {
    const issues = checkTaskFields({ title: " \u200b", classGroup: "", examType: "", dueDate: "" });
    expect(messages(issues)).toEqual([
      "Title is required.",
      "Class Group is required.",
      "Type of Task is required.",
      "Due Date is required.",
    ]);
    expect(issues.map((issue) => issue.field)).toEqual(["title", "classGroup", "examType", "dueDate"]);
    expect(issues.map((issue) => issue.code)).toContain("type-of-task-required");
  });
});

describe("checkClassFields", () => {
  it("accepts valid fields, also leading zeros and a schedule of 50 characters", () => {
    expect(checkClassFields({ ...group, classGroup: "012", classSchedule: "x".repeat(50) })).toEqual([]);
  });

  it("requires every field", () => {
    expect(messages(checkClassFields({ classCode: "", classGroup: " ", classSchedule: "" }))).toEqual([
      "Course Code is required.",
      "Class Group is required.",
      "Class Schedule is required.",
    ]);
  });

  it.each(["0", "000", "-1", "1.5", "1a", "one"])("refuses the group number %s", (classGroup) => {
    const issues = checkClassFields({ ...group, classGroup });
    expect(messages(issues)).toEqual(["Class Group must be a whole number of at least 1."]);
  });

  it("refuses a schedule of 51 characters", () => {
    expect(messages(checkClassFields({ ...group, classSchedule: "x".repeat(51) }))).toEqual([
      "Class Schedule cannot exceed 50 characters.",
    ]);
  });
});
