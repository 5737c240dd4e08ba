import { TEXTS } from "../../../server/contract/texts.ts";
import { formatDate, taskTypeLabel } from "../../format.ts";
import { useCall } from "../../use-call.ts";

/** The public page of a task. */
export function StudentUploadPage() {
  const taskId = decodeURIComponent(location.pathname.split("/")[2] ?? "");
  const { data: task, error } = useCall("getPublicTask", { params: { taskId } });
  if (error) {
    return (
      <main>
        <h1>Task Not Found</h1>
        <p>{TEXTS.task.removed}</p>
      </main>
    );
  }
  if (task === null) return <main aria-busy="true" />;
  return (
    <main>
      <h1>{task.title}</h1>
      <p>
        {taskTypeLabel(task.exam_type)} · {formatDate(task.due_date)}
      </p>
    </main>
  );
}
