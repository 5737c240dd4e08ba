import { Scrolling } from "../../page-parts.tsx";
import type { ComparedTable, TableComparison } from "./comparison.ts";
import "./truth-tables.css";

export function TruthTables({ comparison: { answer, submitted, firstRow } }: { readonly comparison: TableComparison }) {
  return (
    <div className="fields">
      {answer && <TruthTable label="Answer table" hasCaption table={answer} firstRow={firstRow} />}
      {submitted && <TruthTable label="Submitted table" hasCaption table={submitted} firstRow={firstRow} />}
    </div>
  );
}

interface TruthTableProps {
  readonly label: string;
  /** The label is also shown above it. */
  readonly hasCaption?: boolean;
  readonly table: ComparedTable;
  /** Index of the row that is marked as the first that differs. */
  readonly firstRow?: number | null;
}

export function TruthTable({ label, hasCaption = false, table, firstRow = null }: TruthTableProps) {
  return (
    <Scrolling className="box scroll truth-frame" aria-label={label}>
      <table className="truth-table">
        {hasCaption && <caption>{label}</caption>}
        <thead>
          <tr>
            {table.inputs.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {table.outputs.map((name) => (
              <th key={name} scope="col" className="truth-output">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.lines.map(({ inputs, bits }, row) => (
            <tr
              key={inputs}
              className={row === firstRow ? "first-difference" : undefined}
              aria-label={row === firstRow ? "First differing row" : undefined}
            >
              {[...inputs].map((bit, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: bits have no identity but their place
                <td key={index}>{bit}</td>
              ))}
              {bits.map(({ bit, differs, high }, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: bits have no identity but their place
                  key={index}
                  className="truth-output"
                  data-differs={differs || undefined}
                  data-high={high}
                >
                  {bit}
                  {differs && <span> ≠</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
