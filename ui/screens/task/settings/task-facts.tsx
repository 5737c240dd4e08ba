import { Badge } from "@radix-ui/themes";
import type { ReactNode } from "react";
import type { Task } from "../../../../server/contract/tasks/task.ts";
import { counted, formatDate, isOverdue, taskTypeLabel } from "../../../format.ts";
import { openDialog } from "../../../store.ts";
import { ExtensionsDialog } from "./extensions-dialog.tsx";

export function TaskFacts({ task }: { readonly task: Task }) {
  const overdue = isOverdue(task.due_date);
  return (
    <section className="panel panel-body spaced" aria-labelledby="task-facts">
      <h2 id="task-facts">Details</h2>
      <dl className="facts">
        <Fact label="Class">
          {task.class_code}, group {task.class_group}
        </Fact>
        <Fact label="Schedule">{task.class_schedule}</Fact>
        <Fact label="Type of Task">{taskTypeLabel(task.exam_type)}</Fact>
        <Fact label="Status">
          <Badge color={task.status === "Completed" ? "jade" : "gray"}>{task.status}</Badge>
        </Fact>
        <Fact label="Due Date">
          <time dateTime={task.due_date} className={overdue ? "overdue" : undefined}>
            {formatDate(task.due_date)}
            {overdue && " (overdue)"}
          </time>
        </Fact>
        <Fact label="Extensions">
          {task.extensions === 0 ? "None" : counted(task.extensions, "student")} ·{" "}
          <button
            type="button"
            className="link-button"
            aria-label="Change extensions"
            onClick={() => openDialog(<ExtensionsDialog task={task} />)}
          >
            Change
          </button>
        </Fact>
        <Fact label="Updated">
          <time dateTime={task.updated_at}>{formatDate(task.updated_at)}</time>
        </Fact>
        <Fact label="Submissions">
          {task.total_submissions} ({task.reviewed_submissions} graded)
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
