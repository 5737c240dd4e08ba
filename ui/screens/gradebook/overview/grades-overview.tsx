import type { Unconfirmed } from "../../../../server/contract/results/gradebook.ts";
import type { Grades } from "../../../../server/contract/results/grades.ts";
import { useCall } from "../../../calls/use-call.ts";
import { Answers } from "../../../components/answers.tsx";
import { LoadingPart } from "../../../components/loading.tsx";
import { hardestText } from "./grade-words.ts";
import { ItemFigures, ScaleFigures } from "./scale-figures.tsx";
import "./grades-overview.css";

interface GradesOverviewProps {
  readonly taskId: string;
  readonly unconfirmed: Unconfirmed;
}

export function GradesOverview({ taskId, unconfirmed }: GradesOverviewProps) {
  const grades = useCall("getGrades", { params: { taskId }, query: { unconfirmed } }, { live: taskId });
  return (
    <Answers to={[grades]} waiting={<LoadingPart words="Counting the points" />}>
      {(data) => (
        <section className="columns grades-overview" aria-label="Overview">
          <GradeTable grades={data} />
          <Figures grades={data} taskId={taskId} />
        </section>
      )}
    </Answers>
  );
}

function Figures({ grades, taskId }: { readonly grades: Grades; readonly taskId: string }) {
  const hardest = hardestText(grades);
  return (
    <div className="panel box spaced">
      <ScaleFigures title="Total" spread={grades.total} maximum={grades.maximum} counted="student" />
      {hardest !== null && <p>{hardest}</p>}
      {grades.items.map((item) => (
        <ItemFigures key={item.item} item={item} taskId={taskId} />
      ))}
    </div>
  );
}

function GradeTable({ grades: { items, maximum, students } }: { readonly grades: Grades }) {
  const isOpen = students.some(({ unconfirmed }) => unconfirmed !== "");
  const isNamed = students.some(({ student_name }) => student_name !== "");
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="panel table-frame" tabIndex={0} aria-label="Grades">
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
    </section>
  );
}
