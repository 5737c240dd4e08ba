import type { ClassSummary } from "../../../server/contract/classes.ts";

/** The groups of one course. */
export interface Course {
  readonly code: string;
  /** By number. */
  readonly groups: readonly ClassSummary[];
}

/** Classes as courses, by code, each with its groups by number. */
export function coursesOf(classes: readonly ClassSummary[]): Course[] {
  const byCode = new Map<string, ClassSummary[]>();
  for (const group of classes) byCode.set(group.class_code, [...(byCode.get(group.class_code) ?? []), group]);
  return [...byCode]
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([code, groups]) => ({ code, groups: groups.sort((a, b) => a.class_group - b.class_group) }));
}
