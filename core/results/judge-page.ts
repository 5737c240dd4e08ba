import { answerFunction } from "../answers/answer-function.ts";
import { explainPage, type PageExplanation } from "../answers/explain-page.ts";
import { roundTo } from "../basics/numbers.ts";
import type { ResultRow } from "../grade/grade-item.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import type { Adjustment } from "../grade/partial-credit.ts";
import type { PageReading } from "../reading/page-reading.ts";
import type { Problem } from "../rules/problem.ts";
import type { DecidingQuestion } from "../verdict/question.ts";
import { type DecisionRules, decidePage } from "./decide-page.ts";

/** What judging needs of a reading; a `PageReading` is one. */
export type JudgedReading = Pick<
  PageReading,
  "inputs" | "outputs" | "problems" | "netlist" | "wires" | "confidence" | "looks"
>;

interface JudgingRules extends Omit<DecisionRules, "keys"> {
  /** The keys of the page's item; null if the item is not known. */
  readonly keys: readonly AnswerKey[] | null;
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
  /** The variable that each input represents, null for one without effect; left out if all have the variables' names. */
  readonly represents?: readonly (string | null)[];
  /** The points that the item's rubric adds or takes off for the drawing as a whole. */
  readonly adjustments: readonly Adjustment[];
  /** Equal for pages that compute the same function; null without an item or a reading. */
  readonly group: string | null;
  /** Equal for pages with isomorphic circuits. */
  readonly structure: string | null;
  /** What is wrong with the circuit; null if nothing is, or nothing was read. */
  readonly explanation: PageExplanation | null;
  /**
   * How likely the points are right; without an item how likely the functions are. Null if nothing was read or no
   * points are proposed.
   */
  readonly confidence: number | null;
  /** How likely they must be for the machine to grade without a person. */
  readonly needed: number | null;
  /** What a person is asked; null if the machine is sure, or no other reading is plausible. */
  readonly question: DecidingQuestion | null;
}

/** A judged page, and why a person should look at it. */
export interface PageJudgement extends JudgedPage {
  /** What is wrong with the drawing, or prevents the comparison. */
  readonly faults: readonly Problem[];
  /** Why its verdict is not sure enough. */
  readonly doubts: readonly Problem[];
}

/**
 * Judges a page, for both the command and the server. `reading` is null if the page could not be read.
 *
 * @throws {RangeError} if a key is not a valid expression.
 * @example
 * judgePage(reading, { keys }).grade; // the points, or null if a person must give them
 */
export function judgePage(reading: JudgedReading | null, rules: JudgingRules): PageJudgement {
  const { keys, rubric, certainty } = rules;
  const maximum = keys?.reduce((sum, { grade }) => sum + grade, 0) ?? null;
  if (reading === null) return { ...NOTHING, maximum };
  if (keys === null) {
    const { confidence, problems } = reading;
    return { ...NOTHING, confidence: confidence === null ? null : roundTo(confidence, 10_000), faults: problems };
  }
  const { item, asked, ...decision } = decidePage(reading, { keys, rubric, certainty });
  const { grade, variables, rows, adjustments, inputs } = item;
  const hasOtherNames = inputs?.names.some((name, index) => name !== reading.inputs[index]);
  const { group, structure, verdict } = answerFunction(reading, keys);
  return {
    grade,
    maximum,
    variables,
    rows,
    ...(inputs && hasOtherNames && { represents: inputs.names }),
    adjustments,
    group,
    structure,
    explanation: verdict === "right" ? null : explainPage(reading, keys),
    ...decision,
    question: asked?.question ?? null,
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
  confidence: null,
  needed: null,
  question: null,
};
