import { groupBy } from "../../../core/basics/group-by.ts";
import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";

export interface Course {
  readonly code: string;
  readonly groups: readonly ClassSummary[];
}

/** Classes grouped by course code, each course with its groups by number. */
export function coursesOf(classes: readonly ClassSummary[]): Course[] {
  return [...groupBy(classes, ({ class_code }) => courseKey(class_code)).values()]
    .map((groups) => ({ code: groups[0]!.class_code, groups: groups.sort((a, b) => a.class_group - b.class_group) }))
    .sort((a, b) => a.code.localeCompare(b.code, "en", { numeric: true }));
}
