import { LIMITS } from "../limits.ts";

const STUDENT_ID = new RegExp(`^[0-9]{${LIMITS.studentIdDigits}}$`);

/** Whether `text` is a student ID: exactly eight digits, nothing else. */
export function isStudentId(text: string): boolean {
  return STUDENT_ID.test(text);
}

/** What a person typed or pasted as a student ID, without the separators of other lists. */
export function typedStudentId(text: string): string {
  return text.replace(/\D/g, "");
}

/** For a student whose ID is typed in part. */
export const WRONG_STUDENT_ID = `A Student ID has ${LIMITS.studentIdDigits} digits. Correct it or leave it empty.`;

const OTHER_ID = /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9-]{0,31}$/;

/**
 * Whether `text` may be an ID of another shape, which a task file can ask for: letters, digits and hyphens, at most 32
 * of them, with at least one digit. It is safe in the name of a file and in a link.
 */
export function isOtherStudentId(text: string): boolean {
  return OTHER_ID.test(text) && !isStudentId(text);
}

/** What student IDs look like in a task. */
export interface StudentIdRule {
  matches(text: string): boolean;
  /** `an 8-digit Student ID` */
  readonly words: string;
}

/** Eight digits, as the specification says. */
export const EIGHT_DIGITS: StudentIdRule = {
  matches: isStudentId,
  words: `an ${LIMITS.studentIdDigits}-digit Student ID`,
};

/**
 * The rule that a task file's pattern gives, a regular expression for the whole ID; without one, eight digits.
 *
 * @throws {SyntaxError} if the pattern is not a regular expression.
 * @example
 * studentIdRule("[A-Z]{2}[0-9]{6}").matches("AB123456"); // true
 */
export function studentIdRule(pattern: string | undefined): StudentIdRule {
  if (pattern === undefined) return EIGHT_DIGITS;
  const whole = new RegExp(`^(?:${pattern})$`, "u");
  return {
    matches: (text) => (isOtherStudentId(text) || isStudentId(text)) && whole.test(text),
    words: `a Student ID of the shape ${pattern}`,
  };
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
