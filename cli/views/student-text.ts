import { count } from "../../core/basics/texts.ts";
import type { StudentData } from "../../server/contract/tasks/student-data.ts";

/** What is stored about a student, a line for each kind of it. */
export function studentText({ student_id, names, classes, tasks, counts, ...rest }: StudentData): string {
  const lines = [
    `Student ${student_id}${names.length === 0 ? "" : ` (${names.join("; ")})`}`,
    `  Classes: ${classes.join("; ") || "none"}`,
    `  Tasks: ${tasks.join("; ") || "none"}`,
    `  ${count(counts.pages, "page")}, ${count(counts.grades, "grade")}, ${count(counts.comments, "comment")}, ${count(counts.log, "change")} of grades`,
    `  ${count(counts.regrade_requests, "regrade request")}, ${count(counts.notifications, "notification")}, ${count(counts.extensions, "extension")}`,
    `  ${count(counts.files, "file")}, ${count(counts.trash, "file")} in the trash`,
  ];
  if (counts.rewritten_files > 0) {
    lines.push(
      `  ${count(counts.rewritten_files, "scanned stack")}: erasing writes it again without the student's pages`,
    );
  }
  if (counts.shared_files > 0) {
    lines.push(
      `  ${count(counts.shared_files, "file")} with a page that another student or another class has, too: erasing leaves it there`,
    );
  }
  if (rest.unknown_pages > 0) {
    lines.push(`  ${count(rest.unknown_pages, "scanned page")} of these classes without a student: assign them first`);
  }
  return `${lines.join("\n")}\n`;
}
