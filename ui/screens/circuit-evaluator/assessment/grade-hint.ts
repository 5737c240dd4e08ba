import type { GradeRows } from "../../../../server/contract/results/file.ts";

export function gradeHint(
  grade: Pick<GradeRows, "proposed_grade" | "graded" | "question" | "rubric">,
  { overridden }: { overridden: boolean },
): string {
  if (grade.proposed_grade === null) return "No points are proposed: you decide.";
  if (overridden) return `Overrides the proposed ${grade.proposed_grade}.`;
  if (grade.graded) return "As stored.";
  if (grade.question !== null) return "As it was read; another reading earns other points.";
  return grade.rubric.length === 0 ? "As proposed from the tables." : "As proposed from the tables and the rubric.";
}
