import { Navigate, useParams } from "react-router-dom";
import type { ClassSummary } from "../../../server/contract/tasks/classes.ts";
import type { Regrade } from "../../../server/contract/tasks/regrade.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { call } from "../../api.ts";
import { useInstructedClasses, useTask } from "../../calls/calls.ts";
import { Answers, Bullets, NotFound, Scrolling, TableHead } from "../../components/page-parts.tsx";
import { classGroupLabel, counted, ofSome } from "../../format.ts";
import { useMounted } from "../../hooks/use-mounted.ts";
import { isConfirmed, toast } from "../../store.ts";
import {
  classChangeWords,
  goneWords,
  isRegraded,
  keptWords,
  outputWords,
  pageWords,
  regradeSummary,
  regradeTitle,
} from "./regrade/regrade-words.ts";
import { type TaskBody, TaskWizard, WizardSkeleton } from "./task-wizard.tsx";
import "./regrade/regrade-details.css";

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId);
  const classes = useInstructedClasses();

  if (task.error?.status === 404) return <NotFound error={task.error} />;
  if (task.data?.role === "grader") return <Navigate to="/error" replace state={{ type: "403" }} />;
  return (
    <Answers to={[task, classes]} waiting={<WizardSkeleton title="Edit Task" />}>
      {(known, groups) => <Wizard key={known.id} task={known} classes={groups} />}
    </Answers>
  );
}

interface WizardProps {
  readonly task: Task;
  readonly classes: readonly ClassSummary[];
}

function Wizard({ task, classes }: WizardProps) {
  const isMounted = useMounted();

  async function save(fields: TaskBody): Promise<boolean> {
    const params = { taskId: task.id };
    const body = { ...fields, updatedAt: task.updated_at };
    const regrade = await call("previewRegrade", { params, body });
    // A user who has left the page is not asked, and nothing is saved.
    if (!isMounted()) return false;
    const group = classes.find(({ id }) => id === body.classId);
    if (group && !(await confirmClassChange(regrade.class_change, group))) return false;
    if (!(await confirmRegrade(regrade))) return false;
    toast((await call("editTask", { params, body: { ...body, regrade: regrade.fingerprint } })).message);
    return true;
  }

  return <TaskWizard task={task} classes={classes} save={save} />;
}

/** Asks before a task moves to a class in which not all students who handed in are enrolled; false if it should not. */
async function confirmClassChange(change: Regrade["class_change"], group: ClassSummary): Promise<boolean> {
  if (change === null || change.not_enrolled === 0) return true;
  return isConfirmed({
    title: "Change the class group?",
    text: classChangeWords(change, classGroupLabel(group)),
    action: "Change Class Group",
  });
}

/** Shows what the edit would change for grades; false if the instructor cancels. */
async function confirmRegrade(regrade: Regrade): Promise<boolean> {
  const { students, kept, gone } = regrade;
  if (students.length + kept.length + gone.length === 0) return true;
  return isConfirmed({
    title: regradeTitle(regrade),
    text: `${regradeSummary(regrade)} Nothing is changed before you confirm.`,
    details: <RegradeDetails regrade={regrade} />,
    harmless: true,
    action: students.some(isRegraded) ? "Save and Regrade" : "Save Task",
  });
}

function RegradeDetails({ regrade }: { readonly regrade: Regrade }) {
  const { students, kept, outputs, gone, unchanged, reproposed } = regrade;
  return (
    <div className="spaced">
      <Bullets
        lines={[
          ...gone.map(goneWords),
          ...outputs.map(outputWords),
          `${counted(unchanged, "graded page")} ${unchanged === 1 ? "stays as it is" : "stay as they are"}.`,
          ...ofSome([
            [reproposed, `For ${counted(reproposed, "page")} without a grade, other points will be proposed.`],
          ]),
        ]}
      />
      {students.length > 0 && (
        <Scrolling className="box scroll regrade-list" aria-label="Students with changed pages">
          <table className="table">
            <TableHead columns={["Student", "Points", "Why"]} />
            <tbody>
              {students.map(({ student_id, from, to, pages }) => (
                <tr key={student_id}>
                  <th scope="row">{student_id}</th>
                  <td className={to < from ? "overdue" : undefined}>{from === to ? from : `${from} → ${to}`}</td>
                  <td>{pages.map(pageWords).join(" ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {kept.length > 0 && (
        <Scrolling className="box scroll" aria-label="Points that stay">
          <h2>
            {counted(kept.length, "page")} {kept.length === 1 ? "keeps its points" : "keep their points"}, although the
            new keys give others
          </h2>
          <Bullets lines={kept.map(keptWords)} />
        </Scrolling>
      )}
    </div>
  );
}
