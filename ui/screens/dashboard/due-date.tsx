import type { Task } from "../../../server/contract/tasks/task.ts";
import { formatDate, isOverdue } from "../../format.ts";

/** When a task is due; red if that has passed. */
export function DueDate({ task }: { readonly task: Task }) {
  const overdue = isOverdue(task.due_date);
  return (
    <time dateTime={task.due_date} className={overdue ? "overdue" : undefined}>
      {formatDate(task.due_date)}
      {overdue && <span className="visually-hidden"> (overdue)</span>}
    </time>
  );
}
