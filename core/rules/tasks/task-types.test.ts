import { describe, expect, it } from "vitest";
import { DASHBOARD_TYPE_FILTER, EDITABLE_TASK_TYPES, isTaskType, TASK_TYPE_VALUES, TASK_TYPES } from "./task-types.ts";

describe("TASK_TYPES", () => {
  it("has the specification's values and labels", () => {
    expect(TASK_TYPES.map(({ value, label }) => `${value}: ${label}`).join("; ")).toBe(
      "quiz: Quiz; activity: Activity; exercise: Exercise; prelims: Prelims; midterm: Midterm; " +
        "prefinals: Pre-finals; finals: Finals; project: Project; assignment: Assignment; review: Review; " +
        "lab: Laboratory Task; mockexam: Mock Exam",
    );
  });

  it("leaves the mock exam out of the edit form", () => {
    expect(EDITABLE_TASK_TYPES).toEqual(TASK_TYPE_VALUES.slice(0, 11));
  });

  it("has the dashboard's filter in its order", () => {
    expect(DASHBOARD_TYPE_FILTER.map(({ label }) => label).join(", ")).toBe(
      "Quiz, Exercise, Prelims, Midterm, PreFinals, Finals, Assignment, Lab, Activity, MockExam, Review",
    );
  });
});

describe("isTaskType", () => {
  it("knows stored values, not labels", () => {
    expect(TASK_TYPE_VALUES.every(isTaskType)).toBe(true);
    for (const other of ["", "Quiz", "Pre-finals", "homework", "toString"])
      expect(isTaskType(other), other).toBe(false);
  });
});
