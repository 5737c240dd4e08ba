import type { Verdict } from "../../core/answers/answer-function.ts";
import { type Answer, groupAnswers } from "../../core/answers/group-answers.ts";
import type { ResultRow } from "../../core/grade/grade-item.ts";
import type { TaskFile } from "../../core/rules/task-file.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { type GroupDecision, groupKey } from "./decide-groups.ts";
import type { GradedPage } from "./grade-record.ts";

/** Pages of an item that compute the same, in `results.json`. */
export interface AnswerGroupRecord {
  readonly item: number;
  /** The same in every run: a list of decisions names the group by it. */
  readonly group: string;
  readonly verdict: Verdict;
  /** What the keys give for the function; null where it cannot be compared. */
  readonly points: number | null;
  readonly maximum: number;
  /** What a person has decided; null where nobody has. */
  readonly grade: number | null;
  readonly comment: string | null;
  /** Pages of the group. */
  readonly pages: number;
  /** The first row of the first key in which the group is wrong. */
  readonly first_difference: (Pick<ResultRow, "output"> & NonNullable<ResultRow["firstDifference"]>) | null;
  /** Of the group's first page; null where nothing is wrong. */
  readonly explanation: string | null;
  /** By isomorphic circuits, the largest first. */
  readonly structures: readonly {
    readonly structure: string;
    readonly files: readonly { readonly file: string; readonly page: number }[];
  }[];
}

interface Grouping {
  readonly pages: readonly BatchPage[];
  readonly task: Pick<TaskFile, "items">;
  readonly decisions: ReadonlyMap<string, GroupDecision>;
}

/** The answer groups of each item: of the pages that count and were read. `files` are those of `pages`, in order. */
export function answerGroups(files: readonly GradedPage[], { pages, task, decisions }: Grouping): AnswerGroupRecord[] {
  return task.items.flatMap(({ item, keys }) => {
    const answers = files.flatMap((file, index): Answer[] => {
      const reading = pages[index]?.result.reading;
      return file.counts && file.item === item && reading ? [{ ...reading, id: String(index) }] : [];
    });
    return groupAnswers(answers, keys).map((group): AnswerGroupRecord => {
      const wrong = group.grade.rows.find(({ firstDifference }) => firstDifference !== null);
      const decision = decisions.get(groupKey(item, group.id));
      const first = files[Number(group.structures[0]!.answers[0])]!;
      return {
        item,
        group: group.id,
        verdict: group.verdict,
        points: group.points,
        maximum: group.grade.maximum,
        grade: decision?.grade ?? null,
        comment: decision?.comment || null,
        pages: group.size,
        first_difference: wrong?.firstDifference ? { output: wrong.output, ...wrong.firstDifference } : null,
        explanation: first.explanation?.text ?? null,
        structures: group.structures.map(({ id, answers: ids }) => ({
          structure: id,
          files: ids.map((index) => ({ file: files[Number(index)]!.file, page: files[Number(index)]!.page })),
        })),
      };
    });
  });
}
