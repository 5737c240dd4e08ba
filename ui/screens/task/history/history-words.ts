import type { File as Submission, Uploader } from "../../../../server/contract/results/file.ts";

/** Where each upload came from; anyone who has the link can use the student page. */
export const UPLOADER_WORDS = {
  student: "On the student page",
  instructor: "By the instructor",
  stack: "From a scanned stack",
  command: "By circuitgrade push",
} as const satisfies Record<Uploader, string>;

type Graded = Pick<Submission, "item_number" | "total_grade" | "maximum_grade">;

/** Says what happens to the grades if `chosen` counts instead of `counting`. */
export function restorationText(chosen: Graded, counting: Graded): string {
  const { item_number: item } = chosen;
  const next =
    chosen.total_grade === null
      ? `This upload has no grade yet: item ${item} is ungraded until you give one.`
      : `The grade of item ${item} will be ${gradeOf(chosen)}, which this upload was given.`;
  const before = counting.total_grade === null ? "" : ` with its grade, ${gradeOf(counting)}`;
  return `${next} The upload that counts now is kept here${before}.`;
}

function gradeOf({ total_grade: grade, maximum_grade: maximum }: Graded): string {
  return `${grade} / ${maximum}`;
}
