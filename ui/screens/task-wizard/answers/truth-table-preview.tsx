import "../../../components/grading/tables/truth-tables.css";
import { tableOfItem } from "./item-table.ts";

export interface TruthTablePreviewProps {
  readonly label: string;
  readonly expressions: readonly string[];
}

export function TruthTablePreview({ label, expressions }: TruthTablePreviewProps) {
  const table = tableOfItem(expressions);
  if (table === null) return <p className="field-hint">Write an expression to see its truth table.</p>;
  const { inputs, keys, rows } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, and keys must be able to scroll it
    <section className="box scroll truth-frame" aria-label={`Truth table of ${label}`} tabIndex={0}>
      <table className="truth-table">
        <thead>
          <tr>
            {inputs.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
            {keys.map((key) => (
              <th key={key} scope="col" className="truth-output">
                Key {key}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row}>
              {inputs.map((name, index) => (
                <td key={name}>{row[index]}</td>
              ))}
              {keys.map((key, index) => (
                <td key={key} className="truth-output" data-high={row[inputs.length + index] === "1" || undefined}>
                  {row[inputs.length + index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
