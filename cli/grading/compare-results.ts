import { planRegrade, type RegradedPage, type RegradePlan } from "../../core/grade/plan-regrade.ts";
import { pageKey } from "./grade-page.ts";
import type { GradedPage, GradeRecord } from "./grade-record.ts";

/** What a page counts for. */
export interface PagePlace {
  readonly student_id: string;
  readonly item: number;
  readonly grade: number | null;
}

/** A page that counts for another student or item than before, or that counted or counts for none. */
export interface MovedPage {
  readonly file: string;
  readonly page: number;
  readonly from: PagePlace | null;
  readonly to: PagePlace | null;
}

/** What would change against earlier results, by file and page. */
export interface ResultsComparison extends RegradePlan {
  readonly moved: readonly MovedPage[];
}

export function compareResults(earlier: GradeRecord, record: GradeRecord): ResultsComparison {
  const now = counting(record);
  const then = counting(earlier);
  const pages = [...then].flatMap(([key, { page: before, place }]): RegradedPage[] => {
    const { page: after, place: next } = now.get(key) ?? {};
    if (after === undefined || !isSamePlace(place, next)) return [];
    const { student_id: studentId, item } = place;
    // Another decision of a person's takes the place of the earlier one.
    const overridden = before.decided && after.decided && before.grade === after.grade;
    const judge = (page: GradedPage, { task }: GradeRecord) => {
      return hasItem(task, item) ? judged(page, overridden) : null;
    };
    return [
      {
        id: key,
        studentId,
        item,
        given: before.grade,
        overridden,
        before: judge(before, earlier),
        after: judge(after, record),
      },
    ];
  });
  const moved = [...new Set([...then.keys(), ...now.keys()])].flatMap((key): MovedPage[] => {
    const [from, to] = [then.get(key), now.get(key)];
    const { file, page } = (from ?? to)!.page;
    const isMoved = from === undefined || to === undefined || !isSamePlace(from.place, to.place);
    return isMoved ? [{ file, page, from: from?.place ?? null, to: to?.place ?? null }] : [];
  });
  const plan = planRegrade(pages);
  const students = plan.students.map((student) => ({
    ...student,
    from: student.from + pointsOf(student.studentId, { places: moved.map(({ from }) => from), task: earlier.task }),
    to: student.to + pointsOf(student.studentId, { places: moved.map(({ to }) => to), task: record.task }),
  }));
  return { ...plan, students, moved };
}

interface Places {
  readonly places: readonly (PagePlace | null)[];
  readonly task: GradeRecord["task"];
}

function pointsOf(studentId: string, { places, task }: Places): number {
  const own = places.filter((place) => place?.student_id === studentId && hasItem(task, place.item));
  return own.reduce((sum, place) => sum + (place?.grade ?? 0), 0);
}

function hasItem({ items }: GradeRecord["task"], item: number): boolean {
  return items.some((known) => known.item === item);
}

/** The pages that count, by file and page. */
function counting({ files }: GradeRecord): Map<string, { readonly page: GradedPage; readonly place: PagePlace }> {
  return new Map(
    files.flatMap((page) => {
      const { file, student_id, item, grade, counts } = page;
      if (!counts || student_id === null || item === null) return [];
      return [[pageKey(file, page.page), { page, place: { student_id, item, grade } }] as const];
    }),
  );
}

function isSamePlace(a: PagePlace, b: PagePlace | undefined): boolean {
  return a.student_id === b?.student_id && a.item === b.item;
}

/** Of a page that a person has decided, what the keys alone give. */
function judged({ rows, adjustments, grade }: GradedPage, overridden: boolean): RegradedPage["before"] {
  if (!overridden) return { points: grade, rows, adjustments };
  if (rows.length === 0) return { points: null, rows, adjustments };
  const points = [...rows.map((row) => row.grade), ...adjustments.map((each) => each.points)];
  return { points: points.reduce((sum, each) => sum + each, 0), rows, adjustments };
}
