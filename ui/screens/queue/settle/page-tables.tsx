import type { QueueEntry } from "../../../../server/contract/tasks/stack.ts";
import { useCall } from "../../../calls/calls.ts";
import { drawnFact, ExpressionFacts } from "../../../components/grading/expression-facts.tsx";
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
  const facts =
    grade.rows.length > 0
      ? grade.rows.map(({ output, expression, drawn }) => drawnFact(output, expression, drawn?.expression ?? null))
      : entry.outputs.map(({ name, expression }) => ({ output: name, expression }));
  return (
    <>
      <ExpressionFacts facts={facts} />
      <TruthTables comparison={compareTables(grade)} />
    </>
  );
}
