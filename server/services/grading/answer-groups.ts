import { type AnswerGroup as CoreGroup, groupAnswers } from "../../../core/answers/group-answers.ts";
import { groupBy } from "../../../core/basics/group-by.ts";
import type { AppContext } from "../../context.ts";
import type { AnswerGroups, AnswerGroupView, GroupedAnswer } from "../../contract/results/answers.ts";
import { gradedTask, type Whose } from "../access/task-access.ts";
import { inStudentOrder, type ShownStudents, shownStudents } from "../classes/shown-students.ts";
import { type ReadAnswer, readAnswers } from "../reading/read-answers.ts";
import { lastBatch } from "./grade-batches.ts";

/** The answers to one item, or to all of a task, grouped by what they compute, with how the keys judge it. */
export async function answerGroups(
  context: AppContext,
  { userId, taskId, item }: Whose & { item: number | undefined },
): Promise<AnswerGroups> {
  const access = await gradedTask(context, userId, taskId);
  const { task } = access;
  const [answers, batch, shown] = await Promise.all([
    readAnswers(context, access),
    lastBatch(context, access),
    shownStudents(context, task),
  ]);
  const own = inStudentOrder(answers, shown).filter(({ submission }) => item === undefined || submission.item === item);
  const byItem = groupBy(own, ({ submission }) => submission.item);
  return {
    groups: [...byItem]
      .sort(([a], [b]) => a - b)
      .flatMap(([number, answered]) => {
        const { groups, byId } = groupOwn(answered);
        return groups.map((group) => groupView(group, byId, { item: number, shown }));
      }),
    last_batch: batch,
  };
}

/** The answers of one group, or of one structure in it. */
export function membersOf(
  answers: readonly ReadAnswer[],
  { group, structure }: { group: string; structure: string | undefined },
): ReadAnswer[] {
  const { groups, byId } = groupOwn(answers);
  const structures = groups.find(({ id }) => id === group)?.structures ?? [];
  return structures
    .filter(({ id }) => structure === undefined || id === structure)
    .flatMap((each) => each.answers.map((id) => byId.get(id)!));
}

/** What most pages of an item get wrong in the same way; null if no two do. */
export function commonMistake(answers: readonly GroupedRow[]): Pick<AnswerGroupView, "id" | "size" | "rows"> | null {
  const group = groupOwn(answers).groups.find(({ verdict }) => verdict === "wrong");
  return group === undefined || group.size < 2 ? null : { id: group.id, size: group.size, rows: rowViews(group) };
}

/** What groups need of an answer. */
type GroupedRow = Pick<ReadAnswer, "submission" | "analysis" | "keys" | "rubric">;

function groupOwn<Row extends GroupedRow>(answers: readonly Row[]) {
  const read = answers.filter(({ analysis }) => analysis.state === "done");
  const byId = new Map(read.map((answer) => [answer.submission.id, answer]));
  const pages = read.map(({ submission, analysis }) => ({ ...analysis, id: submission.id }));
  return { groups: groupAnswers(pages, read[0]?.keys ?? [], { rubric: read[0]?.rubric }), byId };
}

interface Shown {
  readonly item: number;
  readonly shown: ShownStudents;
}

function groupView(group: CoreGroup, byId: ReadonlyMap<string, ReadAnswer>, { item, shown }: Shown): AnswerGroupView {
  const members = group.structures.flatMap(({ answers }) => answers.map((id) => byId.get(id)!));
  return {
    id: group.id,
    item,
    verdict: group.verdict,
    points: group.points,
    maximum: group.grade.maximum,
    size: group.size,
    graded: members.filter(({ submission }) => submission.graded).length,
    rows: rowViews(group),
    reasons: group.verdict === "not-comparable" ? group.grade.reasons : [],
    structures: group.structures.map(({ id, points, answers }) => ({
      id,
      points,
      answers: answers.map((answer) => answerView(byId.get(answer)!, shown)),
    })),
  };
}

function rowViews({ grade }: CoreGroup): AnswerGroupView["rows"] {
  return grade.rows.map(({ output, expression, drawn, result, firstDifference }) => ({
    output,
    expression,
    drawn: drawn?.expression ?? null,
    matches: result === "Match",
    first_difference: firstDifference,
  }));
}

function answerView({ submission, grade, decision }: ReadAnswer, shown: ShownStudents): GroupedAnswer {
  return {
    file_id: submission.id,
    student_id: shown.name(submission.studentId),
    graded: submission.graded,
    total_grade: submission.totalGrade,
    comment: submission.comment,
    proposed_grade: grade.grade,
    confidence: decision.confidence,
  };
}
