import { Heading } from "@radix-ui/themes";
import { useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { dashboardPath } from "../../../server/contract/pages.ts";
import type { Task } from "../../../server/contract/tasks/task.ts";
import { useCall } from "../../calls/use-call.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { confirmTaskRemoval, isTaskGone } from "../../components/task/task-removal.ts";
import { classGroupLabel } from "../../format.ts";
import { useOwnUser } from "../../store.ts";
import { AnswerKeys } from "./answer-keys.tsx";
import { ExtensionsDialog } from "./extensions-dialog.tsx";
import { SubmissionsPanel } from "./submissions/submissions-panel.tsx";
import { TaskActions } from "./task-actions.tsx";
import { TaskFacts } from "./task-facts.tsx";
import { UploadDialog } from "./upload-dialog.tsx";
import "./task-page.css";

/** A task: its details and keys, and what was handed in. */
export function TaskPage() {
  const { taskId = "" } = useParams();
  const task = useCall("getTask", { params: { taskId } }, { live: taskId });
  const files = useCall("getFiles", { params: { taskId } }, { live: taskId });

  async function reload(): Promise<void> {
    await Promise.all([task.reload(), files.reload()]);
  }

  if (isTaskGone(task)) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  if (task.data === null) {
    if (task.error === null || task.loading) {
      return (
        <div className="empty-state">
          <Loading size="3" words="Loading the task" />
        </div>
      );
    }
    return <CallFailed message={task.error.message} onRetry={() => void reload()} />;
  }
  return <TaskView key={taskId} task={task.data} files={files} onChanged={reload} />;
}

interface TaskViewProps {
  readonly task: Task;
  readonly files: ReturnType<typeof useCall<"getFiles">>;
  onChanged(): Promise<void>;
}

function TaskView({ task, files, onChanged }: TaskViewProps) {
  const [dialog, setDialog] = useState<"link" | "upload" | "extensions" | null>(null);
  const user = useOwnUser();
  const navigate = useNavigate();
  return (
    <div className="page">
      <div className="task-head">
        <p className="task-class">{classGroupLabel(task)}</p>
        <Heading as="h1" size="7">
          {task.title}
        </Heading>
        {task.description !== "" && <p className="task-description">{task.description}</p>}
        <TaskActions
          task={task}
          onLink={() => setDialog("link")}
          onUpload={() => setDialog("upload")}
          onDelete={() => confirmTaskRemoval(task, () => void navigate(dashboardPath(user.id)))}
        />
      </div>
      <div className="task-columns">
        <TaskFacts task={task} onExtensions={() => setDialog("extensions")} />
        <AnswerKeys items={task.answer_keys} />
      </div>
      <SubmissionsPanel task={task} files={files} onChanged={onChanged} />
      <LinkDialog taskId={dialog === "link" ? task.id : null} onClose={() => setDialog(null)} />
      <ExtensionsDialog
        task={task}
        open={dialog === "extensions"}
        onClose={() => setDialog(null)}
        onChanged={onChanged}
      />
      <UploadDialog task={task} open={dialog === "upload"} onClose={() => setDialog(null)} onUploaded={onChanged} />
    </div>
  );
}
