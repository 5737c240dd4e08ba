import { Navigate, useParams } from "react-router-dom";
import { OpenTask, useTaskWork } from "../../calls/open-task.ts";
import { useTask } from "../../calls/use-task.ts";
import { CallFailed } from "../../components/call-failed.tsx";
import { Loading } from "../../components/loading.tsx";
import { isTaskGone } from "../../components/task/task-removal.ts";
import { TaskHead } from "./task-head.tsx";
import { TaskTabs } from "./task-tabs.tsx";
import "./task-page.css";

export function Component() {
  const { taskId = "" } = useParams();
  const task = useTask(taskId, { live: true });
  // Its parts need these: they load at the same time as the task.
  useTaskWork(taskId);

  if (isTaskGone(task)) {
    return <Navigate to="/error" replace state={{ type: "404", message: task.error.message }} />;
  }
  if (task.data !== null) {
    return (
      <OpenTask key={taskId} value={task.data}>
        <div className="page">
          <TaskHead />
          <TaskTabs />
        </div>
      </OpenTask>
    );
  }
  if (task.error !== null && !task.loading) {
    return <CallFailed message={task.error.message} onRetry={() => void task.reload()} />;
  }
  return (
    <div className="empty-state">
      <Loading size="3" words="Loading the task" />
    </div>
  );
}
