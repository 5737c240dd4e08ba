import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { displayExpression } from "../../../../core/boolean/forms.ts";
import { taskPath } from "../../../../server/contract/pages.ts";
import type { Unconfirmed } from "../../../../server/contract/results/gradebook.ts";
import type { Grades, SpreadView } from "../../../../server/contract/results/grades.ts";
import { useCall, useOpenTask } from "../../../calls/calls.ts";
import { Answers, LoadingPart, Scrolling } from "../../../components/page-parts.tsx";
import { counted as countedText, pointsNumber } from "../../../format.ts";
import { groupKey } from "../../answer-groups/group-words.ts";
import { hardestText, rangeText } from "./grade-words.ts";
import "./grades-overview.css";

export function GradesOverview({ unconfirmed }: { readonly unconfirmed: Unconfirmed }) {
  const { id: taskId } = useOpenTask();
  const grades = useCall("getGrades", { params: { taskId }, query: { unconfirmed } }, { live: taskId });
  return (
    <Answers to={[grades]} waiting={<LoadingPart words="Counting the points" />}>
      {(data) => (
        <section className="columns grades-overview" aria-label="Overview">
          <GradeTable grades={data} />
          <Figures grades={data} />
        </section>
      )}
    </Answers>
  );
}

function Figures({ grades }: { readonly grades: Grades }) {
  const { id: taskId } = useOpenTask();
  const hardest = hardestText(grades);
  return (
    <div className="panel box spaced">
      <ScaleFigures title="Total" spread={grades.total} maximum={grades.maximum} counted="student" />
      {hardest !== null && <p>{hardest}</p>}
      {grades.items.map(({ item, maximum, spread, mistake }) => (
        <ScaleFigures key={item} title={`Item ${item}`} spread={spread} maximum={maximum} counted="page">
          {mistake !== null && (
            <p>
              Most common mistake: <Mistake mistake={mistake} />{" "}
              <Link
                to={`${taskPath(taskId, "review")}&group=${encodeURIComponent(groupKey({ item, id: mistake.id }))}`}
              >
                Show them
              </Link>
            </p>
          )}
        </ScaleFigures>
      ))}
    </div>
  );
}

function GradeTable({ grades: { items, maximum, students } }: { readonly grades: Grades }) {
  const isOpen = students.some(({ unconfirmed }) => unconfirmed !== "");
  const isNamed = students.some(({ student_name }) => student_name !== "");
  return (
    <Scrolling className="panel table-frame" aria-label="Grades">
      <table className="table grades-table">
        <thead>
          <tr>
            <th scope="col">Student</th>
            {items.map(({ item, maximum: points }) => (
              <th key={item} scope="col">
                Item {item} <small>of {points}</small>
              </th>
            ))}
            <th scope="col">
              Total <small>of {maximum}</small>
            </th>
            {isOpen && <th scope="col">Not confirmed</th>}
          </tr>
        </thead>
        <tbody>
          {students.map(({ student_id, student_name, grades, total, unconfirmed }) => (
            <tr key={student_id}>
              <th scope="row">
                {student_id}
                {isNamed && <small>{student_name}</small>}
              </th>
              {items.map(({ item }, index) => (
                <td key={item}>{grades[index] ?? "–"}</td>
              ))}
              <td>
                <strong>{total ?? "–"}</strong>
              </td>
              {isOpen && <td className="note grades-open">{unconfirmed}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}

interface ScaleFiguresProps {
  readonly title: string;
  /** Null if nobody has points yet. */
  readonly spread: SpreadView | null;
  readonly maximum: number;
  /** What has points: students or pages. */
  readonly counted: string;
  readonly children?: ReactNode;
}

function ScaleFigures({ title, spread, maximum, counted, children }: ScaleFiguresProps) {
  return (
    <article>
      <h2>{title}</h2>
      {spread === null ? (
        <p className="muted">No confirmed points yet.</p>
      ) : (
        <>
          <p>
            Mean <strong>{pointsNumber(spread.mean)}</strong>, median <strong>{pointsNumber(spread.median)}</strong> of{" "}
            {maximum} · {countedText(spread.count, counted)}
          </p>
          <Histogram spread={spread} counted={counted} label={`${title}: points`} />
        </>
      )}
      {children}
    </article>
  );
}

type CommonMistake = NonNullable<Grades["items"][number]["mistake"]>;

/** What the pages have in common: '12 pages compute A + B for OUT 1 instead of A ⊕ B.' */
function Mistake({ mistake: { size, rows } }: { readonly mistake: CommonMistake }) {
  const row = rows.find(({ matches }) => !matches);
  const pages = countedText(size, "page");
  if (row === undefined) return `${pages} lose points in the same way.`;
  if (row.drawn === null) return `${pages} have no ${row.output}.`;
  return (
    <>
      {pages} compute <code className="mono">{displayExpression(row.drawn)}</code> for {row.output} instead of{" "}
      <code className="mono">{displayExpression(row.expression)}</code>.
    </>
  );
}

interface HistogramProps {
  readonly spread: SpreadView;
  readonly counted: string;
  readonly label: string;
}

function Histogram({ spread: { histogram }, counted, label }: HistogramProps) {
  const most = Math.max(...histogram.map(({ count }) => count));
  return (
    <ol className="grades-histogram" aria-label={label}>
      {histogram.map((bar) => (
        <li key={bar.from}>
          <span className="visually-hidden">
            {rangeText(bar)} points: {countedText(bar.count, counted)}
          </span>
          <span aria-hidden="true" className="grades-count">
            {bar.count > 0 && bar.count}
          </span>
          <span
            aria-hidden="true"
            className="grades-bar"
            style={{ height: `calc((100% - 40px) * ${bar.count / most})` }}
          />
          <span aria-hidden="true" className="grades-range">
            {rangeText(bar)}
          </span>
        </li>
      ))}
    </ol>
  );
}
