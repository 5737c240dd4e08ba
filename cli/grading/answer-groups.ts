import { type Answer, groupAnswers } from "../../core/answers/group-answers.ts";
import type { TaskFile } from "../../core/rules/tasks/task-file.ts";
import type { BatchPage } from "../reading/read-batch.ts";
import { type GroupDecision, groupKey } from "./decide-groups.ts";
import type { AnswerGroupRecord, GradedPage } from "./grade-record.ts";

interface Grouping {
  readonly pages: readonly BatchPage[];
  readonly task: Pick<TaskFile, "items">;
  readonly decisions: ReadonlyMap<string, GroupDecision>;
}

/** The answer groups of each item, from the pages that count and were read. `files` are those of `pages`, in order. */
export function recordAnswerGroups(
  files: readonly GradedPage[],
  { pages, task, decisions }: Grouping,
): AnswerGroupRecord[] {
  return task.items.flatMap(({ item, keys, rubric }) => {
    const answers = files.flatMap((file, index): Answer[] => {
      if (!file.counts || file.item !== item) return [];
      const reading = pages[index]?.result.reading;
      if (!reading) return [];
      const { netlist, inputs, outputs, problems } = reading;
      return [{ netlist, inputs, outputs, problems, id: String(index) }];
    });
    return groupAnswers(answers, keys, { rubric }).map((group): AnswerGroupRecord => {
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
        structures: group.structures.map(({ id, points, answers: ids }) => ({
          structure: id,
          points,
          files: ids.map((index) => ({ file: files[Number(index)]!.file, page: files[Number(index)]!.page })),
        })),
      };
    });
  });
}
