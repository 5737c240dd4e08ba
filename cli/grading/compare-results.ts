import { sum } from "../../core/basics/numbers.ts";
import { planRegrade, type RegradedPage, type RegradePlan } from "../../core/grade/plan-regrade.ts";
import { pageKey } from "../pages/page-words.ts";
import type { GradedPage, GradeRecord } from "./grade-record.ts";

/** The student and item that a page counts for. */
export interface PagePlace {
  readonly student_id: string;
  readonly item: number;
  readonly grade: number | null;
}

/** A page that counts for another student or item than before, or now counts, or no longer counts. */
export interface MovedPage {
  readonly file: string;
  readonly page: number;
  readonly from: PagePlace | null;
  readonly to: PagePlace | null;
}

/** What would change compared with earlier results, by file and page. */
export interface ResultsComparison extends RegradePlan {
  readonly moved: readonly MovedPage[];
  /** How many pages wait for a person, before and after. */
  readonly queued: { readonly from: number; readonly to: number };
}

export function compareResults(earlier: GradeRecord, record: GradeRecord): ResultsComparison {
  const [then, now] = [counting(earlier), counting(record)];
  const pages: RegradedPage[] = [];
  const moved: MovedPage[] = [];
  for (const key of new Set([...then.keys(), ...now.keys()])) {
    const [before, after] = [then.get(key), now.get(key)];
    if (before && after && before.student_id === after.student_id && before.item === after.item) {
      pages.push(regradedPage(before, after, { earlier, record }));
      continue;
    }
    const { file, page } = (before ?? after)!;
    moved.push({ file, page, from: placeOf(before), to: placeOf(after) });
  }
  const plan = planRegrade(pages);
  // The plan does not include pages that move; a student's sums are over all pages.
  const students = plan.students.map((student) => {
    const own = (place: PagePlace | null, { task }: GradeRecord) => {
      return place?.student_id === student.studentId && hasItem(task, place.item) ? (place.grade ?? 0) : 0;
    };
    return {
      ...student,
      from: moved.reduce((sum, { from }) => sum + own(from, earlier), student.from),
      to: moved.reduce((sum, { to }) => sum + own(to, record), student.to),
    };
  });
  return { ...plan, students, moved, queued: { from: earlier.queue.length, to: record.queue.length } };
}

type CountingPage = GradedPage & PagePlace;

/** The pages that count, by file and page. */
function counting({ files }: GradeRecord): Map<string, CountingPage> {
  const isCounting = (page: GradedPage): page is CountingPage => {
    return page.counts && page.student_id !== null && page.item !== null;
  };
  return new Map(files.filter(isCounting).map((page) => [pageKey(page.file, page.page), page]));
}

interface Results {
  readonly earlier: GradeRecord;
  readonly record: GradeRecord;
}

function regradedPage(before: CountingPage, after: CountingPage, { earlier, record }: Results): RegradedPage {
  const { file, page, student_id: studentId, item } = before;
  // A person's new decision replaces the earlier one.
  const overridden = before.decided && after.decided && before.grade === after.grade;
  return {
    id: pageKey(file, page),
    studentId,
    item,
    given: before.grade,
    overridden,
    before: hasItem(earlier.task, item) ? judged(before, overridden) : null,
    after: hasItem(record.task, item) ? judged(after, overridden) : null,
  };
}

function placeOf(page: CountingPage | undefined): PagePlace | null {
  return page ? { student_id: page.student_id, item: page.item, grade: page.grade } : null;
}

function hasItem({ items }: GradeRecord["task"], item: number): boolean {
  return items.some((known) => known.item === item);
}

/** For a page that a person has decided: what the keys alone give. */
function judged({ rows, adjustments, grade }: GradedPage, overridden: boolean): RegradedPage["before"] {
  if (!overridden) return { points: grade, rows, adjustments };
  if (rows.length === 0) return { points: null, rows, adjustments };
  const points = [...rows.map((row) => row.grade), ...adjustments.map((each) => each.points)];
  return { points: sum(points), rows, adjustments };
}
