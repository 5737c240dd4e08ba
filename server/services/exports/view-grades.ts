import { groupBy } from "../../../core/basics/group-by.ts";
import { gradeStatistics } from "../../../core/gradebook/grade-statistics.ts";
import type { AppContext } from "../../context.ts";
import type { Grades } from "../../contract/results/grades.ts";
import { gradedTask } from "../access/task-access.ts";
import { shownStudents } from "../classes/shown-students.ts";
import { commonMistake } from "../grading/answer-groups.ts";
import { NO_KEYS, taskKeys } from "../tasks/task-items.ts";
import type { FeedbackWish } from "./feedback.ts";
import { gradeTable } from "./grade-table.ts";

/**
 * What a task's files contain, as a table, and its statistics: pages that files leave out count in none of them. A grader
 * sees those of the pages that they grade.
 */
export async function viewGrades(context: AppContext, { userId, taskId, unconfirmed }: FeedbackWish): Promise<Grades> {
  const access = await gradedTask(context, userId, taskId);
  const [{ students, items, maximum }, shown, keys] = await Promise.all([
    gradeTable(context, access, unconfirmed),
    shownStudents(context, access.task),
    taskKeys(context.db, taskId),
  ]);
  const statistics = gradeStatistics(
    { maximum, grades: students.map(({ total }) => total) },
    items.map((item, index) => ({ maximum: item.maximum, grades: students.map(({ grades }) => grades[index]!) })),
  );
  const counted = students
    .flatMap(({ parts }) => parts?.answers ?? [])
    .filter(({ submission }) => submission.graded || unconfirmed === "include")
    .map((answer) => ({ ...answer, ...(keys.get(answer.submission.item) ?? NO_KEYS) }));
  const byItem = groupBy(counted, ({ submission }) => submission.item);
  return {
    maximum,
    total: statistics.total,
    items: items.map((item, index) => ({
      ...item,
      spread: statistics.items[index]!,
      mistake: commonMistake(byItem.get(item.item) ?? []),
    })),
    hardest: statistics.hardest.map((index) => items[index]!.item),
    students: [...students]
      .sort((a, b) => shown.compare(a.studentId, b.studentId))
      .map(({ studentId, name, grades, total, unconfirmed: open = "" }) => ({
        student_id: shown.name(studentId),
        student_name: shown.hidden ? "" : name,
        grades,
        total,
        unconfirmed: open,
      })),
  };
}
