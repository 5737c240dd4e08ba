import { roundTo } from "../basics/numbers.ts";
import { gradeItem, type ItemGrade, SEVERAL_DRAWINGS } from "../grade/grade-item.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import type { PageReading } from "../reading/page-reading.ts";
import { DEFAULT_CERTAINTY } from "../rules/certainty.ts";
import type { Problem } from "../rules/problem.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import { type AskedQuestion, questionOf } from "../verdict/question.ts";
import { unsureVerdict } from "../verdict/unsure-verdict.ts";
import { verdictOf } from "../verdict/verdict.ts";
import { whichDrawing } from "../verdict/which-drawing.ts";

/** What deciding needs of a reading; a `PageReading` is one. */
type DecidedReading = Pick<PageReading, "inputs" | "outputs" | "problems" | "looks"> & {
  readonly netlist: PageReading["netlist"] | null;
};

/** What a page is decided by. */
export interface DecisionRules {
  readonly keys: readonly AnswerKey[];
  /** The item's. */
  readonly rubric?: Rubric | null | undefined;
  /** Percent: how sure the machine must be of full marks to grade without a person. */
  readonly certainty?: number | undefined;
}

/** Whether the machine grades a page, and what a person is asked if it does not. */
export interface PageDecision {
  readonly item: ItemGrade;
  /** 0 … 1: how likely the points of the reading are right; null if it cannot be compared with the keys. */
  readonly confidence: number | null;
  /** How likely they must be for the machine to grade without a person. */
  readonly needed: number | null;
  /** What is wrong with the drawing, or hinders the comparison. */
  readonly faults: readonly Problem[];
  /** Why the verdict is not sure enough. */
  readonly doubts: readonly Problem[];
  /** Null if the machine is sure, or no other reading is plausible. */
  readonly asked: AskedQuestion | null;
}

/**
 * Decides whether the machine grades a page by the keys of its item, for the command and the server alike.
 *
 * @throws {RangeError} if a key is not an expression.
 * @example
 * decidePage(reading, { keys }).confidence; // how surely the points are right, from 0 to 1
 */
export function decidePage(
  reading: DecidedReading,
  { keys, rubric, certainty = DEFAULT_CERTAINTY }: DecisionRules,
): PageDecision {
  const item = gradeItem(keys, reading, { rubric });
  const { grade, maximum, reasons: faults } = item;
  // Of a blank page no other reading is possible.
  if (keys.length === 0 || (grade !== null && faults.length > 0))
    return { item, confidence: null, needed: null, faults, doubts: [], asked: null };
  const exact = verdictOf(reading.looks, { keys, rubric, certainty });
  // The number that is shown decides.
  const verdict = { ...exact, confidence: roundTo(exact.confidence, 10_000) };
  const isSure = grade !== null && verdict.confidence >= verdict.needed;
  const isSeveral = faults.some(({ code }) => code === SEVERAL_DRAWINGS);
  const whichOne = isSeveral && reading.netlist ? whichDrawing(reading.netlist, { keys, rubric }) : null;
  const asked = whichOne ?? (isSure ? null : questionOf(reading.looks, verdict, { maximum }));
  const doubt =
    grade === null || isSure ? [] : [unsureVerdict(verdict, { question: asked?.question ?? null, maximum })];
  return {
    item,
    confidence: verdict.points === null ? null : verdict.confidence,
    needed: verdict.points === null ? null : verdict.needed,
    faults,
    doubts: doubt,
    asked,
  };
}
