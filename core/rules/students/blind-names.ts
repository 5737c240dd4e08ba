import { createHmac } from "node:crypto";

/** The pseudonyms and the order of students while graders must not know who they are. */
export interface BlindNames {
  /** "Student X1B545": always the same for a seed and a student; it reveals neither. */
  aliasOf(studentId: string): string;
  /** Sorts student IDs in a random order that is always the same. */
  compare(a: string, b: string): number;
}

/** Without letters that can be confused with digits or with each other. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/** 30 bits: among 1,000 students the chance of two equal names is 0.05 %. */
const LENGTH = 6;

/**
 * Pseudonyms and a random order for a task's students: from `seed`, which identifies the task and its grader, and which
 * students cannot know.
 *
 * @example
 * blindNames("secret of task 1").aliasOf("20230001"); // "Student X1B545"
 */
export function blindNames(seed: string): BlindNames {
  const digest = (what: string, studentId: string) =>
    createHmac("sha256", seed).update(`${what} ${studentId}`).digest();
  const ranks = new Map<string, string>();
  const rankOf = (studentId: string): string => {
    const rank = ranks.get(studentId) ?? digest("order", studentId).toString("hex");
    ranks.set(studentId, rank);
    return rank;
  };
  return {
    aliasOf: (studentId) => {
      const letters = [...digest("name", studentId).subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
      return `Student ${letters.join("")}`;
    },
    compare: (a, b) => (rankOf(a) < rankOf(b) ? -1 : a === b ? 0 : 1),
  };
}

/** A text in which each of the students' IDs is replaced by the pseudonym, also within a file's name. */
export function hideIds(
  text: string,
  { students, names }: { students: Pick<ReadonlySet<string>, "has">; names: BlindNames },
): string {
  const hide = (id: string) => (students.has(id) ? names.aliasOf(id) : id);
  // IDs of other shapes may have hyphens; next to a hyphen there may also be an ID of eight digits.
  const hidden = text.replace(/(?<![0-9A-Za-z-])[0-9A-Za-z-]+/g, hide);
  return hidden.replace(/(?<![0-9A-Za-z])\d{8}(?![0-9A-Za-z])/g, hide);
}
