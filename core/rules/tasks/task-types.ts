/** The types of task: the value that is stored and used in file names, and the label. */
export const TASK_TYPES = [
  { value: "quiz", label: "Quiz" },
  { value: "activity", label: "Activity" },
  { value: "exercise", label: "Exercise" },
  { value: "prelims", label: "Prelims" },
  { value: "midterm", label: "Midterm" },
  { value: "prefinals", label: "Pre-finals" },
  { value: "finals", label: "Finals" },
  { value: "project", label: "Project" },
  { value: "assignment", label: "Assignment" },
  { value: "review", label: "Review" },
  { value: "lab", label: "Laboratory Task" },
  { value: "mockexam", label: "Mock Exam" },
] as const;

export type TaskType = (typeof TASK_TYPES)[number]["value"];

/** The stored values alone, in the same order. */
export const TASK_TYPE_VALUES: readonly TaskType[] = TASK_TYPES.map((type) => type.value);

/** The types that the edit form offers: all except the mock exam. */
export const EDITABLE_TASK_TYPES: readonly TaskType[] = TASK_TYPE_VALUES.filter((value) => value !== "mockexam");

/** The dashboard's type filter, in its order: projects and pre-finals' spelling are the specification's. */
export const DASHBOARD_TYPE_FILTER = [
  { value: "quiz", label: "Quiz" },
  { value: "exercise", label: "Exercise" },
  { value: "prelims", label: "Prelims" },
  { value: "midterm", label: "Midterm" },
  { value: "prefinals", label: "PreFinals" },
  { value: "finals", label: "Finals" },
  { value: "assignment", label: "Assignment" },
  { value: "lab", label: "Lab" },
  { value: "activity", label: "Activity" },
  { value: "mockexam", label: "MockExam" },
  { value: "review", label: "Review" },
] as const satisfies readonly { value: TaskType; label: string }[];

/** Whether `value` is a stored task type: `isTaskType("quiz")`. */
export function isTaskType(value: string): value is TaskType {
  return (TASK_TYPE_VALUES as readonly string[]).includes(value);
}
