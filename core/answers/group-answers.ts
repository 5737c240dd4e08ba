import { groupBy } from "../basics/group-by.ts";
import { compareTexts } from "../basics/texts.ts";
import { gradeItem, type ItemGrade, type PageTables } from "../grade/grade-item.ts";
import type { AnswerKey } from "../grade/item-function.ts";
import type { Rubric } from "../rules/tasks/rubric.ts";
import { type AnswerPage, answerFunction, type Verdict } from "./answer-function.ts";

/** A page of an item with an ID from the caller. */
export interface Answer extends AnswerPage, Omit<PageTables, "netlist"> {
  readonly id: string;
}

/** Pages with isomorphic circuits. */
export interface AnswerStructure {
  readonly id: string;
  /** The group's points, unless the item's rubric looks at gates or extra outputs. */
  readonly points: number | null;
  /** In the order in which the answers were given. */
  readonly answers: readonly string[];
}

/** Pages of an item that compute the same function. */
export interface AnswerGroup {
  /** Identifies the function, the same in every run and on every machine. */
  readonly id: string;
  readonly verdict: Verdict;
  /** The first page of its largest structure compared with the keys: the rows are the same for all of them. */
  readonly grade: ItemGrade;
  /** The points of its largest structure, whatever else must be checked; null if it cannot be compared. */
  readonly points: number | null;
  /** The largest first. */
  readonly structures: readonly AnswerStructure[];
  readonly size: number;
}

const VERDICT_ORDER: readonly Verdict[] = ["wrong", "not-comparable", "right"];

/**
 * The answers to an item, grouped by function and within it by structure. Wrong groups come first, then those that
 * cannot be compared, then the correct ones; within a verdict the largest group first.
 *
 * @throws {RangeError} if a key is not a valid expression.
 * @example
 * const [group] = groupAnswers([{ id: "a", ...reading }, { id: "b", ...reading }], keys);
 * [group.verdict, group.size, group.structures[0].answers]; // ["wrong", 2, ["a", "b"]]
 */
export function groupAnswers(
  answers: readonly Answer[],
  keys: readonly AnswerKey[],
  grading: { readonly rubric?: Rubric | null | undefined } = {},
): AnswerGroup[] {
  const pages = answers.map((answer) => ({ answer, ...answerFunction(answer, keys) }));
  return [...groupBy(pages, ({ group }) => group)]
    .map(([id, own]): AnswerGroup => {
      const graded = [...groupBy(own, ({ structure }) => structure)]
        .map(([structure, all]) => ({ id: structure, all, grade: gradeItem(keys, all[0]!.answer, grading) }))
        .sort((a, b) => b.all.length - a.all.length || compareTexts(a.id, b.id));
      const structures = graded.map((each): AnswerStructure => {
        return { id: each.id, points: each.grade.points, answers: each.all.map(({ answer }) => answer.id) };
      });
      const [{ grade }] = graded as [(typeof graded)[number]];
      return { id, verdict: own[0]!.verdict, grade, points: grade.points, structures, size: own.length };
    })
    .sort((a, b) => {
      const byVerdict = VERDICT_ORDER.indexOf(a.verdict) - VERDICT_ORDER.indexOf(b.verdict);
      return byVerdict || b.size - a.size || compareTexts(a.id, b.id);
    });
}
