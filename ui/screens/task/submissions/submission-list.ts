import type { File as Submission } from "../../../../server/contract/results/file.ts";
import { TEXTS } from "../../../../server/contract/texts.ts";
import { searchable } from "../../../format.ts";

export const SUBMISSION_FILTERS = [
  { value: "all", label: "All" },
  { value: "graded", label: "Graded" },
  { value: "ungraded", label: "Ungraded" },
  { value: "similar", label: "Similar" },
] as const;

export type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number]["value"];

export type GradeOrder = "descending" | "ascending";

/** The list's initial state. */
export const USUAL_VIEW = { show: "all", order: "descending", search: "" } as const satisfies Record<string, string>;

/** The filter in the address; all submissions if there is none. */
export function filterOf(show: string): SubmissionFilter {
  return SUBMISSION_FILTERS.find(({ value }) => value === show)?.value ?? USUAL_VIEW.show;
}

/** The submissions that match a filter by grading; other filters keep all. */
export function filterSubmissions(files: readonly Submission[], filter: SubmissionFilter): Submission[] {
  if (filter === "graded") return files.filter(({ graded }) => graded);
  if (filter === "ungraded") return files.filter(({ graded }) => !graded);
  return [...files];
}

/** Those whose student ID or file name contains the search text. */
export function searchSubmissions(files: readonly Submission[], text: string): Submission[] {
  const sought = searchable(text.trim());
  return files.filter(({ student_id, filename }) => searchable(`${student_id}\n${filename}`).includes(sought));
}

/** By total grade; ungraded ones come last either way, and equal ones in the task's order. */
export function sortByGrade(files: readonly Submission[], order: GradeOrder): Submission[] {
  const sign = order === "ascending" ? 1 : -1;
  return [...files].sort((a, b) => compareGrades(a, b, sign) || a.place - b.place);
}

function compareGrades(a: Submission, b: Submission, sign: number): number {
  if (a.total_grade === null || b.total_grade === null) {
    return Number(a.total_grade === null) - Number(b.total_grade === null);
  }
  return sign * (a.total_grade - b.total_grade);
}

/** The text in place of an empty list. */
export function emptyText(filter: SubmissionFilter): string {
  const texts = {
    all: TEXTS.submissions.none,
    graded: TEXTS.submissions.noneGraded,
    ungraded: TEXTS.submissions.noneUngraded,
    similar: TEXTS.submissions.noneSimilar,
  } as const satisfies Record<SubmissionFilter, string>;
  return texts[filter];
}

type WithHistory = Pick<Submission, "waiting" | "earlier" | "earlier_grade" | "maximum_grade">;

/** The answer's other uploads: 'replaces 1 other, graded 7 / 10', '1 newer one waits'. */
export function earlierText({ waiting, earlier, earlier_grade: grade, maximum_grade: maximum }: WithHistory): string {
  const graded = earlier === 1 ? "graded" : "last graded";
  const others = earlier === 1 ? "1 other" : `${earlier} others`;
  const parts = [
    ...(earlier === 0 ? [] : [`replaces ${others}${grade === null ? "" : `, ${graded} ${grade} / ${maximum}`}`]),
    ...(waiting === 0 ? [] : [waiting === 1 ? "1 newer one waits" : `${waiting} newer ones wait`]),
  ];
  return parts.join("; ");
}

/** Asks whether to delete a submission, and says what is deleted with it. */
export function deletionText({ waiting, earlier, earlier_grade: grade }: Omit<WithHistory, "maximum_grade">): string {
  const others = earlier + waiting;
  if (others === 0) return TEXTS.files.deleteConfirmation;
  const [uploads, grades, are] = others === 1 ? ["upload", "its grade", "is"] : ["uploads", "their grades", "are"];
  const and = grade === null ? "" : `, and ${grades},`;
  return `${TEXTS.files.deleteConfirmation} The ${others} other ${uploads} of this student and item${and} ${are} removed as well.`;
}

export interface FlaggedFile {
  readonly file: Submission;
  /** The number of its group of similar drawings, from 1. */
  readonly group: number;
}

/** The groups of IDs as one list of files, group after group; IDs of missing files are left out. */
export function flattenFlagged(groups: readonly (readonly string[])[], files: readonly Submission[]): FlaggedFile[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  return groups.flatMap((ids, index) =>
    ids.flatMap((id) => {
      const file = byId.get(id);
      return file === undefined ? [] : [{ file, group: index + 1 }];
    }),
  );
}
