import { answerFunction } from "../answers/answer-function.ts";
import { explainPage, type PageExplanation } from "../answers/explain-page.ts";
import { unstableVerdict, verdictStability } from "../answers/verdict-stability.ts";
import { type AnswerKey, gradeItem, type ResultRow } from "../grade/grade-item.ts";
import type { Adjustment } from "../grade/partial-credit.ts";
import type { PageReading } from "../reading/page-reading.ts";
import { type DoubtfulReading, readingDoubts } from "../reading/reading-doubts.ts";
import type { Problem } from "../rules/problem.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";

/** The parts of a reading that judging needs; a `PageReading` has them. */
export interface JudgedReading
  extends DoubtfulReading,
    Pick<PageReading, "inputs" | "outputs" | "problems" | "netlist" | "wires"> {}

interface JudgingRules {
  /** The keys of the page's item; null if the item is not known. */
  readonly keys: readonly AnswerKey[] | null;
  /** The item's. */
  readonly rubric?: Rubric | null | undefined;
  /** Percent: readings with a lower confidence are doubtful. */
  readonly confidence?: number | undefined;
  /**
   * 0 … 1: a page with a lower confidence, or whose points depend on a doubtful place, is not graded without a person.
   */
  readonly acceptAbove?: number | undefined;
}

/** The verdict on a page, by the keys of its item. Records of pages extend it. */
export interface JudgedPage {
  /** The proposed grade; null if there is none. */
  readonly grade: number | null;
  /** The sum of the item's keys; null without an item. */
  readonly maximum: number | null;
  /** The variables of the item's keys, as letters. */
  readonly variables: readonly string[];
  readonly rows: readonly ResultRow[];
  /** The points that the item's rubric adds or takes off for the drawing as a whole. */
  readonly adjustments: readonly Adjustment[];
  /** Equal for pages that compute the same function; null without an item or a reading. */
  readonly group: string | null;
  /** Equal for pages with isomorphic circuits. */
  readonly structure: string | null;
  /** What is wrong with the circuit; null if nothing is, or nothing was read. */
  readonly explanation: PageExplanation | null;
  /** Whether the points depend on a doubtful place; null without an item or a reading. */
  readonly stability: {
    readonly stable: boolean;
    /** Corrections of one doubtful place that would change the points, and the points they would give. */
    readonly corrections: readonly { readonly text: string; readonly points: number | null }[];
  } | null;
}

/** A judged page, and why a person should look at it. */
export interface PageJudgement extends JudgedPage {
  /** What is wrong with the drawing, or prevents the comparison. */
  readonly faults: readonly Problem[];
  /** Why the reading or its verdict is not certain enough. */
  readonly doubts: readonly Problem[];
}

/**
 * Judges a page, for both the command and the server. `reading` is null if the page could not be read.
 *
 * @throws {RangeError} if a key is not a valid expression.
 * @example
 * judgePage(reading, { keys }); // { grade: 5, maximum: 10, rows: […], faults: [], doubts: [], … }
 */
export function judgePage(reading: JudgedReading | null, rules: JudgingRules): PageJudgement {
  const { keys, rubric, confidence, acceptAbove } = rules;
  const maximum = keys?.reduce((sum, { grade }) => sum + grade, 0) ?? null;
  if (reading === null) return { ...NOTHING, maximum };
  const ownDoubts = readingDoubts(reading, acceptAbove === undefined ? confidence : 100 * acceptAbove);
  if (keys === null) return { ...NOTHING, faults: reading.problems, doubts: ownDoubts };
  const { grade, variables, rows, adjustments, reasons } = gradeItem(keys, reading, { rubric });
  const { group, structure, verdict } = answerFunction(reading, keys);
  const stability = verdictStability(reading, keys, { rubric });
  const unstable = acceptAbove === undefined ? [] : unstableVerdict(stability, reading.netlist);
  return {
    grade,
    maximum,
    variables,
    rows,
    adjustments,
    faults: reasons,
    doubts: [...ownDoubts, ...unstable],
    group,
    structure,
    explanation: verdict === "right" ? null : explainPage(reading, keys),
    stability: {
      stable: stability.stable,
      corrections: stability.corrections.map(({ text, points }) => ({ text, points })),
    },
  };
}

const NOTHING: PageJudgement = {
  grade: null,
  maximum: null,
  variables: [],
  rows: [],
  adjustments: [],
  faults: [],
  doubts: [],
  group: null,
  structure: null,
  explanation: null,
  stability: null,
};
