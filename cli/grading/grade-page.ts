import { gradeItem, type ItemGrade } from "../../core/grade/grade-item.ts";
import { toPageRecord } from "../../core/record.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { RosterStudent } from "../../core/rules/roster.ts";
import type { TaskFile } from "../../core/rules/task-file.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import type { GradedPage } from "./grade-record.ts";
import { identifyPage } from "./identify-page.ts";

export interface GradingRules {
  readonly task: TaskFile;
  /** Null without a roster: every student is taken. */
  readonly roster: readonly RosterStudent[] | null;
}

/** A page before it is settled which of several pages of one answer counts. */
export interface ProposedPage extends Omit<GradedPage, "counts"> {
  /** The page carries the QR code of the task's template. */
  readonly template: boolean;
}

/** Whose page it is, what it is worth against the item's keys, and why a person should look at it. */
export function gradePage({ file, result }: BatchPage, { task, roster }: GradingRules): ProposedPage {
  const { status: readStatus, seconds: _, ...record } = toPageRecord(file.file, result);
  const identity = identifyPage(file.file, result.qr, task);
  const keys = task.items.find(({ item }) => item === identity.item)?.keys ?? null;
  const graded: ItemGrade | null = keys && result.reading ? gradeItem(keys, result.reading) : null;
  const reasons: Problem[] = [
    ...[result.failure, identity.failure].filter((problem) => problem !== null),
    ...identity.problems,
    ...enrolment(identity.studentId, roster),
    ...(graded?.reasons ?? result.reading?.problems ?? []).map(({ code, message }) => ({ code, message })),
  ];
  const failed = readStatus === "failed" || identity.failure !== null;
  return {
    ...record,
    status: failed ? "failed" : reasons.length > 0 ? "review" : "graded",
    student_id: identity.studentId,
    item: identity.item,
    template: identity.template,
    grade: graded?.grade ?? null,
    maximum: keys?.reduce((sum, { grade }) => sum + grade, 0) ?? null,
    variables: graded?.variables ?? [],
    rows: graded?.rows ?? [],
    reasons,
  };
}

function enrolment(studentId: string | null, roster: readonly RosterStudent[] | null): Problem[] {
  if (studentId === null || roster === null) return [];
  if (roster.some((student) => student.studentId === studentId)) return [];
  return [{ code: "not-enrolled", message: `Not enrolled: the roster has no student ${studentId}.` }];
}
