import { displayExpression } from "../../../../core/boolean/forms.ts";
import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { useCall } from "../../../calls/calls.ts";
import { compareTables } from "../../../components/grading/tables/comparison.ts";
import { TruthTables } from "../../../components/grading/tables/truth-tables.tsx";
import { Loading } from "../../../components/page-parts.tsx";

interface PageTablesProps {
  readonly taskId: string;
  readonly entry: Pick<QueueEntry, "id" | "outputs">;
}

export function PageTables({ taskId, entry }: PageTablesProps) {
  const { data: grade, error } = useCall("getGradeRows", { params: { fileId: entry.id } }, { live: taskId });
  if (grade === null) return error === null ? <Loading words="Loading the tables" /> : null;
  const { rows } = grade;
  return (
    <>
      {rows.length > 0 && (
        <dl className="facts short">
          {rows.map(({ output, expression, drawn }) => (
            <div key={output}>
              <dt>{output}</dt>
              <dd className="row">
                <code className="mono">{displayExpression(expression)}</code>
                <span className="muted">{drawn === null ? "is missing" : "was drawn as"}</span>
                {drawn !== null && <code className="mono">{displayExpression(drawn.expression)}</code>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {rows.length === 0 && entry.outputs.length > 0 && (
        <dl className="facts short">
          {entry.outputs.map(({ name, expression }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="mono">{displayExpression(expression)}</dd>
            </div>
          ))}
        </dl>
      )}
      <TruthTables comparison={compareTables(grade)} />
    </>
  );
}
