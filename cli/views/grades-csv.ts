import { studentsCsv } from "../../core/gradebook/plain-grades.ts";
import { tableCsv, writeCsv } from "../../core/rules/files/write-csv.ts";
import type { BlindNames } from "../../core/rules/students/blind-names.ts";
import type { GradeRecord } from "../grading/grade-record.ts";
import { reasonLine } from "./reasons.ts";

/** `grades.csv`: one line for each student with a column for each item, the total and the status. */
export function gradesCsv({ task, students }: GradeRecord): string {
  const lines = students.map(({ student_id, items, ...rest }) => {
    return { ...rest, studentId: student_id, grades: items.map(({ grade }) => grade) };
  });
  return studentsCsv(lines, {
    items: task.items.map(({ item }) => item),
    maximum: task.maximum,
    further: { status: ({ status }) => status },
  });
}

/**
 * `review.csv`: a line for each page that a person must look at, the worst first, with the reasons. A person fills in
 * `grade`, `comment`, `ignore`, or `student_id` and `item`, and `grade --resume` reads them back.
 */
export function reviewCsv({ files, queue }: GradeRecord): string {
  const pages = queue.flatMap(({ label, ...entry }) => {
    const page = files.find((each) => each.file === entry.file && each.page === entry.page);
    return page === undefined ? [] : [{ ...page, label }];
  });
  return tableCsv<(typeof pages)[number]>(pages, {
    file: ({ file }) => file,
    page: ({ page }) => page,
    student_id: ({ student_id }) => student_id,
    item: ({ item }) => item,
    proposed: ({ grade }) => grade,
    maximum: ({ maximum }) => maximum,
    grade: () => "",
    comment: ({ comment }) => comment,
    ignore: () => "",
    status: ({ status }) => status,
    counts: ({ counts }) => (counts ? "yes" : "no"),
    problem: ({ label }) => label,
    reasons: ({ reasons }) => reasonLine(reasons),
    question: ({ question }) => (question === null ? "" : questionLine(question)),
    // For a person: the number of the reading that is right.
    reading: () => "",
  });
}

/** "1: As it was read. 2: This gate is a NAND." */
function questionLine({ choices }: NonNullable<GradeRecord["files"][number]["question"]>): string {
  return choices.map(({ text, points }, index) => `${index + 1}: ${text} (${points ?? "no"} points)`).join(" ");
}

/** `names.csv`: the pseudonym of each student in a report without names. */
export function namesCsv({ students }: GradeRecord, { aliasOf }: BlindNames): string {
  return writeCsv([
    ["alias", "student_id", "name"],
    ...students.map((each) => [aliasOf(each.student_id), each.student_id, each.name]),
  ]);
}
