import type { PushedPage } from "../../server/contract/tasks/exchange.ts";
import type { GradedPage, GradeRecord } from "../grading/grade-record.ts";
import { isOfOtherTask } from "../grading/identify-page.ts";

/** A page of the results in the form of a push, and its name here. */
export interface PushItem {
  readonly page: PushedPage;
  readonly file: string;
}

/** A page that is not sent, and why. */
export interface LeftOut {
  readonly file: string;
  readonly page: number;
  readonly reason: string;
}

/**
 * The pages of results that answer something: one for each student and item. Those that need a person, and those of the
 * students in `withheld`, are sent without a grade, to be graded in the web. With `unconfirmed` every page is sent with
 * its grade.
 */
export function pushedPages(
  { files }: Pick<GradeRecord, "files">,
  { withheld, unconfirmed = false }: { readonly withheld: ReadonlySet<string>; readonly unconfirmed?: boolean },
): {
  readonly items: readonly PushItem[];
  readonly leftOut: readonly LeftOut[];
} {
  const items: PushItem[] = [];
  const leftOut: LeftOut[] = [];
  for (const graded of files) {
    const { file, page, status, sha256, shown_on, turn, comment, by, decided, said } = graded;
    if (status === "extra") continue;
    const reason = reasonToStay(graded);
    if (reason !== null) {
      leftOut.push({ file, page, reason });
      continue;
    }
    const [student_id, item] = [graded.student_id ?? "", graded.item ?? 0];
    const isConfirmed = status === "graded" && !withheld.has(student_id);
    const grade = unconfirmed || isConfirmed ? graded.grade : null;
    const graded_by = decided || by === "person" ? "group" : "machine";
    // The server finds the sheet by its student and item.
    items.push({
      file,
      page: { student_id, item, sha256, page: shown_on ?? page, turn, grade, comment, graded_by, said },
    });
  }
  return { items, leftOut };
}

function reasonToStay(page: GradedPage): string | null {
  const { student_id, item, counts, sha256 } = page;
  if (sha256 === "") return "it was not read yet: run grade with --resume";
  if (isOfOtherTask(page)) return "it is on another task's template";
  if (student_id === null || item === null) return "nobody knows whose it is: assign it with grade --assign";
  return counts ? null : "another page of this answer counts";
}
