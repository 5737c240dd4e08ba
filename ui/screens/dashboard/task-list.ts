import { courseKey } from "../../../core/rules/tasks/course-code.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { classGroupLabel } from "../../format.ts";

/** The filters of the list; an empty text matches everything. */
export interface TaskFilters {
  readonly course: string;
  readonly group: string;
  readonly type: string;
  readonly status: string;
  /** Matches title, class and group, ignoring case. */
  readonly search: string;
}

export const NO_FILTERS: TaskFilters = { course: "", group: "", type: "", status: "", search: "" };

/** Sorted by class code, then group, then title; numbers in them by value. */
export function sortTasks(tasks: readonly Task[]): Task[] {
  return [...tasks].sort(
    (a, b) => compareText(a.class_code, b.class_code) || a.class_group - b.class_group || compareText(a.title, b.title),
  );
}

/** Compares as people do: 'CPE 9' before 'CPE 10', ignoring case. */
export function compareText(a: string, b: string): number {
  return a.localeCompare(b, "en", { numeric: true, sensitivity: "base" });
}

export function filterTasks(tasks: readonly Task[], filters: TaskFilters): Task[] {
  const search = filters.search.trim().toLowerCase();
  return tasks.filter(
    (task) =>
      (filters.course === "" || courseKey(task.class_code) === courseKey(filters.course)) &&
      (filters.group === "" || task.class_group === Number(filters.group)) &&
      (filters.type === "" || task.exam_type === filters.type) &&
      (filters.status === "" || task.status === filters.status) &&
      `${task.title}\n${classGroupLabel(task)}`.toLowerCase().includes(search),
  );
}

/** How long before its due date a task is among those that are due soon. */
const SOON = 7 * 24 * 60 * 60 * 1000;

/**
 * What waits for the user: tasks with pages that have no grade, those with most of them first, tasks with regrade
 * requests, and tasks whose due date comes within a week, the next one first.
 */
export function waitingTasks(tasks: readonly Task[], now: number) {
  const until = ({ due_date }: Task) => Date.parse(due_date) - now;
  return {
    ungraded: tasks.filter((task) => ungradedPages(task) > 0).sort((a, b) => ungradedPages(b) - ungradedPages(a)),
    asked: tasks.filter(({ open_requests: requests }) => requests > 0),
    due: tasks.filter((task) => until(task) > 0 && until(task) < SOON).sort((a, b) => until(a) - until(b)),
  };
}

export function ungradedPages({ total_submissions, reviewed_submissions }: Task): number {
  return total_submissions - reviewed_submissions;
}

export function courseCodesOf(tasks: readonly Task[]): string[] {
  const spellings = new Map(tasks.map(({ class_code }) => [courseKey(class_code), class_code]));
  return [...spellings.values()].sort(compareText);
}
