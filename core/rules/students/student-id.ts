import { LIMITS } from "../limits.ts";

const STUDENT_ID = new RegExp(`^[0-9]{${LIMITS.studentIdDigits}}$`);

/** Whether `text` is a student ID: exactly eight digits, nothing else. */
export function isStudentId(text: string): boolean {
  return STUDENT_ID.test(text);
}

/** The heading of the list of invalid IDs. */
export const INVALID_STUDENT_IDS_HEADING = "The following Student IDs are invalid:";

export interface AddedStudents {
  /** The class's IDs: merged, sorted, each once. */
  readonly students: readonly string[];
  /** Entries that are not IDs, as typed, to be listed under `INVALID_STUDENT_IDS_HEADING`. */
  readonly invalid: readonly string[];
  /** Why nobody was added, or null if somebody was. */
  readonly problem: {
    readonly code: "no-input" | "no-valid-id" | "all-enrolled";
    readonly message: string;
  } | null;
}

const PROBLEM_TEXTS = {
  "no-input": "Please enter a valid Student ID.",
  "no-valid-id": "Please enter valid 8-digit Student IDs.",
  "all-enrolled": "All entered Student IDs already exist in the class.",
} as const;

/**
 * Adds the IDs in `text`, separated by commas, to a class's `students`.
 *
 * @example
 * addStudentIds(["20230001"], "20230002, 123"); // students: both IDs; invalid: ["123"]; problem: null
 */
export function addStudentIds(students: readonly string[], text: string): AddedStudents {
  const entries = text.split(",").map((entry) => entry.trim());
  const typed = entries.filter((entry) => entry !== "");
  const valid = typed.filter(isStudentId);
  const invalid = typed.filter((entry) => !isStudentId(entry));
  const merged = [...new Set([...students, ...valid])].sort();
  const refuse = (code: keyof typeof PROBLEM_TEXTS): AddedStudents => {
    return { students: merged, invalid, problem: { code, message: PROBLEM_TEXTS[code] } };
  };
  if (typed.length === 0) return refuse("no-input");
  if (valid.length === 0) return refuse("no-valid-id");
  if (valid.every((id) => students.includes(id))) return refuse("all-enrolled");
  return { students: merged, invalid, problem: null };
}
