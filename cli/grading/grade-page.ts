import type { NoAnswer } from "../../core/opening/no-answer.ts";
import { foldWords } from "../../core/page-record/fold.ts";
import { saidRecord } from "../../core/page-record/said-record.ts";
import type { PageOwner } from "../../core/page-record/statement.ts";
import { toPageRecord } from "../../core/reading/record.ts";
import { judgePage } from "../../core/results/judge-page.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { RosterStudent } from "../../core/rules/students/roster.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import { notEnrolled } from "../../core/stack/claim-page.ts";
import { type PageWords, pageKey, wordsAbout } from "../pages/page-words.ts";
import { pageOfSheet } from "../reading/messages.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { applyDecision, applyGrade, type GroupDecision, groupKey } from "./decide-groups.ts";
import type { GradedPage } from "./grade-record.ts";
import { identifyPage } from "./identify-page.ts";

export interface GradingRules {
  readonly task: TaskFile;
  /** Null without a roster: every student is accepted. */
  readonly roster: readonly RosterStudent[] | null;
  /** Keys that templates may be signed with, in addition to the task's own. */
  readonly keys?: readonly string[];
  /** A person's assignments of pages, by `pageKey`. */
  readonly assignments?: ReadonlyMap<string, PageOwner>;
  /** Percent: how sure the machine must be of full marks to grade a page without a person. */
  readonly certainty?: number | undefined;
  /** What a person has said of answer groups, by `groupKey`. */
  readonly decisions?: ReadonlyMap<string, GroupDecision>;
  /** What people have said of single pages; it counts before all else. */
  readonly words?: PageWords;
}

/** A page before it is decided which of several pages of one answer counts. */
export interface ProposedPage extends Omit<GradedPage, "counts" | "no_answer"> {
  /** The page has a template's QR code, or a person has said whose it is. */
  readonly coded: boolean;
  /** What a person has said: that it is graded, or no answer. */
  readonly settled: "graded" | "ignored" | null;
  /** What it is if it cannot be an answer, whatever its file's name says. */
  readonly noAnswer: NoAnswer | null;
}

/**
 * Determines whose page it is, its points by the item's keys, and why a person should look at it. `inStack`: the page
 * came in a scanned stack, where file names mean nothing.
 */
export function gradePage(
  { file, result, said: all = [] }: BatchPage,
  rules: GradingRules & { inStack: boolean },
): ProposedPage {
  const { task, roster, keys: otherKeys = [], assignments, inStack, certainty, decisions } = rules;
  const key = pageKey(file.file, result.page);
  const said = foldWords(wordsAbout({ file: file.file, page: result.page, sha256: result.fileHash }, rules.words));
  const assigned = said.owner ?? assignments?.get(key) ?? null;
  const signing = [...(task.template_key === undefined ? [] : [task.template_key]), ...otherKeys];
  const source = { ...result, file: file.file, inStack, assigned };
  const identity = identifyPage(source, { task, keys: signing });
  const isReached = result.failure?.code !== "interrupted";
  const { keys = null, rubric } = task.items.find(({ item }) => item === identity.item) ?? {};
  const { faults, doubts: guesses, ...judged } = judgePage(result.reading, { keys, rubric, certainty });
  const isChosen = result.reading !== null && foldWords(all).choice !== null;
  // A reading that a person chose is no guess of the machine.
  const doubts = isChosen ? [] : guesses;
  const {
    status: readStatus,
    seconds: _,
    alternatives: __,
    ...record
  } = toPageRecord(file.file, { ...result, qr: identity.qr, doubts });
  const proposed: Problem[] = [
    // A page that was not reached has not been looked at.
    ...[result.failure, isReached ? identity.failure : null].filter((problem) => problem !== null),
    ...identity.problems,
    ...enrolment(identity.studentId, roster),
    ...[...faults, ...doubts].map(({ code, message }) => ({ code, message })),
  ];
  const decision =
    identity.item === null || judged.group === null ? undefined : decisions?.get(groupKey(identity.item, judged.group));
  const decidedPage = applyDecision({ grade: judged.grade, reasons: proposed }, { decision, faults });
  const { grade, reasons, comment, decided } = applyGrade(decidedPage, said.grade);
  const isGraded = said.grade.graded;
  const failed = !isGraded && (readStatus === "failed" || identity.failure !== null);
  return {
    ...record,
    ...judged,
    sha256: result.fileHash,
    ...(pageOfSheet(result) !== result.page && { shown_on: pageOfSheet(result) }),
    turn: result.turn,
    status: failed ? "failed" : reasons.length > 0 ? "review" : "graded",
    student_id: identity.studentId,
    item: identity.item,
    coded: identity.coded,
    noAnswer: identity.coded ? null : (result.noAnswer ?? null),
    settled: said.ignored ? "ignored" : isGraded ? "graded" : null,
    grade,
    proposed: judged.grade,
    reasons,
    by: failed || reasons.length > 0 || grade === null ? null : decided || isGraded || isChosen ? "person" : "machine",
    decided,
    comment,
    said: saidRecord(all, result.corrected?.threshold ?? "auto"),
  };
}

function enrolment(studentId: string | null, roster: readonly RosterStudent[] | null): Problem[] {
  if (studentId === null || roster === null) return [];
  if (roster.some((student) => student.studentId === studentId)) return [];
  return [notEnrolled(studentId)];
}
