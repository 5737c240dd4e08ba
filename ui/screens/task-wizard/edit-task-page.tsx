import { useEffect, useState } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { EDITABLE_TASK_TYPES } from "../../../core/rules/task-types.ts";
import type { Task } from "../../../server/contract/task.ts";
import { call } from "../../api.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { pageData } from "../../page-data.ts";
import { toast } from "../../store.ts";
import { useCall } from "../../use-call.ts";
import { draftOf, taskBodyOf } from "./draft.ts";
import { TaskWizard } from "./task-wizard.tsx";
import { WizardSkeleton } from "./wizard-skeleton.tsx";

/** Changes a task. */
export function EditTaskPage() {
  const { taskId = "" } = useParams();
  const task = useCall("getTask", { params: { taskId } });
  const classes = useCall("getClasses", {});
  const navigate = useNavigate();
  const failure = task.error ?? classes.error;

  // A task that is not there has the error page.
  useEffect(() => {
    if (task.error?.status !== 404) return;
    void navigate("/error", { replace: true, state: { type: "404", message: task.error.message } });
  }, [task.error, navigate]);

  if (task.data !== null && classes.data !== null) {
    return <Wizard key={task.data.id} task={task.data} classes={classes.data} />;
  }
  if (failure === null) return <WizardSkeleton title="Edit Task" />;
  return (
    <CallFailed
      message={failure.message}
      onRetry={() => {
        void task.reload();
        void classes.reload();
      }}
    />
  );
}

interface WizardProps {
  readonly task: Task;
  readonly classes: Parameters<typeof TaskWizard>[0]["classes"];
}

function Wizard({ task, classes }: WizardProps) {
  const { timezone } = pageData().site;
  const [start] = useState(() => draftOf(task, timezone));
  const types: readonly string[] = EDITABLE_TASK_TYPES;
  return (
    <TaskWizard
      title="Edit Task"
      start={start}
      classes={classes}
      // The form does not offer every type, but a task keeps the one that it has.
      types={types.includes(task.exam_type) ? types : [...types, task.exam_type]}
      action="Save Task"
      busy="Saving..."
      cancelPath={`/task/${task.id}`}
      onSave={async (draft) => {
        const { total_submissions: totalSubmissions, reviewed_submissions: reviewedSubmissions, status } = task;
        const body = { ...taskBodyOf(draft, timezone), totalSubmissions, reviewedSubmissions, status };
        const { message } = await call("editTask", { params: { taskId: task.id }, body });
        toast(message);
        return `/task/${task.id}`;
      }}
    />
  );
}
