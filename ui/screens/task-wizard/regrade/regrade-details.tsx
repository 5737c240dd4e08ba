import type { Regrade } from "../../../../server/contract/tasks/regrade.ts";
import { TableHead } from "../../../components/table-head.tsx";
import { counted } from "../../../format.ts";
import { goneWords, keptWords, outputWords, pageWords } from "./regrade-words.ts";
import "./regrade-details.css";

export function RegradeDetails({ regrade }: { readonly regrade: Regrade }) {
  const { students, kept, outputs, gone, unchanged, reproposed } = regrade;
  return (
    <>
      <ul className="bullets regrade-facts">
        {gone.map((each) => (
          <li key={each.item}>{goneWords(each)}</li>
        ))}
        {outputs.map((each) => (
          <li key={`${each.item} ${each.output}`}>{outputWords(each)}</li>
        ))}
        <li>
          {counted(unchanged, "graded page")} {unchanged === 1 ? "stays as it is" : "stay as they are"}.
        </li>
        {reproposed > 0 && <li>For {counted(reproposed, "page")} without a grade, other points will be proposed.</li>}
      </ul>
      {students.length > 0 && (
        // Focusable, so that the keyboard can scroll it.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs it
        <section className="box scroll regrade-list" aria-label="Students with changed pages" tabIndex={0}>
          <table className="table">
            <TableHead columns={["Student", "Points", "Why"]} />
            <tbody>
              {students.map(({ student_id, from, to, pages }) => (
                <tr key={student_id}>
                  <th scope="row">{student_id}</th>
                  <td className={to < from ? "overdue" : to > from ? "regrade-more" : undefined}>
                    {from === to ? from : `${from} → ${to}`}
                  </td>
                  <td>{pages.map(pageWords).join(" ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {kept.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs it
        <section className="box scroll" aria-label="Points that stay" tabIndex={0}>
          <h2>
            {counted(kept.length, "page")} {kept.length === 1 ? "keeps its points" : "keep their points"}, although the
            new keys give others
          </h2>
          <ul className="bullets">
            {kept.map((each) => (
              <li key={each.file_id}>{keptWords(each)}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
