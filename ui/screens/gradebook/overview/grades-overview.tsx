import type { Unconfirmed } from "../../../../server/contract/results/gradebook.ts";
import type { Grades } from "../../../../server/contract/results/grades.ts";
import { useCall } from "../../../calls/use-call.ts";
import { Answers } from "../../../components/answers.tsx";
import { Loading } from "../../../components/loading.tsx";
import { GradeTable } from "./grade-table.tsx";
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
    <Answers
      to={[grades]}
      waiting={
        <div className="empty-state">
          <Loading size="3" words="Counting the points" />
        </div>
      }
    >
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
