import type { Task } from "../../../server/contract/tasks/task.ts";

/** How many of a task's submissions are graded: '3/12' and a bar. */
export function GradedCount({ task }: { readonly task: Task }) {
  const { reviewed_submissions: graded, total_submissions: total } = task;
  const part = total === 0 ? 0 : (100 * graded) / total;
  return (
    <span className="graded-count">
      <span>
        {graded}/{total}
      </span>
      <span className="graded-bar" aria-hidden="true">
        <span style={{ width: `${part}%` }} />
      </span>
    </span>
  );
}
