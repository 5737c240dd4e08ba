import { useCallback, useState } from "react";
import { Navigate, useNavigate, useParams } from "react-router-dom";
import { dashboardPath } from "../../../server/contract/pages.ts";
import { useCall } from "../../calls/use-call.ts";
import { useTask } from "../../calls/use-task.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { LinkDialog } from "../../components/task/link-dialog.tsx";
import { confirmTaskRemoval, isTaskGone } from "../../components/task/task-removal.ts";
import { useOwnUser } from "../../store.ts";
import { ReleaseDialog } from "../release/release-dialog.tsx";
import { CopyDialog } from "./copy-dialog.tsx";
import type { TaskCalls } from "./task-calls.ts";
import { TaskHead } from "./task-head.tsx";
import { TaskTabs } from "./task-tabs.tsx";
import { UploadDialog } from "./uploads/upload-dialog.tsx";
import "./task-page.css";

/** A task: what was handed in, its review, similar drawings, grades and settings. */
export function TaskPage() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  const files = useCall("getFiles", { params: { taskId } }, { live: taskId });
  const queue = useCall("getQueue", { params: { taskId } }, { live: taskId });
  const requests = useCall("getRegradeRequests", { params: { taskId } }, { live: taskId });

  const { reload: reloadTask } = task;
  const { reload: reloadFiles } = files;
  const { reload: reloadQueue } = queue;
  const { reload: reloadRequests } = requests;
  const reload = useCallback(async () => {
    await Promise.all([reloadTask(), reloadFiles(), reloadQueue(), reloadRequests()]);
  }, [reloadTask, reloadFiles, reloadQueue, reloadRequests]);

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
  return <TaskView key={taskId} task={task.data} files={files} queue={queue} requests={requests} onChanged={reload} />;
}

function TaskView(calls: TaskCalls) {
  const { task, onChanged } = calls;
  const [dialog, setDialog] = useState<"link" | "upload" | "copy" | "release" | null>(null);
  const user = useOwnUser();
  const navigate = useNavigate();
  return (
    <div className="page">
      <TaskHead
        task={task}
        queue={calls.queue}
        files={calls.files}
        requests={calls.requests}
        onLink={() => setDialog("link")}
        onUpload={() => setDialog("upload")}
        onCopy={() => setDialog("copy")}
        onRelease={() => setDialog("release")}
        onDelete={() =>
          confirmTaskRemoval(task, { verb: "Delete", onRemoved: () => void navigate(dashboardPath(user.id)) })
        }
      />
      <TaskTabs {...calls} />
      <LinkDialog taskId={dialog === "link" ? task.id : null} onClose={() => setDialog(null)} />
      <CopyDialog task={task} open={dialog === "copy"} onClose={() => setDialog(null)} />
      <ReleaseDialog
        taskId={task.id}
        open={dialog === "release"}
        onClose={() => setDialog(null)}
        onReleased={onChanged}
      />
      <UploadDialog task={task} open={dialog === "upload"} onClose={() => setDialog(null)} onUploaded={onChanged} />
    </div>
  );
}
