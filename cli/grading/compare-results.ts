import { planRegrade, type RegradedPage, type RegradePlan } from "../../core/grade/plan-regrade.ts";
import { pageKey } from "./grade-page.ts";
import type { GradedPage, GradeRecord } from "./grade-record.ts";

/** What would change against earlier results: of pages that counted then, by file and page. */
export function compareResults(earlier: GradeRecord, record: GradeRecord): RegradePlan {
  const now = new Map(record.files.map((file) => [pageKey(file.file, file.page), file]));
  const pages = earlier.files.flatMap((before): RegradedPage[] => {
    const { student_id: studentId, item } = before;
    const key = pageKey(before.file, before.page);
    const after = now.get(key);
    if (!before.counts || studentId === null || item === null || after === undefined) return [];
    const overridden = before.decided && after.decided;
    return [
      {
        id: key,
        studentId,
        item,
        given: before.grade,
        overridden,
        before: judged(before, overridden),
        after: after.maximum === null ? null : judged(after, overridden),
      },
    ];
  });
  return planRegrade(pages);
}

/** Of a page that a person has decided, what the keys alone give. */
function judged({ rows, adjustments, grade }: GradedPage, overridden: boolean): RegradedPage["before"] {
  if (!overridden) return { points: grade, rows, adjustments };
  if (rows.length === 0) return { points: null, rows, adjustments };
  const points = [...rows.map((row) => row.grade), ...adjustments.map((each) => each.points)];
  return { points: points.reduce((sum, each) => sum + each, 0), rows, adjustments };
}
