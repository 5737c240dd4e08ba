import { shortComment } from "../../../core/gradebook/short-comment.ts";
import type { FilledGradebookFile, RowNoteView } from "../../../server/contract/results/gradebook.ts";

export function GradebookReport({ filled }: { readonly filled: FilledGradebookFile }) {
  const kind = filled.kind === "canvas" ? "Canvas export" : "Moodle worksheet";
  const lists: readonly { readonly title: string; readonly lines: readonly string[] }[] = [
    { title: "Please note", lines: filled.warnings },
    { title: "Rows that match several students or appear twice, left unchanged", lines: filled.ambiguous.map(rowLine) },
    { title: "Rows whose grade cannot be changed", lines: filled.locked.map(rowLine) },
    {
      title: "Rows with a comment by a person: it stays, without the feedback",
      lines: filled.kept_comments.map(rowLine),
    },
    { title: "Rows that match no student", lines: filled.unmatched_rows.map(rowLine) },
    { title: "Students with a grade but no row", lines: filled.unmatched_students },
    { title: "Students without a grade yet", lines: filled.ungraded },
    { title: "Students with points that are not confirmed", lines: filled.unconfirmed },
    {
      title: "Grades that replaced others",
      lines: filled.replaced.map((note) => `${rowLine(note)}: ${note.before} became ${note.after}`),
    },
    {
      title: "Comments of an earlier run that were updated",
      lines: filled.replaced_comments.map((note) => {
        return `${rowLine(note)}: “${shortComment(note.before)}” became “${shortComment(note.after)}”`;
      }),
    },
  ];
  return (
    <div role="status">
      <p>
        {kind}: {filled.filled} grades filled into “{filled.column}”.
      </p>
      {lists
        .filter(({ lines }) => lines.length > 0)
        .map(({ title, lines }) => (
          <details key={title} open={lines.length <= 10}>
            <summary>
              {title} ({lines.length})
            </summary>
            <ul className="bullets scroll">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </details>
        ))}
    </div>
  );
}

function rowLine({ row, name, ids }: RowNoteView): string {
  return `Row ${row}${name === "" ? "" : `, ${name}`}${ids.length === 0 ? "" : ` (${ids.join(", ")})`}`;
}
