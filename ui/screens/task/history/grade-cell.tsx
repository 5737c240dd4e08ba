import type { File as Submission } from "../../../../server/contract/results/file.ts";

/** The grade that was given; before that, the machine's proposal. */
export function GradeCell({ file }: { readonly file: Submission }) {
  const { total_grade, proposed_grade, maximum_grade } = file;
  return (
    <span className="sub-grade">
      <strong>{total_grade ?? "–"}</strong>
      <span>/ {maximum_grade}</span>
      {total_grade === null && proposed_grade !== null && <small>{proposed_grade} proposed</small>}
    </span>
  );
}
