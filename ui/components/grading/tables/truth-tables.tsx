import type { ComparedTable, TableComparison } from "./comparison.ts";
import "./truth-tables.css";

export function TruthTables({ comparison: { answer, submitted, firstRow } }: { readonly comparison: TableComparison }) {
  return (
    <div className="fields">
      {answer && <TruthTable caption="Answer table" table={answer} firstRow={firstRow} />}
      {submitted && <TruthTable caption="Submitted table" table={submitted} firstRow={firstRow} />}
    </div>
  );
}

function TruthTable({ caption, table, firstRow }: { caption: string; table: ComparedTable; firstRow: number | null }) {
  return (
    // Long tables scroll in their own frame, also by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must take the focus
    <section className="box scroll truth-frame" aria-label={caption} tabIndex={0}>
      <table className="truth-table">
        <caption>{caption}</caption>
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
              {bits.map(({ bit, differs }, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: bits have no identity but their place
                  key={index}
                  className="truth-output"
                  data-differs={differs || undefined}
                >
                  {bit}
                  {differs && <span> ≠</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
