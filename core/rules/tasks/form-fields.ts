import { asSeen } from "../../basics/as-seen.ts";
import { LIMITS } from "../limits.ts";
import type { RuleIssue } from "../rule-issue.ts";
import { textLength } from "../text-length.ts";

/** The first step of the task wizard and its due date, in a form; empty if nothing was chosen. */
export interface TaskFields {
  readonly title: string;
  readonly classGroup: string;
  readonly examType: string;
  readonly dueDate: string;
}

/** Everything wrong with a task's fields (`title`, `classGroup`, `examType`, `dueDate`), in the form's order. */
export function checkTaskFields(fields: TaskFields): RuleIssue[] {
  const { title, classGroup, examType, dueDate } = fields;
  const issues = [
    required("title", { value: title, label: "Title" }),
    textLength(title) > LIMITS.titleLength && {
      code: "title-too-long",
      field: "title",
      message: `Title cannot exceed ${LIMITS.titleLength} characters.`,
    },
    required("classGroup", { value: classGroup, label: "Class Group" }),
    required("examType", { value: examType, label: "Type of Task" }),
    required("dueDate", { value: dueDate, label: "Due Date" }),
  ];
  return issues.filter((issue) => issue !== false);
}

/** A class's fields in a form. */
export interface ClassFields {
  readonly classCode: string;
  /** Digits, 1 or more. */
  readonly classGroup: string;
  readonly classSchedule: string;
}

/** Everything wrong with a class's fields (`classCode`, `classGroup`, `classSchedule`), in the form's order. */
export function checkClassFields(fields: ClassFields): RuleIssue[] {
  const { classCode, classGroup, classSchedule } = fields;
  const issues = [
    required("classCode", { value: classCode, label: "Course Code" }),
    required("classGroup", { value: classGroup, label: "Class Group" }),
    classGroup.trim() !== "" &&
      !/^0*[1-9]\d*$/.test(classGroup.trim()) && {
        code: "class-group-invalid",
        field: "classGroup",
        message: `Class Group must be a whole number of at least ${LIMITS.groupNumberMin}.`,
      },
    required("classSchedule", { value: classSchedule, label: "Class Schedule" }),
    textLength(classSchedule) > LIMITS.scheduleLength && {
      code: "class-schedule-too-long",
      field: "classSchedule",
      message: `Class Schedule cannot exceed ${LIMITS.scheduleLength} characters.`,
    },
  ];
  return issues.filter((issue) => issue !== false);
}

function required(field: string, entry: { readonly value: string; readonly label: string }): RuleIssue | false {
  if (asSeen(entry.value) !== "") return false;
  const code = `${entry.label.toLowerCase().replaceAll(" ", "-")}-required`;
  return { code, field, message: `${entry.label} is required.` };
}
