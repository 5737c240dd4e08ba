import type { Verdict } from "../../core/answers/answer-function.ts";
import type { ResultRow } from "../../core/grade/grade-item.ts";
import type { NoAnswer } from "../../core/opening/no-answer.ts";
import type { SaidRecord } from "../../core/page-record/said-record.ts";
import type { PageRecord } from "../../core/reading/record.ts";
import type { JudgedPage } from "../../core/results/judge-page.ts";
import type { ResultsManifest } from "../../core/results/results-manifest.ts";
import type { Problem } from "../../core/rules/problem.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import type { Turn } from "../../core/scan/turn-image.ts";

/**
 * `graded`: nothing about the proposed grade is doubtful. `review`: a person must look, `reasons` say why. `failed`:
 * the page could not be read, or nothing says whose it is. `extra`: a page that is not graded, because another one is
 * the answer, or because it cannot be one (`no_answer`).
 */
export type GradeStatus = "graded" | "review" | "failed" | "extra";

/** One page of a batch in `results.json`. */
export interface GradedPage extends Omit<PageRecord, "status" | "seconds" | "alternatives">, JudgedPage {
  /** SHA-256 of the file's bytes, hex; empty if they could not be read. */
  readonly sha256: string;
  /** The page of the file that shows it, if that has another number: see `sheetNumber`. */
  readonly shown_on?: number;
  /** Quarter turns clockwise that make the page upright; boxes are in pixels of the upright picture. */
  readonly turn: Turn;
  readonly status: GradeStatus;
  readonly student_id: string | null;
  readonly item: number | null;
  /** Whether this page gives the student's grade for the item; of several pages one does. */
  readonly counts: boolean;
  /** Why a person should look, including the page's own problems. */
  readonly reasons: readonly Problem[];
  /** What the reading earns; null if nothing is proposed. `grade` is another one if a person has decided. */
  readonly proposed: number | null;
  /** Who graded it: the machine, which is sure enough, or a person; null where nobody has. */
  readonly by: "machine" | "person" | null;
  /** The grade is a person's decision on the group. */
  readonly decided: boolean;
  readonly comment: string | null;
  /** What people have corrected of what was read, and the reading that they chose; null if nothing. */
  readonly said: SaidRecord | null;
  /** Why the page was set aside without asking anybody: it cannot be an answer. Null for all others. */
  readonly no_answer: NoAnswer | null;
}

/**
 * `graded`: all items handed in and graded. `review`: a page of theirs needs a person. `incomplete`: items are missing.
 * `missing`: enrolled, but handed in nothing. `not-enrolled`: not in the roster.
 */
export type StudentStatus = "graded" | "review" | "incomplete" | "missing" | "not-enrolled";

/** One student in `results.json` and `grades.csv`. */
export interface StudentGrades {
  readonly student_id: string;
  /** From the roster; empty without one. */
  readonly name: string;
  readonly status: StudentStatus;
  /** An entry for each item of the task; `file` is null if nothing was handed in. */
  readonly items: readonly {
    readonly item: number;
    readonly file: string | null;
    readonly page: number | null;
    readonly grade: number | null;
  }[];
  /** Missing items count 0; null if a page that was handed in has no grade yet. */
  readonly total: number | null;
}

/** A page that needs a person, in `results.json`. */
export interface QueuedPage extends Pick<GradedPage, "file" | "page" | "student_id" | "item" | "confidence"> {
  /** Of the worst of `reasons`. */
  readonly code: string;
  /** The same as text, for a list. */
  readonly label: string;
  /** With the place in the picture, if there is one. */
  readonly reasons: readonly Problem[];
}

/** The content of `results.json`; it is the same for the same pages, task and model. */
export interface GradeRecord {
  readonly schema_version: 1;
  readonly model: string;
  /** How the results were made; it has `model` too. */
  readonly manifest: ResultsManifest;
  readonly task: Omit<TaskFile, "template_key"> & { readonly maximum: number };
  readonly summary: {
    readonly pages: number;
    readonly graded: number;
    readonly review: number;
    readonly failed: number;
    /** Pages that are not graded because another one is: pages = graded + queued + extra + set_aside. */
    readonly extra: number;
    /** Pages that cannot be answers: blank backs, covers, foreign pages. */
    readonly set_aside: number;
    /** Those of review and failed. */
    readonly queued: number;
    readonly students: number;
    /** Pages that the machine graded without a person. */
    readonly machine: number;
  };
  readonly files: readonly GradedPage[];
  readonly students: readonly StudentGrades[];
  /** Every page that needs a person, worst first. */
  readonly queue: readonly QueuedPage[];
  /** Pages that compute the same function, by item, wrong ones first. */
  readonly answer_groups: readonly AnswerGroupRecord[];
}

/** Pages of an item that compute the same function, in `results.json`. */
export interface AnswerGroupRecord {
  readonly item: number;
  /** The same in every run: lists of decisions identify the group by it. */
  readonly group: string;
  readonly verdict: Verdict;
  /** The keys' verdict on the function; null if it cannot be compared. */
  readonly points: number | null;
  readonly maximum: number;
  /** A person's decision; null if there is none. */
  readonly grade: number | null;
  readonly comment: string | null;
  /** Pages of the group. */
  readonly pages: number;
  /** The first row of the first key in which the group is wrong. */
  readonly first_difference: (Pick<ResultRow, "output"> & NonNullable<ResultRow["firstDifference"]>) | null;
  /** From the group's first page; null if nothing is wrong. */
  readonly explanation: string | null;
  /** By isomorphic circuits, the largest first. */
  readonly structures: readonly {
    readonly structure: string;
    /** The group's points, unless the item's rubric looks at gates or extra outputs. */
    readonly points: number | null;
    readonly files: readonly { readonly file: string; readonly page: number }[];
  }[];
}
